"""Wakes tables at their deadlines, once each across all processes."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING
from uuid import uuid4

from bot.tables.model.stores import StoreUnavailableError
from bot.tables.runtime import downtime
from bot.tables.table.background import ShieldedTasks

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables.model.protocols import Clock, Handle
    from bot.tables.model.records import Deadline
    from bot.tables.model.share import Share
    from bot.tables.model.stores import DeadlineStore

log = logging.getLogger(__name__)

MAX_DUE = 500
"""Maximum deadlines handled by one sweep; the next finds the rest."""
_LEASE_SECONDS = 30.0
"""Length of the lease on a deadline; if this process dies, another may act afterwards."""
_RETRY_SECONDS = 2.0
"""Pause before a deadline is tried again because the store was unavailable, which may last only a moment."""


class Alarms:
    """Sweeps the store for coming deadlines and sets a timer for each.

    `act_on` is awaited with the table's id and the deadline, but only while `may_act` is true. If a timer is lost, or
    may not act, the next sweep makes up for it.
    """

    def __init__(
        self,
        deadlines: DeadlineStore,
        clock: Clock,
        act_on: Callable[[int, Deadline], Awaitable[None]],
        may_act: Callable[[], bool],
        share: Share,
    ) -> None:
        self._share = share
        self._deadlines = deadlines
        self._clock = clock
        self._act_on = act_on
        self._may_act = may_act
        self._owner = uuid4().hex
        self._timers: dict[int, tuple[Deadline, Handle]] = {}
        self.tasks = ShieldedTasks()
        """Work that `close` waits for."""
        self.closed = False

    def set(self, table_id: int, deadline: Deadline | None) -> None:
        """Wake the table at this deadline instead of its previous one; None: not at all."""
        if table_id in self._timers:
            self._timers.pop(table_id)[1].cancel()
        if deadline is not None and deadline.at < self._horizon() and not self.closed:
            self._call_at(deadline.at, table_id, deadline)

    async def sweep(self) -> None:
        """Set timers for everything due before the next sweep."""
        now = self._clock.now()
        for table_id, deadline in await self._deadlines.due(now, self._horizon(), MAX_DUE, self._share):
            armed = self._timers[table_id][0] if table_id in self._timers else None
            # A deadline that began to run later was set while these were read.
            if armed is None or (armed != deadline and armed.since <= deadline.since):
                self.set(table_id, deadline)

    def clear(self) -> None:
        """Drop all timers; the next sweep sets them again."""
        for _deadline, timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    async def close(self) -> None:
        """Stop waking tables and finish work in progress."""
        self.closed = True
        self.clear()
        await self.tasks.finish()

    def _horizon(self) -> float:
        """Deadlines after this time are left to later sweeps."""
        return self._clock.now() + 2 * downtime.CHECK_SECONDS

    def _call_at(self, when: float, table_id: int, deadline: Deadline) -> None:
        timer = self._clock.call_at(when, lambda: self._timer_fired(table_id, deadline))
        self._timers[table_id] = deadline, timer

    def _timer_fired(self, table_id: int, deadline: Deadline) -> None:
        self._timers.pop(table_id, None)
        if self._may_act():
            self.tasks.spawn(self._wake(table_id, deadline), f"wake table {table_id}")

    async def _wake(self, table_id: int, deadline: Deadline) -> None:
        """Act on a deadline, once across all processes; failures are logged and retried."""
        now = self._clock.now()
        try:
            until = now + _LEASE_SECONDS
            if await self._deadlines.claim(table_id, deadline, self._owner, now, until):
                await self._act_on(table_id, deadline)
        except StoreUnavailableError as error:
            log.warning("Table %s could not act on its deadline; trying again: %s", table_id, error)
            self._retry_after(_RETRY_SECONDS, table_id, deadline)
        except Exception:
            log.exception("Table %s could not act on its deadline; it is tried again.", table_id)
            self._retry_after(_LEASE_SECONDS, table_id, deadline)

    def _retry_after(self, seconds: float, table_id: int, deadline: Deadline) -> None:
        if not self.closed and table_id not in self._timers:
            self._call_at(self._clock.now() + seconds, table_id, deadline)
