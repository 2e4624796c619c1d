"""Time in which nobody could play: the bot away, the gateway cut, the machine asleep. It counts against nobody."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.tables.model.protocols import Clock, DeadlineStore

log = logging.getLogger(__name__)

LOOK_SECONDS = 5.0
"""Between two looks at the clock."""
GONE_SECONDS = 5.0
"""Time that passed between two looks beyond that is time in which the bot did not run."""
STEP_SECONDS = 1.0
"""A clock that was set back by less is followed without a word."""


class Standstill:
    """Knows since when nobody can play; when they can again, moves all deadlines by that time.

    `moved_on` is awaited after that and before anything acts again: what is in memory is old.
    """

    def __init__(
        self, deadlines: DeadlineStore, clock: Clock, moved_on: Callable[[], Awaitable[None]]
    ) -> None:
        self._deadlines = deadlines
        self._clock = clock
        self._moved_on = moved_on
        self._connected = False
        self._since: float | None = clock.now()
        self._heard: float | None = None
        self._looked = clock.now()
        self._lock = asyncio.Lock()

    @property
    def is_over(self) -> bool:
        """Whether people can play, as far as is known now; deadlines wait while they cannot."""
        return self._since is None and not self._gone()

    async def resume(self) -> None:
        """Move the deadlines by the time since somebody could play last, in the process before this one."""
        async with self._lock:
            self._looked = now = self._clock.now()
            beat = await self._deadlines.last_beat()
            self._since = now if beat is None else beat
            await self._move_on()

    def heard(self) -> None:
        """Discord said something."""
        self._heard = self._clock.now()

    def cut_off(self) -> None:
        """Discord cannot reach the bot, nobody knows exactly since when: it was heard before."""
        self._connected = False
        now = self._clock.now()
        self._note(now if self._heard is None else min(self._heard, now))

    def connect(self) -> None:
        """Discord reaches the bot again; the next look lets the games go on."""
        self._connected = True

    async def look(self) -> bool:
        """Notice what became of the time since the last look, and go on if people can play.

        Returns whether the process did not run meanwhile: what it believes of the world outside may be wrong.
        """
        async with self._lock:
            gone = self._gone()
            lost = self._notice()
            if self._connected or lost:
                await self._move_on()
            return gone

    def _note(self, since: float) -> None:
        self._since = since if self._since is None else min(self._since, since)

    def _gone(self) -> bool:
        """Whether more time has passed than between two looks: the machine slept, or the process was stopped."""
        passed = self._clock.now() - self._looked
        return self._clock.behind() > GONE_SECONDS or passed > LOOK_SECONDS + GONE_SECONDS

    def _notice(self) -> bool:
        """Follow the machine's clock. If it was set, or nobody ran, all deadlines stay as far away as they were.

        The deadlines have to be moved at once after this: what is saved later is told by the new time.
        """
        behind, since = self._clock.behind(), self._clock.now()
        lost = True
        if self._gone():
            log.info(
                "The machine slept, the process was stopped or the clock was set: nobody could play meanwhile."
            )
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
        """Move the deadlines to now; nothing is awaited before the store is asked."""
        since, now = self._since, self._clock.now()
        if since is None:
            return
        await self._deadlines.shift(since, now, tell=abs(now - since) > GONE_SECONDS)
        await self._moved_on()
        self._since = None if self._connected else now
