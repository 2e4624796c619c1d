"""The computer players of Three Thirteen, weakest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.players.random_player import RandomPlayer
from bot.players.three_thirteen.classic import ClassicThreeThirteenPlayer
from bot.players.three_thirteen.easy import EasyThreeThirteenPlayer
from bot.players.three_thirteen.strong import StrongThreeThirteenPlayer
from bot.players.three_thirteen.thoughts import THOUGHTS

if TYPE_CHECKING:
    from bot.players.player import GamePlayers, Levels
    from bot.rules.three_thirteen.view import ThreeThirteenView


class ThreeThirteenPlayers:
    """The levels of Three Thirteen and the texts of their thoughts."""

    levels: ClassVar[Levels[ThreeThirteenView]] = {
        "random": RandomPlayer,
        "easy": EasyThreeThirteenPlayer,
        "classic": ClassicThreeThirteenPlayer,
        "strong": StrongThreeThirteenPlayer,
    }
    thoughts = THOUGHTS


PLAYERS: GamePlayers[ThreeThirteenView] = ThreeThirteenPlayers()
