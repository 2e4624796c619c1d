"""Looks after the tables of one share: clocks, unannounced changes, and time in which nobody could play."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.tables.model.durations import DAY
from bot.tables.model.stores import StoreUnavailableError
from bot.tables.runtime import downtime
from bot.tables.runtime.alarms import Alarms
from bot.tables.runtime.downtime import Downtime
from bot.tables.runtime.outbox import Outbox

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from bot.tables.model.protocols import Clock, Handle
    from bot.tables.model.records import Deadline
    from bot.tables.model.share import Share
    from bot.tables.model.stores import Store

log = logging.getLogger(__name__)

BEAT_SECONDS = 15.0


class Watch:
    """Wakes and announces the tables of a share while Discord reaches the bot there. Every few seconds, it checks the
    clock, records that people can play, and catches what timers missed.

    Args:
        act_on: awaited with a table's id and its due deadline.
        on_shift: awaited with the watch when all its deadlines have moved, which makes tables in memory stale.
        announce_soon: called with the id of a table with unannounced changes, or with a new result.
        end_absences: called with the id of a table where somebody's absence is over.
        on_wakeup: called when the machine or the process slept.
        has_lease: whether the share is this process's for certain; its lease may have expired.
        record_refused: records the results that the store refused; yields the tables that have theirs now.
    """

    def __init__(
        self,
        share: Share,
        store: Store,
        clock: Clock,
        act_on: Callable[[int, Deadline], Awaitable[None]],
        on_shift: Callable[[Watch], Awaitable[None]],
        announce_soon: Callable[[int], None],
        end_absences: Callable[[int], None],
        on_wakeup: Callable[[], None],
        *,
        has_lease: Callable[[], bool],
        record_refused: Callable[[], AsyncIterator[int]],
    ) -> None:
        self.share = share
        self._store = store
        self._clock = clock
        self._on_shift = on_shift
        self._announce_soon = announce_soon
        self._end_absences = end_absences
        self._on_wakeup = on_wakeup
        self._record_refused = record_refused
        self.downtime = Downtime(store.deadlines, clock, self._deadlines_shifted, share, has_lease)
        self.alarms = Alarms(store.deadlines, clock, act_on, self.may_act, share)
        self.outbox = Outbox(store.messages, clock, announce_soon, share)
        self._unannounced: tuple[int, ...] = ()
        self._timer: Handle | None = None
        self._beat_at = clock.now()
        self._is_checking = False

    async def resume(self) -> None:
        """Resume where the last process stopped: deadlines move by the downtime. Nothing acts before `connected`.

        Tables that had ended over a day before that are left alone: where the bot may not write, they stay unannounced.
        """
        beat = await self._store.deadlines.last_beat(self.share)
        ended_after = (self._clock.now() if beat is None else beat) - DAY
        self._unannounced = await self._store.messages.unannounced(self.share, ended_after)
        await self.downtime.resume()
        self._check_later()

    async def connected(self) -> tuple[int, ...]:
        """Note that Discord reaches the bot (again): deadlines move by the time it did not, then take effect.

        Returns the tables that were left unannounced when the last process stopped, the first time.
        """
        self.downtime.connect()
        await self.check()
        unannounced, self._unannounced = self._unannounced, ()
        return unannounced

    async def check(self) -> None:
        """Check all tables now; if the store is unavailable, nobody can play until the next check finds it again."""
        self._is_checking = True
        try:
            if await self.downtime.check():
                self._on_wakeup()
            if self.may_act():
                await self._beat_at_times()
                await self.alarms.sweep()
                await self.outbox.sweep()
                async for table_id in self._record_refused():
                    self._announce_soon(table_id)
        except StoreUnavailableError as error:
            log.warning("Could not check the tables: %s", error)
            self.downtime.cannot_save(since=self._beat_at)
        finally:
            self._is_checking = False

    def may_act(self) -> bool:
        """Whether deadlines may act: people can play, and the bot is not stopping."""
        return self.downtime.is_over and not self.alarms.closed

    async def close(self) -> None:
        """Stop waking tables and finish work in progress."""
        if self._timer is not None:
            self._timer.cancel()
        await self.alarms.close()

    async def beat(self) -> None:
        """Record that people could play until now."""
        if self.downtime.is_over:
            try:
                await self._store.deadlines.beat(self._clock.now(), self.share)
            except StoreUnavailableError as error:
                log.warning("Could not record the heartbeat: %s", error)

    def _check_later(self) -> None:
        self._timer = self._clock.call_at(self._clock.now() + downtime.CHECK_SECONDS, self._timer_fired)

    def _timer_fired(self) -> None:
        if not self.alarms.closed:
            if not self._is_checking:
                self.alarms.tasks.spawn(self.check(), "sweep")
            self._check_later()

    async def _beat_at_times(self) -> None:
        """Record that people can play, and end absences, if the last time is long enough ago."""
        now = self._clock.now()
        if abs(now - self._beat_at) < BEAT_SECONDS:
            return
        await self._store.deadlines.beat(now, self.share)
        self._beat_at = now
        for table_id in await self._store.deadlines.absences_over(now, self.share):
            self._end_absences(table_id)

    async def _deadlines_shifted(self) -> None:
        self.alarms.clear()
        self.outbox.skip_grace()
        await self._on_shift(self)
