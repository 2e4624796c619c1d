"""Plain numbers about the computer players' work, for whoever publishes metrics."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

LATENCY_BOUNDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
"""Upper bounds in seconds of the latency classes; one more class is above them all."""


@dataclass(slots=True)
class Counters:
    """Counts since the start. A latency is the time from the question to the choice, queueing included."""

    choices: int = 0
    too_late: int = 0
    """Worker killed, or the budget spent in the queue: the simple strategy moved."""
    died: int = 0
    failed: int = 0
    """The player raised an error or chose an illegal action."""
    workers_started: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    latencies: list[int] = field(default_factory=lambda: [0] * (len(LATENCY_BOUNDS) + 1))

    @property
    def fallbacks(self) -> int:
        """How many moves were made by the simple strategy instead of the asked player."""
        return self.too_late + self.died + self.failed

    def add_choice(self, seconds: float) -> None:
        self.choices += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        self.latencies[bisect_left(LATENCY_BOUNDS, seconds)] += 1
