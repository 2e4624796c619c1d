"""Work done every few seconds: check the clock, record that people can play, and catch what timers missed."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.tables.model.stores import StoreUnavailableError
from bot.tables.runtime import downtime

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.model.protocols import Clock, Handle
    from bot.tables.model.share import Share
    from bot.tables.model.stores import DeadlineStore
    from bot.tables.runtime.alarms import Alarms
    from bot.tables.runtime.downtime import Downtime
    from bot.tables.runtime.outbox import Outbox

log = logging.getLogger(__name__)

BEAT_SECONDS = 15.0


class PeriodicChecks:
    """Runs the checks at intervals.

    Args:
        end_absences: called with the id of each table where somebody's absence is over.
        on_wakeup: called if the machine or the process slept in between.
    """

    def __init__(
        self,
        deadlines: DeadlineStore,
        clock: Clock,
        downtime: Downtime,
        alarms: Alarms,
        outbox: Outbox,
        end_absences: Callable[[int], None],
        on_wakeup: Callable[[], None],
        share: Share,
    ) -> None:
        self._share = share
        self._deadlines = deadlines
        self._clock = clock
        self._downtime = downtime
        self._alarms = alarms
        self._outbox = outbox
        self._end_absences = end_absences
        self._on_wakeup = on_wakeup
        self._timer: Handle | None = None
        self._beat_at = clock.now()
        self._is_running = False

    def start(self) -> None:
        """Start the checks, or set the timer for the next."""
        self._timer = self._clock.call_at(self._clock.now() + downtime.CHECK_SECONDS, self._timer_fired)

    def stop(self) -> None:
        """Stop the checks."""
        if self._timer is not None:
            self._timer.cancel()

    async def run(self) -> None:
        """Run all checks once; if the store is unavailable, nobody can play until the next run finds it again."""
        self._is_running = True
        try:
            if await self._downtime.check():
                self._on_wakeup()
            if self._downtime.is_over and not self._alarms.closed:
                await self._beat()
                await self._alarms.sweep()
                await self._outbox.sweep()
        except StoreUnavailableError as error:
            log.warning("Could not check the tables: %s", error)
            self._downtime.cannot_save(since=self._beat_at)
        finally:
            self._is_running = False

    def _timer_fired(self) -> None:
        if not self._alarms.closed:
            if not self._is_running:
                self._alarms.tasks.spawn(self.run(), "sweep")
            self.start()

    async def _beat(self) -> None:
        now = self._clock.now()
        if abs(now - self._beat_at) < BEAT_SECONDS:
            return
        await self._deadlines.beat(now, self._share)
        self._beat_at = now
        for table_id in await self._deadlines.absences_over(now, self._share):
            self._end_absences(table_id)
