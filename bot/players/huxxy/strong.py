"""The level `strong` of Huxxy: the best possible turn, rearranging the table as far as six plays allow."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bot.players.huxxy.classic import follow
from bot.players.huxxy.turn import start_of
from bot.players.player import Choice, Stop, never
from bot.rules.huxxy.actions import Move, Play  # needed at run time by a NamedTuple
from bot.rules.huxxy.solver.best_turn import best_turn

if TYPE_CHECKING:
    import random

    from bot.players.huxxy.turn import Start
    from bot.rules.huxxy.view import HuxxyView

MAX_NODES = 60_000
"""Search steps after which the best turn so far is played. A count rather than a time, so that every action of a turn
finds the same plan again in any process."""


class StrongHuxxyPlayer:
    """Plays as many cards as possible, rearranging the table where that helps. Values are cards shed this turn."""

    def choose(self, view: HuxxyView, rng: random.Random, stop: Stop = never) -> Choice:
        turn = best_plan(start_of(view))
        return follow(view, turn.actions, certain=turn.certain)


class Plan(NamedTuple):
    """The plays and moves of a turn, empty if there is none; `certain` if every turn was searched."""

    actions: tuple[Play | Move, ...]
    certain: bool


@lru_cache(maxsize=64)
def best_plan(start: Start) -> Plan:
    """The turn that sheds the most cards, then the most points."""
    turn = best_turn(start.hand, start.table, start.opened, max_nodes=MAX_NODES)
    return Plan((), certain=True) if turn is None else Plan(turn.actions, turn.exhaustive)
