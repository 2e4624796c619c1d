"""The real clock: Discord's idea of now, and timers on the running event loop."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from discord.utils import utcnow

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_TIMER = 24 * 3600.0


class SystemClock:
    """Time as the tables use it. `utcnow` rather than `time.time`, so that a simulated Discord can move it."""

    def now(self) -> float:
        """Seconds since the epoch, UTC."""
        return utcnow().timestamp()

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back once at that time (seconds since the epoch), or as soon as possible when it is past."""
        return Timer(self, when, callback)


class Timer:
    """One pending call. Long waits are cut into days, so that a change of the machine's clock is noticed."""

    def __init__(self, clock: SystemClock, when: float, callback: Callable[[], None]) -> None:
        self._clock = clock
        self._when = when
        self._callback = callback
        self._handle = self._arm()

    def _arm(self) -> asyncio.Handle:
        wait = min(self._when - self._clock.now(), LONGEST_TIMER)
        loop = asyncio.get_running_loop()
        return loop.call_later(wait, self._fire) if wait > 0 else loop.call_soon(self._fire)

    def _fire(self) -> None:
        # The loop's timers and the wall clock are two clocks: a hair of difference is no reason to wait again.
        if self._when - self._clock.now() > 0.05:
            self._handle = self._arm()
        else:
            self._callback()

    def cancel(self) -> None:
        """Forget the call."""
        self._handle.cancel()
