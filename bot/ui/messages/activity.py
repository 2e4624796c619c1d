"""When people last pressed or typed something, in memory: people active just now are not mentioned at once."""

from __future__ import annotations

from collections import OrderedDict

IDLE_AFTER = 120.0
"""Seconds without a press or command after which a person counts as idle."""


class Activity:
    """The last act of each person who is not idle, oldest first. After a restart everybody is unknown, but that alone
    makes nobody count as idle.
    """

    def __init__(self, started: float) -> None:
        self._started = started
        self._last: OrderedDict[int, float] = OrderedDict()

    def record(self, person: int, now: float) -> None:
        """The person pressed or typed something."""
        self._last[person] = now
        self._last.move_to_end(person)
        while now - next(iter(self._last.values())) > IDLE_AFTER:
            self._last.popitem(last=False)

    def is_active(self, person: int, now: float) -> bool:
        """Whether the person is known to have acted lately."""
        return person in self._last and not self.is_idle(person, now)

    def is_idle(self, person: int, now: float) -> bool:
        """Whether the person has been inactive for a while."""
        return now - self._last.get(person, self._started) > IDLE_AFTER
