"""Counters of the computer players' work, for the metrics."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Counters:
    """Counts since the start; `longest` is the longest request in seconds, including time in the queue.

    `too_late`, `died` and `failed` count choices that the simple strategy made instead.
    """

    choices: int = 0
    too_late: int = 0
    """Requests that overran: the worker was killed, or the budget was spent in the queue."""
    died: int = 0
    failed: int = 0
    """Requests in which the player raised an error or chose an illegal action."""
    workers: int = 0
    """Number of worker processes configured."""
    workers_failing: int = 0
    """Number of workers whose last start failed; if all did, every level plays the simple strategy."""
    longest: float = 0.0

    @property
    def trouble(self) -> str:
        """A short description of problems with the workers; empty if there are none."""
        if not self.workers_failing:
            return ""
        if self.workers_failing < self.workers:
            verb = "does" if self.workers_failing == 1 else "do"
            return f"{self.workers_failing} of {self.workers} workers {verb} not start"
        return "no worker starts: every level plays like classic"

    def add_choice(self, seconds: float) -> None:
        self.choices += 1
        self.longest = max(self.longest, seconds)
