"""Time in which nobody could play (bot down, gateway cut, machine asleep, database away): deadlines do not count it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables.model.protocols import Clock
    from bot.tables.model.share import Share
    from bot.tables.model.stores import DeadlineStore

log = logging.getLogger(__name__)

CHECK_SECONDS = 5.0
"""Seconds between two checks of the clock."""
MAX_GAP_SECONDS = 5.0
"""Any further time between two checks counts as time in which the bot did not run."""
CLOCK_STEP_SECONDS = 1.0
"""A smaller backward step of the clock is followed silently."""


class Downtime:
    """Tracks since when nobody can play, and moves all deadlines by that time once they can again.

    `on_shift` is awaited after the move and before anything acts again, as tables in memory are stale. Without a valid
    lease (`has_lease`), nothing is moved: another process may have the share by now, where people play on.
    """

    def __init__(
        self,
        deadlines: DeadlineStore,
        clock: Clock,
        on_shift: Callable[[], Awaitable[None]],
        share: Share,
        has_lease: Callable[[], bool],
    ) -> None:
        self._deadlines = deadlines
        self._share = share
        self._clock = clock
        self._on_shift = on_shift
        self._has_lease = has_lease
        self._connected = False
        self._has_resumed = False
        self._since: float | None = clock.now()
        self._last_data_at: float | None = None
        self._checked_at = clock.now()
        self._lock = asyncio.Lock()

    @property
    def is_over(self) -> bool:
        """Whether people can play, as far as known; deadlines wait while they cannot."""
        return self._since is None and not self._was_suspended()

    async def resume(self) -> None:
        """Move the deadlines by the time since people could last play, in the previous process."""
        async with self._lock:
            self._checked_at = now = self._clock.now()
            beat = await self._deadlines.last_beat(self._share)
            self._since = now if beat is None else beat
            await self._shift_deadlines()
            self._has_resumed = True

    def data_received(self) -> None:
        """Note that data from Discord arrived."""
        self._last_data_at = self._clock.now()

    def disconnect(self) -> None:
        """Note that the connection was lost, at some time since data last arrived."""
        self._connected = False
        now = self._clock.now()
        self._extend_back_to(now if self._last_data_at is None else min(self._last_data_at, now))

    def connect(self) -> None:
        """Note that the connection is back; the next check resumes the games, or `resume` where it is still to come."""
        self._connected = True

    def cannot_save(self, since: float) -> None:
        """Note that no move can be saved, at the latest since the given time; the next check resumes the games."""
        self._extend_back_to(min(since, self._clock.now()))

    async def check(self) -> bool:
        """Check the time since the last check, and resume if people can play.

        Returns whether the process did not run in between, so that what it knows about Discord may be stale.
        """
        async with self._lock:
            if not self._has_resumed:
                return False
            was_suspended = self._was_suspended()
            lost = self._sync_clock()
            if (self._connected or lost) and self._has_lease():
                await self._shift_deadlines()
            return was_suspended

    def _extend_back_to(self, since: float) -> None:
        self._since = since if self._since is None else min(self._since, since)

    def _was_suspended(self) -> bool:
        """Whether the machine slept or the process was stopped since the last check."""
        passed = self._clock.now() - self._checked_at
        return self._clock.drift() > MAX_GAP_SECONDS or passed > CHECK_SECONDS + MAX_GAP_SECONDS

    def _sync_clock(self) -> bool:
        """Resynchronize with the machine's clock. If it was set, or the process did not run, deadlines keep their
        distance.

        The deadlines have to be moved right after this: later saves use the new time.
        """
        drift, since = self._clock.drift(), self._clock.now()
        lost = True
        if self._was_suspended():
            log.info("The machine slept, the process or its database hung, or the clock was set: nobody could play.")
            since = self._checked_at
        elif drift < -CLOCK_STEP_SECONDS:
            log.info("The machine's clock was set back by %.0f s.", -drift)
        elif since < self._checked_at:  # it was set back, and the check of another shard has followed it already
            since = self._checked_at
        else:
            lost = False
        if lost:
            self._extend_back_to(since)
        self._clock.resync()
        self._checked_at = self._clock.now()
        return lost

    async def _shift_deadlines(self) -> None:
        """Move the deadlines to now; nothing is awaited before the store is called."""
        since, now = self._since, self._clock.now()
        if since is None:
            return
        await self._deadlines.shift(since, now, announce=abs(now - since) > MAX_GAP_SECONDS, share=self._share)
        await self._on_shift()
        self._since = None if self._connected else now
