"""Waking tables at their deadlines, each once among all processes, and the heartbeat that tells when nobody does."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from bot.tables.model.protocols import StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from bot.tables.model.protocols import Clock, Handle, Store
    from bot.tables.model.records import Deadline

log = logging.getLogger(__name__)

_BEAT_SECONDS = 15.0
_LEASE_SECONDS = 30.0
"""How long a deadline is this process's own; if it dies over it, another one may act after that time."""


class Alarms:
    """One timer a table. `act_on` is awaited with the table's id and the deadline that has come."""

    def __init__(
        self, store: Store, clock: Clock, act_on: Callable[[int, Deadline], Awaitable[None]]
    ) -> None:
        self._store = store
        self._clock = clock
        self._act_on = act_on
        self._owner = uuid4().hex
        self._timers: dict[int, Handle] = {}
        self._beat_timer: Handle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.closed = False

    def set(self, table_id: int, deadline: Deadline | None) -> None:
        """Wake the table then, and no longer when it was to be woken before; None: not at all."""
        old = self._timers.pop(table_id, None)
        if old is not None:
            old.cancel()
        if deadline is not None and not self.closed:
            self._call_at(deadline.at, table_id, deadline)

    def spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Do something in a task that `close` waits for."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def beat(self) -> None:
        """Note every few seconds that the bot is alive, so that a later start knows how long it was down."""
        if self.closed:
            return
        self.spawn(self._beat_once(), "heartbeat")
        self._beat_timer = self._clock.call_at(self._clock.now() + _BEAT_SECONDS, self.beat)

    async def close(self) -> None:
        """Wake nobody any more, and finish what is under way."""
        self.closed = True
        for timer in (*self._timers.values(), *((self._beat_timer,) if self._beat_timer else ())):
            timer.cancel()
        self._timers.clear()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._store.beat(self._clock.now())

    def _call_at(self, when: float, table_id: int, deadline: Deadline) -> None:
        self._timers[table_id] = self._clock.call_at(when, lambda: self._due(table_id, deadline))

    def _due(self, table_id: int, deadline: Deadline) -> None:
        self._timers.pop(table_id, None)
        if not self.closed:
            self.spawn(self._wake(table_id, deadline), f"wake table {table_id}")

    async def _wake(self, table_id: int, deadline: Deadline) -> None:
        """Act on a deadline, once among all processes; a failure is reported and tried again."""
        now = self._clock.now()
        try:
            until = now + _LEASE_SECONDS
            if await self._store.claim_deadline(table_id, deadline, self._owner, now, until):
                await self._act_on(table_id, deadline)
        except Exception:
            log.exception("Table %s could not act on its deadline; it is tried again.", table_id)
            if not self.closed and table_id not in self._timers:
                self._call_at(self._clock.now() + _LEASE_SECONDS, table_id, deadline)

    async def _beat_once(self) -> None:
        try:
            await self._store.beat(self._clock.now())
        except StoreUnavailableError as error:
            log.warning("The heartbeat could not be written: %s", error)
