"""Deletes what is kept for some days only, on time and whether or not the bot makes puzzles."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.daily.days import begins, day_at
from bot.tables.model.durations import DAY
from bot.tables.model.stores import StoreUnavailableError
from bot.tables.runtime.recurring import Recurring

if TYPE_CHECKING:
    from bot.daily.stored import DailyStore
    from bot.tables.model.moderation import ModerationStore
    from bot.tables.model.protocols import Clock
    from bot.tables.model.reports import ReportStore

log = logging.getLogger(__name__)

KEEP_BOARDS_DAYS = 30
"""Days after which boards of a day or week are deleted."""
KEEP_REPORTS_DAYS = 90
"""Days after which reports to the host are deleted."""
KEEP_MODERATION_DAYS = 90
"""Days after which it is forgotten what moderators did."""
RETRY_SECONDS = 300.0


class Cleanup:
    """Runs at a start and whenever a new day begins, in each of several processes: nothing can be deleted twice. Use
    from one event loop.
    """

    def __init__(self, daily: DailyStore, reports: ReportStore, moderation: ModerationStore, clock: Clock) -> None:
        self._daily = daily
        self._reports = reports
        self._moderation = moderation
        self._clock = clock
        self._recurring = Recurring("clearing", clock, self._run)

    def check_now(self) -> None:
        """Check at once."""
        self._recurring.run_now()

    async def close(self) -> None:
        """Stop; what is not deleted yet is deleted after the next start."""
        await self._recurring.close()

    async def _run(self) -> float:
        now = self._clock.now()
        today = day_at(now)
        try:
            await self._daily.drop_spent_days(today)
            await self._daily.drop_puzzle_boards(today - KEEP_BOARDS_DAYS)
            await self._reports.drop(now - KEEP_REPORTS_DAYS * DAY)
            await self._moderation.drop(now - KEEP_MODERATION_DAYS * DAY)
        except StoreUnavailableError as error:
            log.warning("Could not delete what is old; trying again: %s", error)
            return now + RETRY_SECONDS
        return begins(today + 1)
