"""If the answer to a commit is lost with the connection, the work is retried and takes effect only once."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle
from typing import TYPE_CHECKING

import psycopg
import pytest

from bot.daily.days import ALL_TIME
from bot.daily.stored import PuzzleTry
from bot.tables.model.reports import MAX_A_DAY
from bot.tables.model.stores import ClaimedNotification
from db.engines.postgres.sql import PostgresSql
from db.store import PostgresStore
from tests.db.contract.test_lines import a_line
from tests.db.contract.test_plans import a_plan
from tests.db.contract.test_reports import report, reports_of
from tests.db.examples import ADA, NOON
from tests.puzzles.ready import READY, for_day

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from tests.postgres import Server


@pytest.fixture
async def store(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PostgresStore]:
    """A store that loses the answer to every other commit."""
    commit, is_lost = PostgresSql.commit, cycle((True, False))

    def commit_and_lose(sql: PostgresSql) -> None:
        commit(sql)
        if next(is_lost):
            sql._connection.close()
            raise psycopg.OperationalError("the connection is lost")

    with postgres.lent() as url:
        store = await PostgresStore.open(url)
        monkeypatch.setattr(PostgresSql, "commit", commit_and_lose)
        yield store
        monkeypatch.undo()
        await store.close()


async def test_a_plan_is_added_once(store: PostgresStore) -> None:
    planned = await store.plans.add(a_plan())
    assert await store.plans.in_channel(planned.channel_id) == (planned,)


async def test_a_plan_is_claimed_at_once(store: PostgresStore) -> None:
    """It used to wait until the claim had expired, two minutes late."""
    planned = await store.plans.add(a_plan())
    assert await store.plans.claim(planned.id, NOON, NOON + 120)


async def test_a_notification_is_claimed_at_once(store: PostgresStore) -> None:
    await store.notifications.schedule(ADA, NOON)
    assert await store.notifications.claim(ADA, NOON, NOON + 60) == ClaimedNotification((), None, None)


async def test_a_notification_is_brought_forward_at_once(store: PostgresStore) -> None:
    """Whoever ended their quiet hours used to be notified up to an hour later."""
    await store.notifications.schedule(ADA, NOON + 3600)
    assert await store.notifications.reschedule_earlier(ADA, NOON)


async def test_a_report_is_stored_once(store: PostgresStore) -> None:
    """This includes the last report that a day allows."""
    for number in range(MAX_A_DAY):
        assert await store.reports.add(report(ADA, NOON + number))
    assert len(await reports_of(store, ADA)) == MAX_A_DAY


async def test_a_call_is_counted_once(store: PostgresStore) -> None:
    """This includes the last call that a day allows."""
    assert await store.calls.note_call(ADA, NOON, NOON - 100, 1)
    assert not await store.calls.note_call(ADA, NOON + 1, NOON - 99, 1)


async def test_a_graded_puzzle_has_its_result(store: PostgresStore) -> None:
    """The press that solved it is answered with the result, and counts once on the boards. It used to be answered with
    the puzzle's beginning.
    """
    await store.records.add_puzzle_day(for_day(7, READY[0]))
    begun = await store.records.begin_puzzle_try(PuzzleTry(ADA, 7, NOON))
    going = replace(begun, moves='["draw 1"]')
    assert await store.records.save_puzzle_try(begun, going)
    graded = replace(going, tries=1, moves="[]", quality=100, seconds=9.5, played='["draw 1"]', solved_on=1)
    assert await store.records.grade_puzzle_try(going, graded, 5, "Ada")
    assert await store.records.puzzle_try(ADA, 7) == graded
    [line] = (await store.records.puzzle_board(ALL_TIME, 5, ADA, 9, 0)).lines
    assert (line.tried, line.solved) == (1, 1)


async def test_a_move_of_a_deal_played_again_is_saved_once(store: PostgresStore) -> None:
    """It used to be answered as if the deal had been continued elsewhere."""
    line = await store.records.begin_line(await a_line(store))
    moved = replace(line, moves=("2 draw stock", "1 discard 4C"))
    assert await store.records.save_line(line, moved)
    over = replace(moved, moves=(*moved.moves, "2 discard 5C"), ended_at=NOON + 60.5, place=2, score=30, margin=-4)
    assert await store.records.save_line(moved, over)
    assert await store.records.line(line.id) == over
