"""The computer players of Rummy, weakest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.players.random_player import RandomPlayer
from bot.players.rummy.easy import EasyRummyPlayer
from bot.players.rummy.house import HouseRummyPlayer
from bot.players.rummy.strong import StrongRummyPlayer
from bot.players.rummy.thoughts import THOUGHTS

if TYPE_CHECKING:
    from bot.players.player import GamePlayers, Levels
    from bot.rules.rummy.view import RummyView


class RummyPlayers:
    """The levels of Rummy and the texts of their thoughts."""

    levels: ClassVar[Levels[RummyView]] = {
        "random": RandomPlayer,
        "easy": EasyRummyPlayer,
        "classic": HouseRummyPlayer,
        "strong": StrongRummyPlayer,
    }
    thoughts = THOUGHTS


PLAYERS: GamePlayers[RummyView] = RummyPlayers()
