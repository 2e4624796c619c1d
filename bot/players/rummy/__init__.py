"""The computer players of Rummy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.random_player import RandomPlayer
from bot.players.rummy.easy import EasyPlayer
from bot.players.rummy.house import HousePlayer
from bot.players.rummy.strong import StrongPlayer

if TYPE_CHECKING:
    from bot.players.player import Levels

LEVELS: Levels = {"random": RandomPlayer, "easy": EasyPlayer, "classic": HousePlayer, "strong": StrongPlayer}
