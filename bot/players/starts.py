"""Whether worker processes start: counted for the host's metrics, and logged once rather than at every attempt."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.players.counters import Counters

log = logging.getLogger(__name__)


class Starts:
    """The starts of a pool's workers. `again` says that the same worker's start failed before."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters
        self._is_stuck = False
        self._priority_told = False

    @property
    def all_fail(self) -> bool:
        """Whether not one process starts, so that waiting for one is in vain."""
        return self._counters.workers_failing == self._counters.workers

    def failed(self, error: Exception, *, again: bool) -> None:
        """Log a worker's first failure, and loudly the one that leaves the pool without any worker."""
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
        """Log the end of trouble, and the first worker that could not lower its priority."""
        self._counters.workers_failing -= again
        if self._is_stuck:
            self._is_stuck = False
            log.warning(
                "A worker for the computer players has started: all levels play as they should again."
            )
        if why_not_nice and not self._priority_told:
            self._priority_told = True
            log.info(
                "Computer players think at the bot's own priority: the system does not let them lower it (%s).",
                why_not_nice,
            )
