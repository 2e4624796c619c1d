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

_OVERLOOKS = 0.35
_MAX_PLAYS = 4


class EasyHuxxyPlayer:
    """Plays at most four cards a turn; one time in three it draws without looking for a turn."""

    level = "easy"

    def choose(self, view: HuxxyView, rng: random.Random, stop: Stop = never) -> Choice:
        if not view.plays and rng.random() < _OVERLOOKS:
            return Choice(DRAW, Thought("drew_without_looking"))
        return follow(view, best_from_hand(start_of(view), _MAX_PLAYS))
