"""Work that comes again and again: one look at a time, each of which says when the next one is."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables.model.protocols import Clock, Handle

log = logging.getLogger(__name__)

AFTER_FAILURE = 120.0
"""Seconds until the next look if one fails in a way that it does not handle itself."""


class Recurring:
    """Calls `look` whenever its time comes; it returns the time of the next look, in seconds since the epoch.

    Use from one event loop. `name` is for the log.
    """

    def __init__(self, name: str, clock: Clock, look: Callable[[], Awaitable[float]]) -> None:
        self._name = name
        self._clock = clock
        self._look = look
        self._timer: Handle | None = None
        self._task: asyncio.Task[None] | None = None
        self._again = False
        self._closed = False

    @property
    def is_looking(self) -> bool:
        return self._task is not None and not self._task.done()

    def hurry(self) -> None:
        """Look at once; if a look is under way, once more after it."""
        if self._closed:
            return
        if self.is_looking:
            self._again = True
        else:
            self._task = asyncio.get_running_loop().create_task(self._run(), name=self._name)

    async def close(self) -> None:
        """Stop; a look under way is cancelled."""
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
        if self._timer is not None:
            self._timer.cancel()
        if not self._closed:
            self._timer = self._clock.call_at(due, self.hurry)

    async def _next(self) -> float:
        try:
            return await self._look()
        except Exception:
            log.exception("A look failed and is repeated: %s.", self._name)
            return self._clock.now() + AFTER_FAILURE
