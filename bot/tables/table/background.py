"""Work that runs to its end in its own task, whatever happens to the caller."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, TypeVar

from bot.rules.errors import ActionError
from bot.tables.model.errors import NotAgreedError, TableError
from bot.tables.model.stores import StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")
log = logging.getLogger(__name__)


class ShieldedTasks:
    """Tasks shielded from their callers' cancellation; `finish` waits for them on shutdown."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def uninterrupted(self, work: Coroutine[Any, Any, T], name: str) -> T:
        """Run work and return its result; if the caller is cancelled, the work goes on."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_report)
            raise

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Run work that nobody waits for."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_report)

    async def finish(self) -> None:
        """Wait for all tasks to end."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def finish_within(self, seconds: float) -> None:
        """Wait for the tasks there are now, but not for longer."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    def cancel(self) -> None:
        """Cancel all tasks, which nobody needs any more."""
        for task in tuple(self._tasks):
            task.cancel()


def _report(task: asyncio.Task[Any]) -> None:
    """Log a failure that nobody awaits any more, unless it is a refusal meant for the caller."""
    error = None if task.cancelled() else task.exception()
    if error is None or isinstance(error, TableError | NotAgreedError | ActionError):
        return
    if isinstance(error, StoreUnavailableError):
        log.warning("The store refused work whose caller is gone (%s): %s", task.get_name(), error)
    else:
        log.error("This failed after its caller was gone: %s.", task.get_name(), exc_info=error)
