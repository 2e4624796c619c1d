"""Recurring work, one run at a time; each run says when the next is due."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables.model.protocols import Clock, Handle

log = logging.getLogger(__name__)

NEVER = float("inf")
AFTER_FAILURE = 120.0
"""Seconds until the next run after an unexpected failure."""


class Recurring:
    """Calls `work` when it is due; `work` returns the time of the next call, in seconds since the epoch.

    Use from one event loop. `name` is for the log.
    """

    def __init__(self, name: str, clock: Clock, work: Callable[[], Awaitable[float]]) -> None:
        self._name = name
        self._clock = clock
        self._work = work
        self._timer: Handle | None = None
        self._due = NEVER
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._closed = False

    @property
    def is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    def run_now(self) -> None:
        """Run at once; if a run is in progress, run once more after it."""
        if self._closed:
            return
        if self.is_running:
            self._again = True
        else:
            self._task = asyncio.get_running_loop().create_task(self._run(), name=self._name)

    def run_by(self, due: float) -> None:
        """Run at that time, unless the next run is earlier; if a run is in progress, run once more after it."""
        if self.is_running:
            self._again = True
        elif due < self._due:
            self._run_at(due)

    async def close(self) -> None:
        """Stop, cancelling a run in progress."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        self._again = True
        while self._again:
            self._again = False
            due = await self._next()
        self._run_at(due)

    def _run_at(self, due: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if not self._closed:
            self._due, self._timer = due, self._clock.call_at(due, self.run_now)

    async def _next(self) -> float:
        try:
            return await self._work()
        except Exception:
            log.exception("A run failed and will be repeated: %s.", self._name)
            return self._clock.now() + AFTER_FAILURE
