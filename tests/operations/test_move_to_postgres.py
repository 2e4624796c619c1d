"""`python -m bot move-to-postgres`: every row of a SQLite file is in PostgreSQL afterwards, or nothing is."""

from __future__ import annotations

import asyncio
import time
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from bot.operations.database import move_to_postgres
from bot.records.model import Participant, Player, Result
from bot.replay.steps import Steps
from bot.rules import codec
from bot.rules.catalogue import GAMES
from bot.tables.model.action_log import LoggedAction
from bot.tables.model.leases import Claim
from bot.tables.model.plans import Plan
from bot.tables.model.records import Deadline, Person, Phase, Seat, TableRecord, Wake
from bot.tables.model.reports import Report
from bot.tables.model.share import ALL
from db.engines import moving
from db.engines.sqlite.schema import known_migrations
from db.records import results
from db.store import PostgresStore, SqliteStore
from db.tables import rows
from db.tables.store import log_action
from tests import fresh_database
from tests.db.examples import NOON, a_table_with_everything, saved
from tests.process.test_kill import replayed
from tests.replay.games import finished
from tests.soaking import bounded

if TYPE_CHECKING:
    from pathlib import Path

    from db.sql import Sql
    from db.store import SqlStore

ADA = 1_000
MANY = bounded(50, 10_000)


def some_games(games: list[tuple[str, int]], sql: Sql) -> None:
    for key, number in games:
        a_game(sql, key, number)


def a_game(sql: Sql, key: str, number: int) -> None:
    """Store a game that has ended, in a channel of its own."""
    game = finished(key)
    seats = tuple(Seat(one.name, ADA + number, None) for one in game.players)
    record = TableRecord(
        0, 7, number, key, game.options, len(seats), ADA, game.secret, NOON, Phase.OVER, seats, 9,
        len(game.moves), _last(key), game.start_interaction, NOON, NOON + number,
    )  # fmt: skip
    table = rows.create(sql, record)
    for count, move in enumerate(game.moves, 1):
        log_action(sql, table.id, LoggedAction(count, move.seat, move.text, ADA, NOON + count / 3))
    people = tuple(Participant(Player(ADA + n), n, n + 1, n) for n in range(2))
    results.record(sql, Result(table.id, 7, key, NOON + number, "people", people))


@cache
def _last(key: str) -> str:
    return codec.dumps(Steps(finished(key)).state(-1))


async def fill(store: SqlStore, many: int) -> None:
    """Store that many games of all kinds with their logs and results, and one of everything else."""
    keys = list(GAMES)
    for first in range(0, many, 500):
        numbers = range(first, min(first + 500, many))
        await store.database.write(partial(some_games, [(keys[n % len(keys)], n) for n in numbers]))
    await saved(store, a_table_with_everything(deadline=Deadline(Wake.COMPUTER_MOVE, NOON + 1 / 3, NOON)))
    await store.people.change(ADA, language="de")
    await store.people.change_guild(7, {"language": "de ♠"})
    await store.people.note_departure(8, NOON + 0.1)
    await store.records.start_season(7, NOON)
    await store.deadlines.beat(NOON, share=ALL)


def sorted_rows(about: dict[str, list[dict[str, Any]]]) -> dict[str, list[str]]:
    """The rows in an order that does not depend on the engine."""
    return {table: sorted(map(str, rows)) for table, rows in about.items()}


async def check_replays(store: SqlStore, many: int) -> None:
    """Check that every log leads to its table's position. Games that are the same are replayed once."""
    known: set[object] = set()
    for table_id in range(1, many + 1):
        record = await store.tables.load(table_id)
        assert record is not None
        log = await store.tables.actions(table_id)
        same = (record.game, record.state, tuple((action.number, action.seat, action.text) for action in log))
        if same not in known:
            assert replayed(record, log) == record.state
            known.add(same)
    assert len(known) == len(GAMES)


async def test_moving_to_postgres_keeps_every_row_and_game(
    file: Path, url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every row, every log, and the numbers of tables are moved. The file keeps its contents."""
    store = await fresh_database.opened(file)
    await fill(store, MANY)
    await store.close()
    assert move_to_postgres.main([str(file)]) == 0
    said = capsys.readouterr()
    assert f"{MANY + 1:,} tables, and all rows have the same hash on both sides" in said.out
    monkeypatch.delenv("DATABASE_URL")
    old, new = await SqliteStore.open(file), await PostgresStore.open(url)
    try:
        for both in (old, new):
            await check_replays(both, MANY)
        everything = await old.tables.load(MANY + 1)
        assert everything is not None
        assert await new.tables.load(MANY + 1) == everything
        someone = ADA + 1
        assert sorted_rows(await new.people.all_about(someone)) == sorted_rows(await old.people.all_about(someone))
        assert MANY > 50 or await new.records.rebuild() == {}
        assert (await saved(new)).id == MANY + 2
    finally:
        await old.close()
        await new.close()


async def test_a_server_that_cannot_be_reached_leaves_the_file_as_it_is(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older file used to get this version's schema all the same, so that the older version refused it afterwards."""
    await (await SqliteStore.open(file, known_migrations()[:30])).close()
    before = file.read_bytes()
    monkeypatch.setenv("DATABASE_URL", "postgresql://bot@127.0.0.1:1/tables")
    assert move_to_postgres.main([str(file)]) == 2
    assert file.read_bytes() == before


@pytest.mark.parametrize(("begin", "finding"), [(0, "its pages"), (100, "a text in it")], ids=["a page", "a text"])
async def test_damage_found_while_moving_is_reported_in_one_line(
    file: Path, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], begin: int, finding: str
) -> None:
    """A file too big to be checked in a second is opened unchecked. The command ended with a traceback, which may show
    a hand.
    """
    store = await fresh_database.opened(file)
    for _ in range(9):
        await saved(store, a_table_with_everything(state="x" * 40_000))
    await store.close()
    content = bytearray(file.read_bytes())
    page = content.rindex(b"x" * 4000) // 4096 * 4096
    content[page + begin : page + 200] = b"\xa5" * (200 - begin)
    file.write_bytes(content)
    monkeypatch.setattr("db.engines.sqlite.opening._check_whole", lambda *_: None)
    assert move_to_postgres.main([str(file)]) == 2
    said = capsys.readouterr().err.strip()
    assert said == f"{file} is damaged ({finding} cannot be read): keep a copy of it and restore a backup."


async def test_plans_and_reports_after_a_move_get_new_ids(file: Path, url: str) -> None:
    """SQLite kept no count of them, and a new one used to get the number of the first one that was moved."""
    plans = [Plan(0, 7, 5, Person(ADA, "Ada"), "rummy", NOON, number) for number in range(4)]
    old = await fresh_database.opened(file)
    kept = [await old.plans.add(plan) for plan in plans[:3]]
    assert await old.reports.add(Report(ADA, NOON, 7, 5, 77, None, "rude"))
    await old.close()
    assert await asyncio.to_thread(move_to_postgres.main, [str(file)]) == 0
    new = await PostgresStore.open(url)
    try:
        assert (await new.plans.add(plans[3])).id == kept[-1].id + 1
        assert await new.reports.add(Report(ADA + 1, NOON, 7, 5, 78, None, "rude"))
        assert (await saved(new)).id == 1
    finally:
        await new.close()


async def test_the_server_knows_how_much_was_moved(file: Path, url: str) -> None:
    """For the first minutes, each suggestion of `/replay` read all 200,000 tables, which took half a second."""
    store = await fresh_database.opened(file)
    await fill(store, 5)
    await store.close()
    assert move_to_postgres.main([str(file)]) == 0
    with psycopg.connect(url) as connection:
        known = connection.execute("SELECT reltuples FROM pg_class WHERE relname = 'tables'").fetchone()
    assert known == (6,)


async def test_the_moved_tables_are_listed_in_columns(file: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The longest name used to push its numbers out of line, and one game was called “1 tables”."""
    store = await fresh_database.opened(file)
    await saved(store)
    await store.close()
    assert await asyncio.to_thread(move_to_postgres.main, [str(file)]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert len({len(line) for line in lines}) == 1
    assert [line for line in lines if " 1 row " in line]
    assert "1 table, and all rows" in last


async def test_a_refused_move_gives_one_line(
    file: Path, url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A missing file, a file in use, rows that differ, a database in use and a missing address are each refused in one
    line. The target is unchanged.
    """

    def refused(said: str, path: Path = file) -> None:
        assert move_to_postgres.main([str(path)]) == 2
        lines = capsys.readouterr().err.strip().splitlines()
        assert len(lines) == 1
        assert said in lines[0]

    refused("There is no database at")
    store = await fresh_database.opened(file)
    refused("Another copy of the bot is using")
    await saved(store)
    await store.close()
    monkeypatch.setattr(moving.Move, "_read_back", lambda _self, table: moving.CopiedTable(table, 1, "another"))
    refused("is not the same in PostgreSQL")
    monkeypatch.undo()
    monkeypatch.setenv("DATABASE_URL", url)
    there = await PostgresStore.open(url)
    await there.deadlines.beat(NOON, share=ALL)
    assert await there.tables.load(1) is None
    claim = Claim("one", 1, life="its")
    await there.shards.renew(claim, time.time(), time.time() + 30)
    refused("is used by the bot (one): stop all its processes first")
    await there.shards.release(claim)
    await there.people.change(ADA, text_only=True)
    refused("is not empty (it has rows in “people”)")
    await there.close()
    monkeypatch.setenv("DATABASE_URL", "")
    refused("DATABASE_URL is not set")
