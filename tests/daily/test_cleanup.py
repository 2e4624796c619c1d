"""What is kept only for some days is deleted in time, whatever the bot makes and however long it was away."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.daily.cleanup import KEEP_BOARDS_DAYS, KEEP_MODERATION_DAYS, KEEP_REPORTS_DAYS, RETRY_SECONDS, Cleanup
from bot.daily.days import ALL_TIME, begins, day_span, week_span
from bot.daily.stored import PuzzleTry
from bot.tables.model.moderation import ENDED, Moderated
from bot.tables.model.reports import Report
from bot.tables.model.stores import StoreUnavailableError
from tests import fresh_database
from tests.daily.standing import TODAY, Clock
from tests.puzzles.ready import READY, for_day

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from db.store import SqliteStore

ADA, GUILD = 7, 77


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    store = await fresh_database.opened(tmp_path / "bot.db")
    yield store
    await store.close()


async def cleared(store: SqliteStore, clock: Clock) -> float:
    """Delete what is due, and return the time of the next round."""
    return await Cleanup(store.records, store.reports, store.moderation, clock)._run()


async def tried(store: SqliteStore, day: int) -> None:
    """Save Ada's graded try of that day, which is then on the boards."""
    await store.records.add_puzzle_day(for_day(day, READY[0]))
    begun = await store.records.begin_puzzle_try(PuzzleTry(ADA, day, begins(day)))
    assert await store.records.grade_puzzle_try(begun, replace(begun, tries=1, quality=100, seconds=5.0), GUILD, "Ada")


async def lines(store: SqliteStore, span: str) -> int:
    return len((await store.records.puzzle_board(span, GUILD, ADA, 10, 0)).lines)


async def test_day_and_week_boards_are_deleted_after_a_month(store: SqliteStore) -> None:
    """Day boards go after 30 days, and a week's board a month after its last day; the all-time board stays."""
    clock = Clock()
    await tried(store, TODAY)
    for days, kept in (
        (KEEP_BOARDS_DAYS, (1, 1, 1)),
        (KEEP_BOARDS_DAYS + 1, (0, 1, 1)),
        (KEEP_BOARDS_DAYS + 60, (0, 0, 1)),
    ):
        clock.at = begins(TODAY + days)
        assert await cleared(store, clock) == begins(TODAY + days + 1)
        assert tuple([await lines(store, span) for span in (day_span(TODAY), week_span(TODAY), ALL_TIME)]) == kept


async def test_reports_are_deleted_after_90_days(store: SqliteStore) -> None:
    clock = Clock()
    await store.reports.add(Report(ADA, clock.now(), GUILD, 1, 2, None, "It froze."))
    for days, kept in ((KEEP_REPORTS_DAYS - 1, 1), (KEEP_REPORTS_DAYS + 1, 0)):
        clock.at = begins(TODAY + days)
        await cleared(store, clock)
        assert len((await store.people.all_about(ADA))["reports"]) == kept


async def test_acts_of_moderators_are_deleted_after_90_days(store: SqliteStore) -> None:
    clock = Clock()
    await store.moderation.add(Moderated(1, GUILD, clock.now(), ADA, ENDED))
    for days, kept in ((KEEP_MODERATION_DAYS - 1, 1), (KEEP_MODERATION_DAYS + 1, 0)):
        clock.at = begins(TODAY + days)
        await cleared(store, clock)
        assert len(await store.moderation.of_guild(GUILD, 5)) == kept


async def test_clearing_is_retried_soon_if_the_store_refuses() -> None:
    class Away:
        async def drop_spent_days(self, before: int) -> None:
            raise StoreUnavailableError("away")

    clock = Clock()
    away: Any = Away()
    assert await Cleanup(away, away, away, clock)._run() == clock.now() + RETRY_SECONDS
