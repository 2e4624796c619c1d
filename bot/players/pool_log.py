"""What the worker pool counts and logs, each thing once rather than at every attempt: worker starts, and moves made by
the simple strategy in place of a player.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import TYPE_CHECKING

from bot.players.worker_process import NoWorkerStartsError, WorkerDiedError, WorkerTimeoutError

if TYPE_CHECKING:
    from bot.players.counters import Counters
    from bot.players.request import Request
    from bot.players.worker_process import WorkerError


log = logging.getLogger(__name__)


class WorkerStarts:
    """The starts of a pool's workers. `again` means the same worker failed to start before."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters
        self._is_stuck = False
        self._priority_logged = False

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
        if why_not_nice and not self._priority_logged:
            self._priority_logged = True
            log.info(
                "Computer players think at the bot's own priority: the system does not let them lower it (%s).",
                why_not_nice,
            )


LOG_INTERVAL_SECONDS = 60.0
"""Seconds between log lines; a busy machine may replace many moves per second."""


class ReplacedMoves:
    """Counts replaced moves, and keeps those that are not logged yet. Not thread-safe: use from one event loop."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters
        self._reasons: Counter[str] = Counter()
        self._timer: asyncio.TimerHandle | None = None

    def add(self, error: WorkerError, request: Request) -> None:
        """Count a move; the first one to log starts the timer. A player's error is a bug, so its place is logged."""
        match error:
            case WorkerTimeoutError():
                self._counters.too_late += 1
                reason = "too late"
            case WorkerDiedError():
                self._counters.died += 1
                reason = "whose process ended"
            case _:
                self._counters.failed += 1
                reason = f"with an error of {request.level} of {request.game_key}: {error}"
        if isinstance(error, NoWorkerStartsError):  # logged when the workers failed to start
            return
        self._reasons[reason] += 1
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LOG_INTERVAL_SECONDS, self.log_counts)

    def log_counts(self) -> None:
        """Log the moves counted so far, if any."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._reasons:
            counts = "; ".join(f"{count} {reason}" for reason, count in self._reasons.most_common())
            log.warning(
                "In the last minute the simple strategy moved instead of the player that was asked: %s",
                counts,
            )
            self._reasons.clear()
