"""A clock for tests of daily features."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.daily.days import begins

if TYPE_CHECKING:
    from collections.abc import Callable

TODAY = 20_780  # a Monday


class Clock:
    """A clock that does not advance by itself and records the timers that are set."""

    def __init__(self) -> None:
        self.at = begins(TODAY) + 100.0
        self.timers: list[float] = []

    def now(self) -> float:
        return self.at

    def call_at(self, when: float, callback: Callable[[], None]) -> Clock:
        self.timers.append(when)
        return self

    def cancel(self) -> None: ...

    def drift(self) -> float:
        return 0.0

    def resync(self) -> None: ...
