"""The computer players of Huxxy, weakest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.language import N_
from bot.players.huxxy.classic import ClassicHuxxyPlayer
from bot.players.huxxy.easy import EasyHuxxyPlayer
from bot.players.huxxy.random_player import RandomHuxxyPlayer
from bot.players.huxxy.review import review
from bot.players.huxxy.strong import StrongHuxxyPlayer
from bot.players.huxxy.why import WHY
from bot.players.player import DealFormat, Measure

if TYPE_CHECKING:
    from bot.players.player import GamePlayers, Levels
    from bot.rules.huxxy.view import HuxxyView


THOUGHTS = {
    "drew_at_random": (
        N_("I flipped a coin and drew."),
        N_("I flipped a coin and drew."),
    ),
    "ended_as_it_could": (
        N_("The table is in order, so I end my turn."),
        N_("The table is in order: you can end your turn."),
    ),
    "took_back_all": (
        N_("I take my plays back to start over."),
        N_("This turn cannot be ended as it stands: take it back and start over."),
    ),
    "drew_without_looking": (
        N_("I draw without looking closely."),
        N_("I draw without looking closely."),
    ),
    **WHY,
}


class HuxxyPlayers:
    """The levels of Huxxy and the texts of their thoughts."""

    levels: ClassVar[Levels[HuxxyView]] = {
        "random": RandomHuxxyPlayer,
        "easy": EasyHuxxyPlayer,
        "classic": ClassicHuxxyPlayer,
        "strong": StrongHuxxyPlayer,
    }
    thoughts = THOUGHTS
    deals = (
        DealFormat(("classic", "classic", "classic")),
        DealFormat(("strong", "classic", "strong"), {"jokers": True}),
    )
    measure = Measure(N_("Each turn is compared with the best possible one, by how many cards it shed."), luck="cards")
    review = staticmethod(review)


PLAYERS: GamePlayers[HuxxyView] = HuxxyPlayers()
