"""Work done every few seconds: check the clock, record that people can play, and catch what timers missed."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.tables.model.share import ALL
from bot.tables.model.stores import StoreUnavailableError
from bot.tables.runtime import standstill

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.tables.model.protocols import Clock, Handle
    from bot.tables.model.share import Share
    from bot.tables.model.stores import DeadlineStore
    from bot.tables.runtime.alarms import Alarms
    from bot.tables.runtime.outbox import Outbox
    from bot.tables.runtime.standstill import Standstill

log = logging.getLogger(__name__)

BEAT_SECONDS = 15.0


class Rounds:
    """Runs the rounds.

    Args:
        end_absences: called with the id of each table where somebody's absence is over.
        woken: called if the machine or the process slept in between.
    """

    def __init__(
        self,
        deadlines: DeadlineStore,
        clock: Clock,
        standstill: Standstill,
        alarms: Alarms,
        outbox: Outbox,
        end_absences: Callable[[int], None],
        woken: Callable[[], None],
        share: Share = ALL,
    ) -> None:
        self._share = share
        self._deadlines = deadlines
        self._clock = clock
        self._standstill = standstill
        self._alarms = alarms
        self._outbox = outbox
        self._end_absences = end_absences
        self._woken = woken
        self._timer: Handle | None = None
        self._beat_at = clock.now()
        self._making = False

    def start(self) -> None:
        """Start the rounds."""
        self._set_timer()

    def stop(self) -> None:
        """Stop the rounds."""
        if self._timer is not None:
            self._timer.cancel()

    async def make(self) -> None:
        """Run one round; if the store is unavailable, nobody can play until the next round finds it again."""
        self._making = True
        try:
            if await self._standstill.look():
                self._woken()
            if self._standstill.is_over and not self._alarms.closed:
                await self._beat()
                await self._alarms.sweep()
                await self._outbox.sweep()
        except StoreUnavailableError as error:
            log.warning("Could not check the tables: %s", error)
            self._standstill.cannot_save(since=self._beat_at)
        finally:
            self._making = False

    def _set_timer(self) -> None:
        self._timer = self._clock.call_at(self._clock.now() + standstill.LOOK_SECONDS, self._due)

    def _due(self) -> None:
        if not self._alarms.closed:
            if not self._making:
                self._alarms.spawn(self.make(), "sweep")
            self._set_timer()

    async def _beat(self) -> None:
        now = self._clock.now()
        if abs(now - self._beat_at) < BEAT_SECONDS:
            return
        await self._deadlines.beat(now, self._share)
        self._beat_at = now
        for table_id in await self._deadlines.absences_over(now, self._share):
            self._end_absences(table_id)
