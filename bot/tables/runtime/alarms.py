"""Waking tables at their deadlines, each once among all processes."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from bot.tables.model.protocols import StoreUnavailableError
from bot.tables.runtime import standstill

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from bot.tables.model.protocols import Clock, DeadlineStore, Handle
    from bot.tables.model.records import Deadline

log = logging.getLogger(__name__)

MAX_DUE = 500
"""Deadlines that one sweep takes up; the next one finds the others."""
_LEASE_SECONDS = 30.0
"""How long a deadline is this process's own; if it dies over it, another one may act after that time."""


class Alarms:
    """Finds the deadlines in the store that have come, and wakes their tables to the moment by a timer.

    `act_on` is awaited with the table's id and the deadline, but only while `may_act`. A timer that is lost, or
    drops its call because nothing may act, costs no more than the time until the next sweep.
    """

    def __init__(
        self,
        deadlines: DeadlineStore,
        clock: Clock,
        act_on: Callable[[int, Deadline], Awaitable[None]],
        may_act: Callable[[], bool],
    ) -> None:
        self._deadlines = deadlines
        self._clock = clock
        self._act_on = act_on
        self._may_act = may_act
        self._owner = uuid4().hex
        self._timers: dict[int, tuple[Deadline, Handle]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.closed = False

    def set(self, table_id: int, deadline: Deadline | None) -> None:
        """Wake the table then, and no longer when it was to be woken before; None: not at all."""
        if table_id in self._timers:
            self._timers.pop(table_id)[1].cancel()
        if deadline is not None and deadline.at < self._horizon() and not self.closed:
            self._call_at(deadline.at, table_id, deadline)

    async def sweep(self) -> None:
        """Find what is due before the next sweep."""
        now = self._clock.now()
        for table_id, deadline in await self._deadlines.due(now, self._horizon(), MAX_DUE):
            armed = self._timers.get(table_id)
            if armed is None or armed[0] != deadline:
                self.set(table_id, deadline)

    def clear(self) -> None:
        """Forget all timers; the next sweep sets them anew."""
        for _deadline, timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Do something in a task that `close` waits for."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Wake nobody any more, and finish what is under way."""
        self.closed = True
        self.clear()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _horizon(self) -> float:
        """What is due later than that is left to the sweeps."""
        return self._clock.now() + 2 * standstill.LOOK_SECONDS

    def _call_at(self, when: float, table_id: int, deadline: Deadline) -> None:
        timer = self._clock.call_at(when, lambda: self._due(table_id, deadline))
        self._timers[table_id] = deadline, timer

    def _due(self, table_id: int, deadline: Deadline) -> None:
        self._timers.pop(table_id, None)
        if self._may_act():
            self.spawn(self._wake(table_id, deadline), f"wake table {table_id}")

    async def _wake(self, table_id: int, deadline: Deadline) -> None:
        """Act on a deadline, once among all processes; a failure is reported and tried again."""
        now = self._clock.now()
        try:
            until = now + _LEASE_SECONDS
            if await self._deadlines.claim(table_id, deadline, self._owner, now, until):
                await self._act_on(table_id, deadline)
        except StoreUnavailableError as error:
            log.warning("Table %s could not act on its deadline; it is tried again: %s", table_id, error)
            self._try_again(table_id, deadline)
        except Exception:
            log.exception("Table %s could not act on its deadline; it is tried again.", table_id)
            self._try_again(table_id, deadline)

    def _try_again(self, table_id: int, deadline: Deadline) -> None:
        if not self.closed and table_id not in self._timers:
            self._call_at(self._clock.now() + _LEASE_SECONDS, table_id, deadline)
