"""The computer players of 6 Holes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.random_player import RandomPlayer
from bot.players.six_holes.classic import ClassicPlayer
from bot.players.six_holes.easy import EasyPlayer
from bot.players.six_holes.strong import StrongPlayer

if TYPE_CHECKING:
    from bot.players.player import Levels

LEVELS: Levels = {
    "random": RandomPlayer,
    "easy": EasyPlayer,
    "classic": ClassicPlayer,
    "strong": StrongPlayer,
}
