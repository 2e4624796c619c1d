"""Time in which nobody could play (bot down, gateway cut, machine asleep, database away): deadlines do not count it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bot.tables.model.share import ALL

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables.model.protocols import Clock
    from bot.tables.model.share import Share
    from bot.tables.model.stores import DeadlineStore

log = logging.getLogger(__name__)

LOOK_SECONDS = 5.0
"""Seconds between two looks at the clock."""
GONE_SECONDS = 5.0
"""Any further time between two looks counts as time in which the bot did not run."""
STEP_SECONDS = 1.0
"""A smaller backward step of the clock is followed silently."""


class Standstill:
    """Tracks since when nobody can play, and moves all deadlines by that time once they can again.

    `moved_on` is awaited after the move and before anything acts again, as tables in memory are stale.
    """

    def __init__(
        self, deadlines: DeadlineStore, clock: Clock, moved_on: Callable[[], Awaitable[None]], share: Share = ALL
    ) -> None:
        self._deadlines = deadlines
        self._share = share
        self._clock = clock
        self._moved_on = moved_on
        self._connected = False
        self._has_resumed = False
        self._since: float | None = clock.now()
        self._heard: float | None = None
        self._looked = clock.now()
        self._lock = asyncio.Lock()

    @property
    def is_over(self) -> bool:
        """Whether people can play, as far as known; deadlines wait while they cannot."""
        return self._since is None and not self._gone()

    async def resume(self) -> None:
        """Move the deadlines by the time since people could last play, in the previous process."""
        async with self._lock:
            self._looked = now = self._clock.now()
            beat = await self._deadlines.last_beat(self._share)
            self._since = now if beat is None else beat
            await self._move_on()
            self._has_resumed = True

    def heard(self) -> None:
        """Note that data from Discord arrived."""
        self._heard = self._clock.now()

    def cut_off(self) -> None:
        """Note that the connection was lost, at some time since data last arrived."""
        self._connected = False
        now = self._clock.now()
        self._note(now if self._heard is None else min(self._heard, now))

    def connect(self) -> None:
        """Note that the connection is back; the next look resumes the games, or `resume` where it is still to come."""
        self._connected = True

    def cannot_save(self, since: float) -> None:
        """Note that no move can be saved, at the latest since the given time; the next look resumes the games."""
        self._note(min(since, self._clock.now()))

    async def look(self) -> bool:
        """Check the time since the last look, and resume if people can play.

        Returns whether the process did not run in between, so that what it knows about Discord may be stale.
        """
        async with self._lock:
            if not self._has_resumed:
                return False
            gone = self._gone()
            lost = self._notice()
            if self._connected or lost:
                await self._move_on()
            return gone

    def _note(self, since: float) -> None:
        self._since = since if self._since is None else min(self._since, since)

    def _gone(self) -> bool:
        """Whether the machine slept or the process was stopped since the last look."""
        passed = self._clock.now() - self._looked
        return self._clock.behind() > GONE_SECONDS or passed > LOOK_SECONDS + GONE_SECONDS

    def _notice(self) -> bool:
        """Resynchronize with the machine's clock. If it was set, or the process did not run, deadlines keep their
        distance.

        The deadlines have to be moved right after this: later saves use the new time.
        """
        behind, since = self._clock.behind(), self._clock.now()
        lost = True
        if self._gone():
            log.info("The machine slept, the process was stopped or the clock was set: nobody could play meanwhile.")
            since = self._looked
        elif behind < -STEP_SECONDS:
            log.info("The machine's clock was set back by %.0f s.", -behind)
        else:
            lost = False
        if lost:
            self._note(since)
        self._clock.follow()
        self._looked = self._clock.now()
        return lost

    async def _move_on(self) -> None:
        """Move the deadlines to now; nothing is awaited before the store is called."""
        since, now = self._since, self._clock.now()
        if since is None:
            return
        await self._deadlines.shift(since, now, tell=abs(now - since) > GONE_SECONDS, share=self._share)
        await self._moved_on()
        self._since = None if self._connected else now
