"""The computer players of Huxxy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.huxxy.classic import ClassicPlayer
from bot.players.huxxy.easy import EasyPlayer
from bot.players.huxxy.random_player import RandomHuxxyPlayer
from bot.players.huxxy.strong import StrongPlayer

if TYPE_CHECKING:
    from bot.players.player import Levels

LEVELS: Levels = {
    "random": RandomHuxxyPlayer,
    "easy": EasyPlayer,
    "classic": ClassicPlayer,
    "strong": StrongPlayer,
}
