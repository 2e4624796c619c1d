"""The computer players of Three Thirteen, weakest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.language import N_
from bot.players.player import DealFormat, Measure
from bot.players.random_player import RandomPlayer
from bot.players.three_thirteen.classic import ClassicThreeThirteenPlayer
from bot.players.three_thirteen.easy import EasyThreeThirteenPlayer
from bot.players.three_thirteen.review import review
from bot.players.three_thirteen.strong import StrongThreeThirteenPlayer
from bot.players.three_thirteen.why import WHY

if TYPE_CHECKING:
    from bot.players.player import GamePlayers, Levels
    from bot.rules.three_thirteen.view import ThreeThirteenView


THOUGHTS = {
    "took_discard_to_improve": (
        N_("I take the {card}, which fits my hand."),
        N_("With the {card} the cards outside melds would cost {after:points} instead of {before}."),
    ),
    "drew_as_discard_is_no_help": (
        N_("The {card} does not fit, so I draw from the stock."),
        N_("The {card} would not lower the {before:points} outside melds, so the stock is better."),
    ),
    "discarded_to_go_out": (
        N_("I discard the {card} and go out."),
        N_("Without the {card}, every card is in a meld: that is going out."),
    ),
    "discarded_all_but_melds": (
        N_("I discard the {card}: all my other cards are in melds."),
        N_("Without the {card}, every card is in a meld: nothing counts against you."),
    ),
    "discarded_costliest": (
        N_("I have least use for the {card}."),
        N_("Without the {card} the cards outside melds cost {after:points}: no other discard leaves less."),
    ),
    **WHY,
}


class ThreeThirteenPlayers:
    """The levels of Three Thirteen and the texts of their thoughts."""

    levels: ClassVar[Levels[ThreeThirteenView]] = {
        "random": RandomPlayer,
        "easy": EasyThreeThirteenPlayer,
        "classic": ClassicThreeThirteenPlayer,
        "strong": StrongThreeThirteenPlayer,
    }
    thoughts = THOUGHTS
    deals = (DealFormat(("classic", "strong", "classic")),)
    measure = Measure(
        N_(
            "Judged from what could be seen at the time, in expected points. Chance decides much of a round, so "
            "anything that costs less than a point is left out."
        ),
        scale=1.5,
    )
    review = staticmethod(review)


PLAYERS: GamePlayers[ThreeThirteenView] = ThreeThirteenPlayers()
