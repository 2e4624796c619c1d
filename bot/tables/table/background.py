"""Work that runs to its end in a task of its own, whatever becomes of whoever asked for it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, TypeVar

from bot.rules.errors import ActionError
from bot.tables.model.errors import TableError
from bot.tables.model.protocols import StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")
log = logging.getLogger(__name__)


class ShieldedTasks:
    """Tasks that their callers' cancellation does not reach; `finish` waits for them when the bot stops."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def uninterrupted(self, work: Coroutine[Any, Any, T], name: str) -> T:
        """The work's result, or what it raised; if the caller is cancelled meanwhile, the work goes on without it."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_report)
            raise

    async def finish(self) -> None:
        """Wait until everything under way has ended."""
        while self._tasks:
            await asyncio.wait(self._tasks)


def _report(task: asyncio.Task[Any]) -> None:
    """Log a failure that nobody waits for; a refusal was meant for whoever has gone."""
    error = None if task.cancelled() else task.exception()
    if error is None or isinstance(error, TableError | ActionError):
        return
    if isinstance(error, StoreUnavailableError):
        log.warning("The store refused what nobody waits for any more (%s): %s", task.get_name(), error)
    else:
        log.error("Nobody waited any more when this failed: %s.", task.get_name(), exc_info=error)
