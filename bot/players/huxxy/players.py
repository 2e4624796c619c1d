"""The computer players of Huxxy, weakest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.players.huxxy.classic import ClassicHuxxyPlayer
from bot.players.huxxy.easy import EasyHuxxyPlayer
from bot.players.huxxy.random_player import RandomHuxxyPlayer
from bot.players.huxxy.strong import StrongHuxxyPlayer
from bot.players.huxxy.thoughts import THOUGHTS

if TYPE_CHECKING:
    from bot.players.player import GamePlayers, Levels
    from bot.rules.huxxy.view import HuxxyView


class HuxxyPlayers:
    """The levels of Huxxy and the texts of their thoughts."""

    levels: ClassVar[Levels[HuxxyView]] = {
        "random": RandomHuxxyPlayer,
        "easy": EasyHuxxyPlayer,
        "classic": ClassicHuxxyPlayer,
        "strong": StrongHuxxyPlayer,
    }
    thoughts = THOUGHTS


PLAYERS: GamePlayers[HuxxyView] = HuxxyPlayers()
