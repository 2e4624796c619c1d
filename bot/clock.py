"""The bot's clock: time of day unaffected by steps of the machine's clock, and timers on the running event loop."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from discord.utils import utcnow

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_TIMER_SECONDS = 3600.0
MIN_STEP_SECONDS = 0.5
"""Seconds by which two measurements of a clock may differ without anybody having set it."""


class SystemClock:
    """Time for the tables: a past reading of the machine's clock plus the monotonic time since.

    It may pause while the machine sleeps, and does not change when the machine's clock is set: `drift` is the
    difference, and `resync` resynchronizes.
    """

    def __init__(self) -> None:
        self._correction = 0.0
        self._offset = _machine_time() - _monotonic_time()

    def correct(self, seconds: float) -> None:
        """Add this to the machine's clock from now on, so that several machines agree on one clock."""
        self._offset += seconds - self._correction
        self._correction = seconds

    def check_correction(self, seconds: float) -> None:
        """Note the current correction of the machine's clock: if it has changed, somebody has set the clock, and no
        time passed.
        """
        if abs(seconds - self._correction) > MIN_STEP_SECONDS:
            self._correction = seconds

    def now(self) -> float:
        """Seconds since the epoch, UTC."""
        return _monotonic_time() + self._offset

    def drift(self) -> float:
        """Seconds by which the machine's clock is ahead of this one; negative if it was set back."""
        return _machine_time() + self._correction - self.now()

    def resync(self) -> None:
        """Resynchronize with the machine's clock."""
        self._offset = _machine_time() + self._correction - _monotonic_time()

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back once at that time (seconds since the epoch), or as soon as possible if it has passed."""
        return Timer(self, when, callback)


class Timer:
    """One pending call. Setting the clock does not affect it, except for waits of hours, which are recomputed in
    parts.
    """

    def __init__(self, clock: SystemClock, when: float, callback: Callable[[], None]) -> None:
        self._clock = clock
        self._when = when
        self._callback = callback
        self._arm()

    def _arm(self) -> None:
        wait, loop = self._when - self._clock.now(), asyncio.get_running_loop()
        if wait > MAX_TIMER_SECONDS:
            self._handle: asyncio.Handle = loop.call_later(MAX_TIMER_SECONDS, self._arm)
        elif wait > 0:
            self._handle = loop.call_later(wait, self._callback)
        else:
            self._handle = loop.call_soon(self._callback)

    def cancel(self) -> None:
        """Cancel the call."""
        self._handle.cancel()


def _machine_time() -> float:
    """The time of the machine's clock."""
    return utcnow().timestamp()


def _monotonic_time() -> float:
    """Seconds on the monotonic clock."""
    return time.monotonic()
