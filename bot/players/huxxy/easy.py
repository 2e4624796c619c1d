"""The level `easy` of Huxxy: finds only small turns, and not always."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.huxxy.classic import follow
from bot.players.huxxy.from_hand import best_from_hand
from bot.players.huxxy.turn import start_of
from bot.players.player import Choice, Stop, Thought, never
from bot.rules.huxxy.actions import DRAW

if TYPE_CHECKING:
    import random

    from bot.rules.huxxy.view import HuxxyView

_OVERLOOKS = 0.7
_MAX_PLAYS = 3
_ENDING = 4
"""Stock size at which the game may end before the next turn."""


class EasyHuxxyPlayer:
    """Plays at most three cards a turn; now and then it draws without looking for a turn.

    It does so with an even number of cards only, so never twice in a row, and not when the stock is about to run out.
    """

    def choose(self, view: HuxxyView, rng: random.Random, stop: Stop = never) -> Choice:
        may_overlook = not view.plays and len(view.hand) % 2 == 0 and view.stock_size > _ENDING
        if may_overlook and rng.random() < _OVERLOOKS:
            return Choice(DRAW, Thought("drew_without_looking"))
        return follow(view, best_from_hand(start_of(view), _MAX_PLAYS))
