"""The computer players of Notty, weakest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.players.notty.classic import ClassicNottyPlayer
from bot.players.notty.easy import EasyNottyPlayer
from bot.players.notty.strong import StrongNottyPlayer
from bot.players.notty.thoughts import THOUGHTS
from bot.players.random_player import RandomPlayer

if TYPE_CHECKING:
    from bot.players.player import GamePlayers, Levels
    from bot.rules.notty.view import NottyView


class NottyPlayers:
    """The levels of Notty and the texts of their thoughts."""

    levels: ClassVar[Levels[NottyView]] = {
        "random": RandomPlayer,
        "easy": EasyNottyPlayer,
        "classic": ClassicNottyPlayer,
        "strong": StrongNottyPlayer,
    }
    thoughts = THOUGHTS


PLAYERS: GamePlayers[NottyView] = NottyPlayers()
