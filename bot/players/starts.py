"""Worker starts: counts failures for the metrics and logs them once rather than at every attempt."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.players.counters import Counters

log = logging.getLogger(__name__)


class Starts:
    """The starts of a pool's workers. `again` means the same worker failed to start before."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters
        self._is_stuck = False
        self._priority_told = False

    @property
    def all_fail(self) -> bool:
        """Whether no process starts, so waiting for one is useless."""
        return self._counters.workers_failing == self._counters.workers

    def failed(self, error: Exception, *, again: bool) -> None:
        """Log a worker's first failure, and as an error if no worker is left."""
        self._counters.workers_failing += not again
        if self.all_fail and not self._is_stuck:
            self._is_stuck = True
            log.error(
                "No worker for the computer players starts (%s): every level plays like classic until one does. "
                "`python -m bot doctor` tries one.",
                error,
            )
        elif not again:
            log.warning("A worker for the computer players did not start (%s); it is tried again.", error)

    def succeeded(self, why_not_nice: str, *, again: bool) -> None:
        """Log the recovery, and the first worker that could not lower its priority."""
        self._counters.workers_failing -= again
        if self._is_stuck:
            self._is_stuck = False
            log.warning("A worker for the computer players has started: all levels play as they should again.")
        if why_not_nice and not self._priority_told:
            self._priority_told = True
            log.info(
                "Computer players think at the bot's own priority: the system does not let them lower it (%s).",
                why_not_nice,
            )
