"""The computer players of 6 Holes, weakest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from bot.players.random_player import RandomPlayer
from bot.players.six_holes.classic import ClassicSixHolesPlayer
from bot.players.six_holes.easy import EasySixHolesPlayer
from bot.players.six_holes.strong import StrongSixHolesPlayer
from bot.players.six_holes.thoughts import THOUGHTS

if TYPE_CHECKING:
    from bot.players.player import GamePlayers, Levels
    from bot.rules.six_holes.view import SixHolesView


class SixHolesPlayers:
    """The levels of 6 Holes and the texts of their thoughts."""

    levels: ClassVar[Levels[SixHolesView]] = {
        "random": RandomPlayer,
        "easy": EasySixHolesPlayer,
        "classic": ClassicSixHolesPlayer,
        "strong": StrongSixHolesPlayer,
    }
    thoughts = THOUGHTS


PLAYERS: GamePlayers[SixHolesView] = SixHolesPlayers()
