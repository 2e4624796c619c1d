"""The computer players of Notty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.notty.classic import ClassicPlayer
from bot.players.notty.easy import EasyPlayer
from bot.players.notty.strong import StrongPlayer
from bot.players.random_player import RandomPlayer

if TYPE_CHECKING:
    from bot.players.player import Levels

LEVELS: Levels = {
    "random": RandomPlayer,
    "easy": EasyPlayer,
    "classic": ClassicPlayer,
    "strong": StrongPlayer,
}
