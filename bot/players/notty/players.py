"""The computer players of Notty, weakest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.language import N_
from bot.players.notty.classic import ClassicNottyPlayer
from bot.players.notty.easy import EasyNottyPlayer
from bot.players.notty.review import review
from bot.players.notty.strong import StrongNottyPlayer
from bot.players.notty.why import WHY
from bot.players.player import DealFormat, Measure
from bot.players.random_player import RandomPlayer

if TYPE_CHECKING:
    from bot.players.player import GamePlayers, Levels
    from bot.rules.notty.view import NottyView


THOUGHTS = {
    "discarded_to_win": (
        N_("All my {cards:cards} can go."),
        N_("All {cards:cards} can be discarded in groups."),
    ),
    "drew_to_shed": (
        N_("I draw {count} and expect about {left:cards} to be left afterwards."),
        N_("If you draw {count}, expect about {left:cards} to be left afterwards."),
    ),
    "took_to_shed": (
        N_("A card from seat {seat} should help: about {left:cards} would be left."),
        N_("A card from seat {seat} should help: about {left:cards} would be left."),
    ),
    "discarded_most": (
        N_("No other groups shed more than these {cards:cards}."),
        N_("No other groups shed more than these {cards:cards}."),
    ),
    "ended_with_nothing_to_discard": (
        N_("There is no group to discard."),
        N_("There is no group to discard."),
    ),
    "drew_by_feeling": (
        N_("I draw {count} on a hunch."),
        N_("I draw {count} on a hunch."),
    ),
    "overlooked_group": (
        N_("I saw nothing to discard."),
        N_("I saw nothing to discard."),
    ),
    "discarded_largest": (
        N_("I discard the first large group I see, of {cards:cards}."),
        N_("I discard the first large group I see, of {cards:cards}."),
    ),
    "discarded_for_room": (
        N_("I make room under the hand limit of {limit}."),
        N_("That makes room under the hand limit of {limit}."),
    ),
    "discarded_at_the_limit": (
        N_("The game is about to end, so I shed {cards:cards}."),
        N_("The game is about to end, and {cards:cards} can still go."),
    ),
    "passed_to_win": (
        N_("Passing ends the game, and nobody has as few as my {cards:cards}."),
        N_("Passing ends the game, and nobody has as few as your {cards:cards}."),
    ),
    "played_on": (
        N_("Passing would end the game, and I would not win it."),
        N_("Passing would end the game, and you would not win it."),
    ),
    **WHY,
}


class NottyPlayers:
    """The levels of Notty and the texts of their thoughts."""

    levels: ClassVar[Levels[NottyView]] = {
        "random": RandomPlayer,
        "easy": EasyNottyPlayer,
        "classic": ClassicNottyPlayer,
        "strong": StrongNottyPlayer,
    }
    thoughts = THOUGHTS
    deals = (DealFormat(("strong", "classic"), {"round_limit": 20}),)
    measure = Measure(
        N_(
            "Missed chances to finish count, and groups that keep other cards from going. Whether collecting on would "
            "have been better is not judged."
        ),
        luck="cards",
    )
    review = staticmethod(review)


PLAYERS: GamePlayers[NottyView] = NottyPlayers()
