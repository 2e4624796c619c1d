"""The computer players of Notty, weakest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.players.notty.classic import ClassicPlayer
from bot.players.notty.easy import EasyPlayer
from bot.players.notty.strong import StrongPlayer
from bot.players.notty.thoughts import THOUGHTS
from bot.players.random_player import RandomPlayer

if TYPE_CHECKING:
    from bot.players.player import GamePlayers, Levels
    from bot.rules.notty.view import NottyView


class NottyPlayers:
    """The levels of Notty and what they think."""

    levels: ClassVar[Levels[NottyView]] = {
        "random": RandomPlayer,
        "easy": EasyPlayer,
        "classic": ClassicPlayer,
        "strong": StrongPlayer,
    }
    thoughts = THOUGHTS


PLAYERS: GamePlayers[NottyView] = NottyPlayers()
