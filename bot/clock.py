"""The bot's clock: time of day that no step of the machine's clock can disturb, and timers on the running event loop."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from discord.utils import utcnow

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_TIMER = 3600.0


class SystemClock:
    """Time as the tables use it: what the machine's clock said once, and how long ago that was by one that cannot be set.

    While the machine sleeps this clock may stand still, and when the machine's clock is set this one is not: `behind`
    tells how far they are apart, and `follow` makes them agree again.
    """

    def __init__(self) -> None:
        self._ahead = _wall() - _steady()

    def now(self) -> float:
        """Seconds since the epoch, UTC."""
        return _steady() + self._ahead

    def behind(self) -> float:
        """Seconds by which the machine's clock is ahead of this one; negative when it was set back."""
        return _wall() - self.now()

    def follow(self) -> None:
        """Say what the machine's clock says."""
        self._ahead = _wall() - _steady()

    def call_at(self, when: float, callback: Callable[[], None]) -> Timer:
        """Call back once at that time (seconds since the epoch), or as soon as possible when it is past."""
        return Timer(self, when, callback)


class Timer:
    """One pending call. No set clock moves it but in waits of hours, which are cut: each part begins by the clock then."""

    def __init__(self, clock: SystemClock, when: float, callback: Callable[[], None]) -> None:
        self._clock = clock
        self._when = when
        self._callback = callback
        self._arm()

    def _arm(self) -> None:
        wait, loop = self._when - self._clock.now(), asyncio.get_running_loop()
        if wait > LONGEST_TIMER:
            self._handle: asyncio.Handle = loop.call_later(LONGEST_TIMER, self._arm)
        elif wait > 0:
            self._handle = loop.call_later(wait, self._callback)
        else:
            self._handle = loop.call_soon(self._callback)

    def cancel(self) -> None:
        """Forget the call."""
        self._handle.cancel()


def _wall() -> float:
    """What the machine's clock says."""
    return utcnow().timestamp()


def _steady() -> float:
    """Seconds on a clock that runs evenly and cannot be set."""
    return time.monotonic()
