"""Stores of two processes on one database: nothing is lost, done twice, or seen too late."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import aclosing
from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from bot.daily.days import day_span
from bot.daily.stored import SOLVED, PuzzleTry
from bot.lines.stored import Line
from bot.records.model import PEOPLE, Ladder
from bot.review.stored import StoredReview
from bot.tables.acts.forgetting import forgotten
from bot.tables.model.person_settings import PersonSettings
from bot.tables.model.records import Draft, Phase, Seat
from bot.tables.model.reports import MAX_A_DAY
from bot.tables.model.stores import SERVER_CHANGED, StoreConflictError
from db.engines.postgres import connection, listening
from db.people import privacy
from db.records.store import RecordStore
from db.store import PostgresStore
from tests.db.contract.test_reports import report
from tests.db.examples import ADA, BEN, DAY, NOON, a_lobby, move, moved, saved
from tests.records.played import result, seat

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from bot.tables.model.records import TableRecord
    from db.sql import Sql
    from tests.postgres import Server


@pytest.fixture
async def stores(postgres: Server) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    with postgres.lent() as url:
        both = (await PostgresStore.open(url), await PostgresStore.open(url))
        yield both
        for store in both:
            await store.close()


async def succeeds(work: Awaitable[object]) -> bool:
    try:
        await work
    except StoreConflictError:
        return False
    return True


async def test_one_of_two_moves_onto_one_version_is_saved(stores: tuple[PostgresStore, PostgresStore]) -> None:
    """One of two simultaneous moves is saved, twenty times in a row, and both stores see the same one."""
    one, two = stores
    table = await saved(one)
    for number in range(20):
        changes = [move(table, state=f"{number} by {who}") for who in "ab"]
        saves = [store.tables.save(change) for store, change in zip(stores, changes, strict=True)]
        done = await asyncio.gather(*map(succeeds, saves))
        assert sorted(done) == [False, True]
        table = changes[done.index(True)].after
        assert await one.tables.load(table.id) == await two.tables.load(table.id) == table
    assert len(await two.tables.actions(table.id)) == 20


async def test_forty_concurrent_results_all_count(stores: tuple[PostgresStore, PostgresStore]) -> None:
    """Each result builds on the one before it, so computing all of them again makes no difference."""
    seats = (Seat("Ada", ADA), Seat("Ben", BEN))
    tables = [await saved(stores[0], a_lobby(phase=Phase.OVER, seats=seats, guild_id=1)) for _ in range(40)]
    results = [result(table.id, seat(ADA, 1), seat(BEN, 2, 1)) for table in tables]
    await asyncio.gather(*(stores[n % 2].records.record(one) for n, one in enumerate(results)))
    rated = await stores[1].records.ratings_of(ADA, 1, 1)
    assert rated[Ladder("three-thirteen", PEOPLE, 1, 1)].games == 40
    assert await stores[0].records.rebuild() == {}


async def test_two_people_of_the_same_games_are_forgotten_at_once(stores: tuple[PostgresStore, PostgresStore]) -> None:
    """Two people are removed from the same games. This used to fail for one of them."""
    one, two = stores
    seats = (Seat("Ada", ADA), Seat("Ben", BEN))
    games = [(await saved(one, a_lobby(phase=Phase.OVER, seats=seats, host=ADA, ended_at=5.0))).id for _ in range(20)]
    await asyncio.gather(one.people.forget_in_tables(ADA, games), two.people.forget_in_tables(BEN, games))
    for table_id in games:
        table = await one.tables.load(table_id)
        assert table is not None
        assert [seat.name for seat in table.seats] == ["", ""]
    assert await one.people.tables_about(ADA) == await two.people.tables_about(BEN) == ()


async def test_somebody_is_forgotten_while_others_play_on(
    stores: tuple[PostgresStore, PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that names the person changes in the moment in which it is rewritten. The deletion used to fail, and the
    person was told that something went wrong.
    """
    one, two = stores
    table = await saved(one, a_lobby(phase=Phase.PLAYING, host=BEN, seats=(Seat("Ben", BEN),), barred=(ADA,)))
    is_read, may_save = threading.Event(), threading.Event()

    def forget_slowly(record: TableRecord, person: int) -> TableRecord:
        is_read.set()
        may_save.wait(10)
        return forgotten(record, person)

    monkeypatch.setattr(privacy, "forgotten", forget_slowly)
    forgetting = asyncio.ensure_future(one.people.forget_in_tables(ADA, [table.id]))
    await asyncio.to_thread(is_read.wait, 10)
    moving = asyncio.ensure_future(succeeds(two.tables.save(move(table))))
    await asyncio.wait([moving], timeout=0.5)
    may_save.set()
    await asyncio.gather(forgetting, moving)
    assert await two.people.tables_about(ADA) == ()


async def test_a_review_saved_during_a_deletion_is_deleted_too(stores: tuple[PostgresStore, PostgresStore]) -> None:
    """The person's data is deleted while the review is being saved. The review used to stay."""
    one, two = stores
    table = await saved(one, a_lobby(phase=Phase.OVER, seats=(Seat("Ada", ADA),), host=ADA, ended_at=5.0))
    is_checked, may_commit = threading.Event(), threading.Event()

    def save_slowly(sql: Sql) -> None:
        save: Any = RecordStore.save_review
        save.__wrapped__(one.records, sql, StoredReview(table.id, ADA, 1, NOON, "{}"), [])
        is_checked.set()
        may_commit.wait(10)

    async def delete() -> None:
        await two.people.forget_in_tables(ADA, [table.id])
        await two.people.forget_person(ADA)

    saving = asyncio.ensure_future(one.database.write(save_slowly))
    await asyncio.to_thread(is_checked.wait, 10)
    deleting = asyncio.ensure_future(delete())
    await asyncio.wait([deleting], timeout=0.5)
    may_commit.set()
    await asyncio.gather(saving, deleting)
    assert await one.records.review(table.id, ADA) is None


async def test_ratings_computed_during_a_deletion_are_deleted_too(stores: tuple[PostgresStore, PostgresStore]) -> None:
    """A moderator voids a result while a player of later games deletes their data. What was computed anew for those
    games used to stay.
    """
    one, two = stores
    seats = (Seat("Ada", ADA), Seat("Ben", BEN))
    games = [await saved(one, a_lobby(phase=Phase.OVER, seats=seats, host=ADA, guild_id=1)) for _ in range(3)]
    for game in games:
        await one.records.record(result(game.id, seat(ADA, 1), seat(BEN, 2, 1)))
    is_computed, may_commit = threading.Event(), threading.Event()

    def void_slowly(sql: Sql) -> None:
        void: Any = RecordStore.void
        assert void.__wrapped__(one.records, sql, 1, games[0].id, NOON)
        is_computed.set()
        may_commit.wait(10)

    async def delete() -> None:
        await two.people.forget_in_tables(ADA, [game.id for game in games])
        await two.people.forget_person(ADA)

    voiding = asyncio.ensure_future(one.database.write_long(void_slowly))
    await asyncio.to_thread(is_computed.wait, 10)
    deleting = asyncio.ensure_future(delete())
    await asyncio.wait([deleting], timeout=0.5)
    may_commit.set()
    await asyncio.gather(voiding, deleting)
    assert not any((await two.people.all_about(ADA)).values())


async def test_seasons_started_concurrently_are_all_created(
    stores: tuple[PostgresStore, PostgresStore],
) -> None:
    started = await asyncio.gather(
        *(store.records.start_season(1, NOON + number) for number, store in enumerate(stores * 4))
    )
    assert sorted(season.number for season in started if season) == list(range(2, 10))


async def test_only_one_season_starts_after_a_given_one(
    stores: tuple[PostgresStore, PostgresStore],
) -> None:
    started = await asyncio.gather(
        *(store.records.start_season(1, NOON + number, 1) for number, store in enumerate(stores * 4))
    )
    assert [season.number for season in started if season] == [2]


async def test_daily_limits_hold_for_simultaneous_requests(stores: tuple[PostgresStore, PostgresStore]) -> None:
    """Nobody is called more often than they chose, or reports more than is allowed, however many requests come at once.
    Several of them used to be counted in the same moment, each as the last one allowed.
    """
    both = stores * 10
    called = await asyncio.gather(
        *(store.calls.note_call(ADA, NOON + number, NOON - DAY, 3) for number, store in enumerate(both))
    )
    assert sum(called) == 3
    made = await asyncio.gather(*(store.reports.add(report(ADA, NOON + number)) for number, store in enumerate(both)))
    assert sum(made) == MAX_A_DAY


async def test_nobody_is_listed_everywhere_once_they_chose_not_to_be(
    stores: tuple[PostgresStore, PostgresStore],
) -> None:
    """This includes what is saved at the moment of that choice. It used to stay on the boards outside their servers."""
    one, two = stores
    for day in range(20):
        await one.people.change(ADA, everywhere=True)
        begun = await one.records.begin_puzzle_try(PuzzleTry(ADA, day, NOON))
        graded = replace(begun, tries=1, quality=SOLVED, seconds=9.5)
        line, _, _ = await asyncio.gather(
            one.records.begin_line(Line(0, ADA, "Ada", 0, None, day, 0, NOON, ranked=True)),
            one.records.grade_puzzle_try(begun, graded, 0, "Ada"),
            two.people.change(ADA, everywhere=False),
        )
        assert await one.records.save_line(line, replace(line, ended_at=NOON, place=1, score=0, margin=0))
        assert not (await one.records.puzzle_board(day_span(day), 0, BEN, 9, 0)).lines
        assert not (await one.records.deal_board(day, 0, BEN, 9, 0)).lines


async def test_changes_by_one_store_are_seen_by_the_other_at_once(stores: tuple[PostgresStore, PostgresStore]) -> None:
    """Settings and drafts, which a single process keeps in memory, are the same in both. Each saves only the settings
    that it changed.
    """
    one, two = stores
    for store in stores:
        assert await store.people.settings(ADA) == PersonSettings()
    await asyncio.gather(one.people.change(ADA, text_only=True), two.people.change(ADA, hand_order="rank"))
    await asyncio.gather(one.people.change_guild(1, {"a": 1}), two.people.change_guild(1, {"b": 2}))
    for store in stores:
        assert await store.people.settings(ADA) == PersonSettings(text_only=True, hand_order="rank")
        assert await store.people.guild_settings(1) == {"a": 1, "b": 2}
    table = await saved(one)
    draft = Draft(table.id, 0, table.decision, {"step": 1})
    assert await one.tables.draft(table.id, 0) is None
    assert await two.tables.save_draft(draft)
    assert await one.tables.draft(table.id, 0) == draft
    await moved(one, table)
    assert await two.tables.draft(table.id, 0) is None
    assert not await two.tables.save_draft(draft)


async def test_a_draft_never_outlives_its_decision(stores: tuple[PostgresStore, PostgresStore]) -> None:
    """A draft ends with its decision, in whatever order the move and the draft arrive."""
    one, two = stores
    table = await saved(one)
    for _ in range(20):
        draft, change = Draft(table.id, 0, table.decision, {}), move(table)
        await asyncio.gather(one.tables.save(change), two.tables.save_draft(draft))
        assert await two.tables.draft(table.id, 0) is None
        table = change.after


async def test_notices_reach_every_listener_only_once_committed(
    stores: tuple[PostgresStore, PostgresStore],
) -> None:
    def say(sql: Sql) -> None:
        sql.notify("table 7")

    def say_and_fail(sql: Sql) -> None:
        sql.notify("table 8")
        raise LookupError

    async with aclosing(stores[0].database.notices()) as own, aclosing(stores[1].database.notices()) as others:
        assert await anext(own) is await anext(others) is None, "what was said before was not heard"
        with pytest.raises(LookupError):
            await stores[0].database.write(say_and_fail)
        await stores[0].database.write(say)
        async with asyncio.timeout(60):
            assert (await anext(own), await anext(others)) == ("table 7", "table 7")


async def test_every_process_is_told_that_a_servers_settings_have_changed(
    stores: tuple[PostgresStore, PostgresStore],
) -> None:
    async with aclosing(stores[1].database.notices()) as heard, asyncio.timeout(60):
        assert await anext(heard) is None
        await stores[0].people.change_guild(7, {"move_delay": 2.0})
        assert await anext(heard) == f"{SERVER_CHANGED}:7"


async def test_a_listener_learns_that_it_may_have_missed_notices(
    stores: tuple[PostgresStore, PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A listener whose connection was cut learns that it may have missed notices, and receives later ones again."""
    monkeypatch.setattr(listening, "PAUSE_SECONDS", 0.05)
    async with aclosing(stores[0].database.notices()) as news, asyncio.timeout(60):
        assert await anext(news) is None
        waiting = asyncio.ensure_future(anext(news))
        await asyncio.sleep(0.05)
        await stores[1].database.write(
            lambda sql: sql.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'")
        )
        assert await waiting is None
        await stores[1].database.write(lambda sql: sql.notify("again"))
        assert await anext(news) == "again"


async def test_notices_end_when_the_database_is_closed(
    stores: tuple[PostgresStore, PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "PAUSE_SECONDS", 0.05)
    async with aclosing(stores[0].database.notices()) as news, asyncio.timeout(60):
        assert await anext(news) is None
        waiting = asyncio.ensure_future(anext(news))
        await asyncio.sleep(0.05)
        await stores[0].close()
        with pytest.raises(StopAsyncIteration):
            await waiting


async def test_turns_of_one_name_exclude_each_other(stores: tuple[PostgresStore, PostgresStore]) -> None:
    """Turns of one name exclude each other, even after a waiting caller was cancelled."""
    within: list[str] = []

    async def take(store: PostgresStore, name: str) -> None:
        async with store.database.lock(name):
            assert name not in within
            within.append(name)
            await asyncio.sleep(0.01)
            within.remove(name)

    async with stores[0].database.lock("held"):
        waiting = asyncio.ensure_future(take(stores[1], "held"))
        await asyncio.sleep(0.05)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    async with asyncio.timeout(60):
        await asyncio.gather(*(take(store, name) for name in ("held", "other") for store in stores * 2))


async def test_deadlocked_transactions_are_repeated(stores: tuple[PostgresStore, PostgresStore]) -> None:
    """The server undoes one of two transactions that wait for each other. It is repeated without an error."""
    met = asyncio.Barrier(2)
    loop = asyncio.get_running_loop()

    def crossing(first: int, second: int) -> Callable[[Sql], Any]:
        tried: list[int] = []

        def work(sql: Sql) -> int:
            tried.append(1)
            assert sql.execute("INSERT INTO people VALUES (?, '{}')", (first,)).rowcount == 1, (
                "it is done, not only sent"
            )
            if len(tried) == 1:
                asyncio.run_coroutine_threadsafe(met.wait(), loop).result(10)
            sql.execute("INSERT INTO people VALUES (?, '{}') ON CONFLICT DO NOTHING", (second,))
            sql.execute("DELETE FROM people")
            return len(tried)

        return work

    tries = await asyncio.gather(stores[0].database.write(crossing(1, 2)), stores[1].database.write(crossing(2, 1)))
    assert max(tries) > 1, "one was undone; on a stalling machine the other may have lost its idle connection as well"


async def test_a_new_column_disturbs_no_older_process(postgres: Server) -> None:
    """A newer version has added one. Each connection's next load of a table used to be refused, as if the server were
    away, because the server does not repeat a prepared statement whose result has another shape now.
    """
    url = postgres.copy()
    store = await PostgresStore.open(url)
    table = await saved(store)

    async def load_often() -> list[TableRecord | None]:
        return await asyncio.gather(*(store.tables.load(table.id) for _ in range(50)))

    await load_often()
    await store.database.write(lambda sql: sql.execute("ALTER TABLE tables ADD COLUMN newer TEXT"))
    assert await load_often() == [table] * 50
    await store.close()
    postgres.drop(url)


async def test_the_servers_clock_agrees_with_this_machines(stores: tuple[PostgresStore, PostgresStore]) -> None:
    """The two clocks agree here, where server and tests are on the same machine."""
    assert abs(await stores[0].database.clock_offset()) < 1


async def test_a_late_answer_does_not_put_the_servers_clock_out(
    stores: tuple[PostgresStore, PostgresStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process was stopped for a minute while it waited, so the server's clock seemed to be half a minute slow."""
    passed = iter((0.0, 60.0))
    stopped = SimpleNamespace(time=lambda: time.time() + next(passed, 0.0), monotonic=time.monotonic, sleep=time.sleep)
    monkeypatch.setattr(connection, "time", stopped)
    assert abs(await stores[0].database.clock_offset()) < 1
