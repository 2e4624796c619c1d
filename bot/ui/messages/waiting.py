"""What waits to be told: not requests, but what is behind. The most urgent comes first, and age makes urgent."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

RAISED_AFTER = 8.0
"""Seconds after which what waits counts as one class more urgent, so that nothing waits for ever."""
NEVER = float("inf")


class Urgency(IntEnum):
    """The classes of what waits, the most urgent first."""

    TURN = 0
    """Somebody is told that it is their turn, or waits for an answer."""
    HAND = 1
    """The hand of whoever's turn it is."""
    BOARD = 2
    """The board of a table whose turn changed."""
    OTHER = 3
    """Other boards and hands."""
    CLEANUP = 4
    """What only disturbs: old messages."""


Opens: TypeAlias = "Callable[[float], float]"
"""When something may be told, seen from now: at once (0), at a time, or not before something else happens (NEVER).
"""


def at_once(now: float) -> float:
    """Nothing else is waited for."""
    return 0.0


def not_free() -> bool:
    """It costs a request."""
    return False


@dataclass(slots=True)
class Waiting:
    """Something that is behind since `due`; `go` begins to bring it up to date, and `is_free` says that this costs no
    request. What has a `lane` waits while that is busy.
    """

    key: Hashable
    urgency: Urgency
    due: float
    go: Callable[[Waiting], None]
    lane: Hashable = None
    opens: Opens = at_once
    is_free: Callable[[], bool] = not_free

    def rank(self, now: float) -> tuple[int, float]:
        """Its class after it has waited so long, then its age."""
        raised = int((now - self.due) / RAISED_AFTER)
        return max(Urgency.TURN, self.urgency - raised), self.due


class Line:
    """The queue, with each key once; nothing of a `busy` lane is taken out."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, Waiting] = {}
        self.busy: set[Hashable] = set()

    def __contains__(self, key: object) -> bool:
        return key in self._waiting

    def __iter__(self) -> Iterator[Waiting]:
        return iter(self._waiting.values())

    def put(self, new: Waiting) -> None:
        """Something is behind. Where it waits already it keeps its age, and becomes as urgent as both together."""
        old = self._waiting.get(new.key)
        if old is None:
            self._waiting[new.key] = new
        else:
            old.urgency, old.due = min(old.urgency, new.urgency), min(old.due, new.due)

    def drop(self, key: Hashable) -> None:
        """It need not be told any more."""
        self._waiting.pop(key, None)

    def take(self, now: float, *, only_free: bool = False) -> Waiting | None:
        """Take out the most urgent of what may be told now."""
        ready = [
            one
            for one in self._waiting.values()
            if one.due <= now
            and one.lane not in self.busy
            and (not only_free or one.is_free())
            and one.opens(now) <= now
        ]
        if not ready:
            return None
        first = min(ready, key=lambda one: one.rank(now))
        del self._waiting[first.key]
        return first

    def next_at(self, now: float) -> float:
        """When the next thing may be told, as far as that is known; at or before `now` when something may already."""
        open_lanes = (one for one in self._waiting.values() if one.lane not in self.busy)
        return min((max(one.due, one.opens(now)) for one in open_lanes), default=NEVER)

    def counts(self, now: float) -> dict[Urgency, int]:
        """How many things are due, by class."""
        found = dict.fromkeys(Urgency, 0)
        for one in self._waiting.values():
            if one.due <= now:
                found[one.urgency] += 1
        return found

    def oldest(self, now: float) -> float:
        """The seconds that the oldest of what is due has waited."""
        return max((now - one.due for one in self._waiting.values() if one.due <= now), default=0.0)
