"""When people last pressed or typed something, in memory: people active just now are not mentioned at once."""

from __future__ import annotations

from cachetools import LRUCache

IDLE_AFTER = 120.0
"""Seconds without a press or command after which a person counts as idle."""
MAX_PEOPLE = 50_000


class Activity:
    """The last act of each person. After a restart everybody is unknown, but that alone makes nobody count as idle."""

    def __init__(self, started: float) -> None:
        self._started = started
        self._last: LRUCache[int, float] = LRUCache(MAX_PEOPLE)

    def record(self, person: int, now: float) -> None:
        """The person pressed or typed something."""
        self._last[person] = now

    def is_active(self, person: int, now: float) -> bool:
        """Whether the person is known to have acted lately."""
        return person in self._last and not self.is_idle(person, now)

    def is_idle(self, person: int, now: float) -> bool:
        """Whether the person has been inactive for a while."""
        return now - self._last.get(person, self._started) > IDLE_AFTER
