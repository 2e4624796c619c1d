"""The computer players of Three Thirteen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.random_player import RandomPlayer
from bot.players.three_thirteen.classic import ClassicPlayer
from bot.players.three_thirteen.easy import EasyPlayer
from bot.players.three_thirteen.strong import StrongPlayer

if TYPE_CHECKING:
    from bot.players.player import Levels

LEVELS: Levels = {
    "random": RandomPlayer,
    "easy": EasyPlayer,
    "classic": ClassicPlayer,
    "strong": StrongPlayer,
}
