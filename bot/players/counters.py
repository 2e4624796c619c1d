"""Plain numbers about the computer players' work, for whoever publishes metrics."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Counters:
    """Counts since the start; `longest` is in seconds from the question to the choice, queueing included."""

    choices: int = 0
    too_late: int = 0
    """Worker killed, or the budget spent in the queue: the simple strategy moved."""
    died: int = 0
    failed: int = 0
    """The player raised an error or chose an illegal action."""
    workers: int = 0
    """How many processes there should be."""
    workers_failing: int = 0
    """Of how many the last start failed; when it is all of them, every level plays like the simple strategy."""
    longest: float = 0.0

    @property
    def trouble(self) -> str:
        """What is wrong with the workers, in a few words; nothing when all is well."""
        if not self.workers_failing:
            return ""
        if self.workers_failing < self.workers:
            return f"{self.workers_failing} of {self.workers} workers do not start"
        return "no worker starts: every level plays like classic"

    def add_choice(self, seconds: float) -> None:
        self.choices += 1
        self.longest = max(self.longest, seconds)
