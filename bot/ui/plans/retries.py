"""What Discord is to show of plans that have changed: tried again if Discord fails, in memory only."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.tables.model.stores import StoreUnavailableError
from bot.tables.runtime.recurring import NEVER, Recurring
from bot.ui.kit.failing import REQUEST_FAILURES
from bot.ui.messages import posting

if TYPE_CHECKING:
    from bot.tables.model.protocols import Clock

log = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS = 30.0
"""Seconds before the second try; the pause doubles each time."""
MAX_TRIES = 6


@dataclass(frozen=True, slots=True)
class _Change:
    """A change to try at this time; `failed` is what the log says if it fails."""

    make: Callable[[], Awaitable[object]]
    failed: str
    due: float
    tries: int = 0


class Retries:
    """Makes changes, and makes them again later if they fail. Use from one event loop."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._left: list[_Change] = []
        self._recurring = Recurring("what plans show", clock, self._run)

    async def close(self) -> None:
        """Stop; what is left is not shown."""
        await self._recurring.close()

    async def attempt(self, change: Callable[[], Awaitable[object]], failed: str) -> None:
        """Make the change. What Discord refuses is only logged, with these words; what fails is tried again."""
        await self._try(_Change(change, failed, self._clock.now()))

    async def _try(self, change: _Change) -> None:
        try:
            await change.make()
        except (*REQUEST_FAILURES, StoreUnavailableError) as error:
            log.info("%s: %s", change.failed, error)
            tries = change.tries + 1
            if tries < MAX_TRIES and not posting.is_final(error):
                due = self._clock.now() + FIRST_PAUSE_SECONDS * 2**change.tries
                self._left.append(replace(change, due=due, tries=tries))
                self._recurring.run_by(due)

    async def _run(self) -> float:
        now = self._clock.now()
        due = [change for change in self._left if change.due <= now]
        self._left = [change for change in self._left if change.due > now]
        for change in due:
            await self._try(change)
        return min((change.due for change in self._left), default=NEVER)
