"""The level `strong` of Huxxy: the best turn found that may also move cards on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.huxxy.classic import follow
from bot.players.huxxy.turn import start_of
from bot.players.huxxy.with_table import best_with_table
from bot.players.player import Choice, Stop, never

if TYPE_CHECKING:
    import random

    from bot.rules.huxxy.view import HuxxyView


class StrongHuxxyPlayer:
    """Plays as many cards as possible, rearranging the table where that helps."""

    level = "strong"

    def choose(self, view: HuxxyView, rng: random.Random, stop: Stop = never) -> Choice:
        return follow(view, best_with_table(start_of(view)))
