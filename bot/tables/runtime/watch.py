"""Looks after the tables of one share: clocks, unannounced changes, and time in which nobody could play."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.tables.model.stores import StoreUnavailableError
from bot.tables.runtime.alarms import Alarms
from bot.tables.runtime.outbox import Outbox
from bot.tables.runtime.rounds import Rounds
from bot.tables.runtime.standstill import Standstill

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables.model.protocols import Clock
    from bot.tables.model.records import Deadline
    from bot.tables.model.share import Share
    from bot.tables.model.stores import Store

log = logging.getLogger(__name__)


class Watch:
    """Wakes and announces the tables of a share while Discord reaches the bot there.

    Args:
        act_on: awaited with a table's id and its due deadline.
        moved_on: awaited with the watch when all its deadlines have moved, which makes tables in memory stale.
        tell_soon: called with the id of a table with unannounced changes.
        end_absences: called with the id of a table where somebody's absence is over.
        woken: called when the machine or the process slept.
    """

    def __init__(
        self,
        share: Share,
        store: Store,
        clock: Clock,
        act_on: Callable[[int, Deadline], Awaitable[None]],
        moved_on: Callable[[Watch], Awaitable[None]],
        tell_soon: Callable[[int], None],
        end_absences: Callable[[int], None],
        woken: Callable[[], None],
    ) -> None:
        self.share = share
        self._store = store
        self._clock = clock
        self._moved_on = moved_on
        self.standstill = Standstill(store.deadlines, clock, self._stale, share)
        self.alarms = Alarms(store.deadlines, clock, act_on, self.may_act, share)
        self.outbox = Outbox(store.messages, clock, tell_soon, share)
        self._rounds = Rounds(
            store.deadlines, clock, self.standstill, self.alarms, self.outbox, end_absences, woken, share
        )
        self._unannounced: tuple[int, ...] = ()

    async def resume(self) -> None:
        """Resume where the last process stopped: deadlines move by the downtime. Nothing acts before `connected`."""
        self._unannounced = await self._store.messages.unannounced(self.share)
        await self.standstill.resume()
        self._rounds.start()

    async def connected(self) -> tuple[int, ...]:
        """Note that Discord reaches the bot (again): deadlines move by the time it did not, then take effect.

        Returns the tables that were left unannounced when the last process stopped, the first time.
        """
        self.standstill.connect()
        await self._rounds.make()
        unannounced, self._unannounced = self._unannounced, ()
        return unannounced

    async def look(self) -> None:
        """Check all tables now, because something may have been missed."""
        await self._rounds.make()

    def may_act(self) -> bool:
        """Whether deadlines may act: people can play, and the bot is not stopping."""
        return self.standstill.is_over and not self.alarms.closed

    async def close(self) -> None:
        """Stop waking tables and finish work in progress."""
        self._rounds.stop()
        await self.alarms.close()

    async def beat(self) -> None:
        """Record that people could play until now."""
        if self.standstill.is_over:
            try:
                await self._store.deadlines.beat(self._clock.now(), self.share)
            except StoreUnavailableError as error:
                log.warning("Could not record the heartbeat: %s", error)

    async def _stale(self) -> None:
        self.alarms.clear()
        self.outbox.hurry()
        await self._moved_on(self)
