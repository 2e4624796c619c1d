"""Hands of this process's tables that other processes keep up to date; `kept_hands.py` is the other side.

The table's process leaves such a hand alone and sends notices of every change. If the keeper dies or cannot continue,
the hand returns to the table's process.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


class _Lent(NamedTuple):
    process: str
    until: float


class LentHands:
    """The hands that other processes keep, and until when.

    Args:
        now: returns the time in seconds since the epoch.
        returned: called with a table and a person whose hand has to be kept up to date here again.
    """

    def __init__(self, now: Callable[[], float], returned: Callable[[int, int], None]) -> None:
        self._now = now
        self._returned = returned
        self._lent: dict[int, dict[int, _Lent]] = {}

    def lend(self, table_id: int, person: int, process: str, until: float) -> None:
        """Leave a hand to that process until the given time."""
        self._lent.setdefault(table_id, {})[person] = _Lent(process, until)

    def has(self, table_id: int, person: int) -> bool:
        """Whether another process keeps this hand up to date now."""
        lent = self._lent.get(table_id, {}).get(person)
        if lent is not None and lent.until <= self._now():
            self.take_back(table_id, person)
            return False
        return lent is not None

    def has_any(self, table_id: int) -> bool:
        """Whether another process keeps a hand of the table and needs notices of its changes."""
        return any(self.has(table_id, person) for person in tuple(self._lent.get(table_id, ())))

    def take_back(self, table_id: int, person: int) -> bool:
        """Keep the hand here from now on; return whether it was lent."""
        people = self._lent.get(table_id, {})
        was_lent = people.pop(person, None) is not None
        if not people:
            self._lent.pop(table_id, None)
        return was_lent

    def let(self, table_id: int, person: int) -> None:
        """Note that its keeper has released it."""
        if self.take_back(table_id, person):
            self._returned(table_id, person)

    def only_living(self, processes: Collection[str]) -> None:
        """Take back hands lent to any other process than these."""
        lost = [
            (table_id, person)
            for table_id, people in self._lent.items()
            for person, lent in people.items()
            if lent.process not in processes
        ]
        for table_id, person in lost:
            self.let(table_id, person)
