"""The queue of outdated messages (not of requests): first whatever has waited longest beyond its patience."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from typing import TypeAlias

NEVER = float("inf")


class Urgency(IntEnum):
    """Classes of updates, the most urgent first."""

    TURN = 0
    """Telling somebody that it is their turn, or answering them."""
    HAND = 1
    """The hand of whoever's turn it is."""
    BOARD = 2
    """The board of a table whose turn changed."""
    OTHER = 3
    """Other boards and hands."""
    CLEANUP = 4
    """Old messages to delete."""


PATIENCE = {Urgency.TURN: 0.0, Urgency.HAND: 1.0, Urgency.BOARD: 20.0, Urgency.OTHER: 24.0, Urgency.CLEANUP: 60.0}
"""Seconds that an update may wait before it goes ahead of a turn that is to be told now, so that nothing waits forever.
If there are too few requests for both the hand and the board of every turn, boards become older than hands by the
difference.
"""


ReadyAt: TypeAlias = "Callable[[float], float]"
"""When an update may start, given the time: now (0), at a time, or not until something else happens (NEVER)."""


def immediately(now: float) -> float:
    """For an update that need not wait."""
    return 0.0


def never_free() -> bool:
    """For an update that costs a request."""
    return False


@dataclass(slots=True)
class QueuedUpdate:
    """An update that is due since `due`; `start` starts it, and `is_free` tells whether it costs no request.

    Updates of a `group` run one at a time. Those with the earliest `deadline` go first.
    """

    key: Hashable
    urgency: Urgency
    due: float
    start: Callable[[QueuedUpdate], None]
    group: Hashable = None
    ready_at: ReadyAt = immediately
    is_free: Callable[[], bool] = never_free
    deadline: float = field(init=False)

    def __post_init__(self) -> None:
        self.deadline = self.due + PATIENCE[self.urgency]


class UpdateQueue:
    """Queued updates by key; those of a `busy` group wait.

    Only due updates are looked at: most of the others wait for seconds, while the queue is asked with every request.
    """

    def __init__(self) -> None:
        self._updates: dict[Hashable, QueuedUpdate] = {}
        self._due: dict[Hashable, QueuedUpdate] = {}
        self._not_due: list[tuple[float, int, QueuedUpdate]] = []
        """A heap of the rest by due time; updates that are no longer queued, or now due earlier, stay until then."""
        self._count = count()
        self.busy: set[Hashable] = set()

    def __contains__(self, key: object) -> bool:
        return key in self._updates

    def put(self, new: QueuedUpdate) -> None:
        """Add an update, or merge it into a queued one: the older due time, the more urgent class and the earlier
        deadline count.
        """
        old = self._updates.setdefault(new.key, new)
        old.urgency = min(old.urgency, new.urgency)
        old.deadline = min(old.deadline, new.deadline)
        if old is new or new.due < old.due:
            old.due = new.due
            heappush(self._not_due, (old.due, next(self._count), old))

    def drop(self, key: Hashable) -> None:
        """Remove an update, if it is queued."""
        self._updates.pop(key, None)
        self._due.pop(key, None)

    def drop_groups(self) -> None:
        """Remove the updates of all groups. Requests that wait their turn are of none; somebody awaits them."""
        for key in [one.key for one in self._updates.values() if one.group is not None]:
            self.drop(key)

    def take(self, now: float, *, only_free: bool = False) -> QueuedUpdate | None:
        """Remove and return the most urgent update that may start now."""
        self._promote_due(now)
        ready = [
            one
            for one in self._due.values()
            if one.group not in self.busy and (not only_free or one.is_free()) and one.ready_at(now) <= now
        ]
        if not ready:
            return None
        first = min(ready, key=lambda one: (one.deadline, one.urgency))
        self.drop(first.key)
        return first

    def next_at(self, now: float) -> float:
        """When to ask again, as far as known: when an update becomes due or ready; at or before `now` if one is."""
        self._promote_due(now)
        times = [max(one.due, one.ready_at(now)) for one in self._due.values() if one.group not in self.busy]
        if self._not_due:
            times.append(self._not_due[0][0])
        return min(times, default=NEVER)

    def _promote_due(self, now: float) -> None:
        """Move on what is due by now, and forget what is no longer queued."""
        while self._not_due:
            due, _number, one = self._not_due[0]
            is_waiting = self._updates.get(one.key) is one and one.key not in self._due
            if is_waiting and due > now:
                return
            heappop(self._not_due)
            if is_waiting:
                self._due[one.key] = one

    def counts(self, now: float) -> dict[Urgency, int]:
        """Number of due updates, by class."""
        found = dict.fromkeys(Urgency, 0)
        for one in self._updates.values():
            if one.due <= now:
                found[one.urgency] += 1
        return found

    def oldest(self, now: float) -> float:
        """How long the oldest due update has waited, in seconds."""
        return max((now - one.due for one in self._updates.values() if one.due <= now), default=0.0)
