"""Asides of a hand besides the turn: a hint, the question before one, or why something was refused.

They are kept in memory until the next press or decision, so that redrawing the hand keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from cachetools import LRUCache

from bot.ui.kit.layout import Part

MAX_KEPT = 2_000


@dataclass(frozen=True, slots=True)
class Aside:
    """`parts` makes new parts each time, because a control belongs to one message, and the language may have changed.
    `decision` is the one it is about.
    """

    decision: int
    parts: Callable[[], Sequence[Part]]


PersonAtTable: TypeAlias = tuple[int, int]
"""A table and a person."""


class Asides:
    """The aside of each person's hand at each table."""

    def __init__(self) -> None:
        self._asides: LRUCache[PersonAtTable, Aside] = LRUCache(MAX_KEPT)

    def put(self, table_id: int, person: int, aside: Aside | None) -> None:
        """Set or remove what the hand says."""
        if aside is None:
            self._asides.pop((table_id, person), None)
        else:
            self._asides[table_id, person] = aside

    def of(self, table_id: int, person: int, decision: int) -> Sequence[Part]:
        """The parts that the hand shows with this decision."""
        aside = self._asides.get((table_id, person))
        return () if aside is None or aside.decision != decision else aside.parts()
