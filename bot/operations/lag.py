"""Measures event loop lag, the first number to look at when a bot feels slow."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

EVERY = 0.5
"""Seconds between measurements."""


class LagMeter:
    """A timer that reports how late it was called. It owns no task, so nothing has to wait for it."""

    def __init__(self, tell: Callable[[float], None]) -> None:
        self._tell = tell
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start on the running loop."""
        loop = asyncio.get_running_loop()
        due = loop.time() + EVERY
        self._timer = loop.call_at(due, self._look, due)

    def stop(self) -> None:
        """Stop; idempotent."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self, due: float) -> None:
        self._tell(asyncio.get_running_loop().time() - due)
        self.start()
