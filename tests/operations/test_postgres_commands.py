"""A host's commands on PostgreSQL: the check-up, the backup, and the move from a SQLite file."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import stat
import subprocess
import time
from contextlib import suppress
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from psycopg import sql

from bot.operations.database import backup, move_to_postgres, ratings
from bot.operations.doctor import command as doctor
from bot.operations.doctor.finding import good
from bot.records.model import Participant, Player, Result
from bot.replay.steps import Steps
from bot.rules import codec
from bot.rules.catalogue import GAMES
from bot.tables.model.action_log import LoggedAction
from bot.tables.model.leases import Claim
from bot.tables.model.plans import Plan
from bot.tables.model.records import Deadline, Person, Phase, Seat, TableRecord, Wake
from bot.tables.model.reports import Report
from bot.tables.model.stores import StoreUnavailableError
from db.engines import moving
from db.engines.postgres import opening
from db.engines.postgres.schema import known_migrations, migrate
from db.errors import StoreAwayError
from db.records import results
from db.records.store import RecordStore
from db.store import PostgresStore, SqliteStore
from db.tables import rows
from db.tables.store import log_action
from tests import postgres as servers
from tests.db.examples import NOON, a_table_with_everything, saved
from tests.process.test_kill import replayed
from tests.replay.games import finished
from tests.soaking import bounded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bot.tables.model.leases import Leases
    from db.sql import Sql
    from db.store import SqlStore
    from tests.postgres import Server

ADA = 1_000
MANY = bounded(50, 10_000)


@pytest.fixture
def url(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An empty database, which the settings name."""
    url = postgres.empty()
    monkeypatch.setenv("DATABASE_URL", url)
    yield url
    postgres.drop(url)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "tables.sqlite3"))
    return tmp_path / "tables.sqlite3"


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
    await store.deadlines.beat(NOON)


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
    store = await SqliteStore.open(file)
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


async def test_plans_and_reports_after_a_move_get_new_ids(file: Path, url: str) -> None:
    """SQLite kept no count of them, and a new one used to get the number of the first one that was moved."""
    plans = [Plan(0, 7, 5, Person(ADA, "Ada"), "rummy", NOON, number) for number in range(4)]
    old = await SqliteStore.open(file)
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


async def test_the_moved_tables_are_listed_in_columns(file: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The longest name used to push its numbers out of line, and one game was called “1 tables”."""
    store = await SqliteStore.open(file)
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
    store = await SqliteStore.open(file)
    refused("Another copy of the bot is using")
    await saved(store)
    await store.close()
    monkeypatch.setattr(moving, "_storable", lambda value: value if value != "Ada" else "Eve")
    monkeypatch.setattr(moving.Tally, "__eq__", lambda *_: False)
    refused("is not the same in PostgreSQL")
    monkeypatch.undo()
    monkeypatch.setenv("DATABASE_URL", url)
    there = await PostgresStore.open(url)
    await there.deadlines.beat(NOON)
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


async def test_a_dump_can_be_restored_and_overwrites_nothing(
    file: Path, url: str, postgres: Server, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Only the host may read the dump. A name that is taken is refused."""
    store = await PostgresStore.open(url)
    table = await saved(store)
    target = tmp_path / "copy.dump"
    assert backup.main([str(target)]) == 0
    assert f"was copied to {target}" in capsys.readouterr().out
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    await store.close()
    assert backup.main([str(target)]) == 2
    assert "exists already" in capsys.readouterr().err
    programs = servers.programs()
    assert programs is not None
    restored = postgres.empty()
    subprocess.run([programs / "pg_restore", "--no-owner", f"--dbname={restored}", target], check=True)
    again = await PostgresStore.open(restored)
    assert await again.tables.load(table.id) == table
    await again.close()
    postgres.drop(restored)
    assert [path.name for path in tmp_path.iterdir()] == ["copy.dump"]
    assert file.exists() is False


@pytest.mark.parametrize("url", ["postgresql://bot:swordf1sh@127.0.0.1:1/tables", "mysql://bot:swordf1sh@db/tables"])
def test_every_command_reports_an_unreachable_database_in_one_line(
    file: Path, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """No command shows the password."""
    file.write_bytes(b"")
    monkeypatch.setenv("DATABASE_URL", url)
    for command, arguments in (
        (backup, [str(tmp_path / "copy")]),
        (move_to_postgres, [str(file)]),
        (ratings, ["rebuild"]),
    ):
        assert command.main(arguments) == 2
        told = capsys.readouterr()
        assert told.err.count("\n") == 1
        assert "swordf1sh" not in told.err + told.out
    assert doctor.main(["--offline"]) == 2
    told = capsys.readouterr()
    shown = told.out
    assert "swordf1sh" not in shown + told.err
    assert re.search(r"^bad +database +", shown, re.MULTILINE)


async def test_the_doctor_describes_the_database(file: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database may be empty, have tables and a bot, a clock that is off, a newer schema, or another program's
    tables.
    """
    monkeypatch.setattr(doctor, "check_players", lambda: good("players", "Not tried: it starts a worker."))

    def found() -> dict[str, str]:
        return {finding.subject: f"{finding.grade}: {finding.sentence}" for finding in doctor.examine(offline=True)}

    assert "is reached and empty" in found()["database"]
    store = await PostgresStore.open(url)
    await saved(store)
    await store.deadlines.beat(time.time())
    assert re.match(r"ok: PostgreSQL database .* is PostgreSQL \d+: [\d,]+ KiB, 1 live table\.$", found()["database"])
    assert "No bot is running on this database now; the last one wrote to it " in found()["process"]
    with psycopg.connect(url) as connection:
        connection.execute("INSERT INTO shard_plan (id, shards) VALUES (1, 3)")
        connection.execute("INSERT INTO processes (name, until) VALUES ('one', 9e9), ('dead', 1)")
        connection.execute("INSERT INTO shards (number, owner) VALUES (0, 'one'), (1, 'dead'), (2, NULL)")
    assert found()["process"] == "ok: At work on this database: one."
    assert found()["shards"].startswith("look: No process has the shards 1, 2")
    assert found()["clock"] == "ok: It agrees with the database's."
    await store.close()
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() - 60)
    assert "60 s behind the database's" in found()["clock"]
    with psycopg.connect(url) as connection:
        connection.execute("INSERT INTO migrations VALUES (9999, 'later', 'x', 9999)")
    assert "bad: " in found()["database"]
    assert "newer version" in found()["database"]
    with psycopg.connect(url) as connection:
        connection.execute("DROP TABLE migrations")
    assert "belongs to another program" in found()["database"]


async def test_the_doctor_reports_a_user_who_may_not_create_tables(
    file: Path, url: str, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From PostgreSQL 15 on, this is everybody but the database's owner."""
    role = sql.Identifier(f"weak_{os.getpid()}")
    postgres.run(sql.SQL("CREATE ROLE {} LOGIN").format(role))
    try:
        monkeypatch.setenv("DATABASE_URL", url.replace("bot@", f"weak_{os.getpid()}@"))
        [found] = [one for one in doctor.examine(offline=True) if one.subject == "database"]
        assert found.grade == "bad"
        assert (
            "the user may not create tables there, or not change those that are there: make it the owner"
            in found.sentence
        )
    finally:
        postgres.run(sql.SQL("DROP ROLE {}").format(role))


async def test_the_doctor_reports_a_database_that_cannot_keep_what_the_bot_saves(
    file: Path, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It accepts no changes, or has an encoding without most signs. The doctor used to find both to be fine."""

    def found(url: str) -> str:
        monkeypatch.setenv("DATABASE_URL", url)
        findings = [one for one in doctor.examine(offline=True) if one.subject == "database"]
        return f"{findings[-1].grade}: {findings[-1].sentence}"

    url = postgres.copy()
    name = sql.Identifier(str(psycopg.conninfo.conninfo_to_dict(url)["dbname"]))
    postgres.run(sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = on").format(name))
    assert re.match("bad: .* accepts no changes", found(url))
    postgres.drop(url)
    postgres.run(sql.SQL("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'"))
    url = postgres.url("latin")
    assert re.match("bad: .* LATIN1", found(url))
    with psycopg.connect(url, autocommit=True) as connection:
        migrate(connection, "", known_migrations())
    assert re.match("look: .* LATIN1", found(url))
    postgres.drop(url)


async def test_a_rebuild_needs_all_processes_stopped(file: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Changes by a running process would be lost or come back, such as the ratings of somebody whose
    data is deleted.
    """
    store = await PostgresStore.open(url)
    claim = Claim("one", 1, life="its")
    await store.shards.renew(claim, time.time(), time.time() + 30)
    assert await asyncio.to_thread(ratings.main, ["rebuild"]) == 2
    said = capsys.readouterr().err
    assert "is used by the bot (one): stop all its processes first" in said
    assert said.count("\n") == 1
    await store.shards.release(claim)
    await store.close()
    assert await asyncio.to_thread(ratings.main, ["rebuild"]) == 0
    assert capsys.readouterr().out == "All ratings were right; nothing changed.\n"


async def test_no_bot_starts_while_ratings_are_rebuilt(
    file: Path, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever a bot wrote during the rebuild used to be lost. It now reports why it waits, and starts when the rebuild
    is done.
    """
    monkeypatch.setattr(
        opening, "_SETTINGS", opening._SETTINGS.replace("lock_timeout = '5s'", "lock_timeout = '200ms'")
    )
    opened_before = await PostgresStore.open(url)
    claim, rebuild = Claim("one", 1, life="its"), RecordStore.rebuild
    tried: list[str] = []

    async def claimed_afterwards() -> Leases:
        """Try again, as a bot does: the server frees the command's locks a moment after it ends."""
        async with asyncio.timeout(60):
            while True:
                with suppress(StoreUnavailableError):
                    return await opened_before.shards.renew(claim, time.time(), time.time() + 30)

    async def meanwhile(records: RecordStore) -> Any:
        with pytest.raises(StoreAwayError) as refused:
            await PostgresStore.open(url)
        with pytest.raises(StoreUnavailableError):
            await opened_before.shards.renew(claim, time.time(), time.time() + 30)
        tried.append(str(refused.value))
        return await rebuild(records)

    monkeypatch.setattr(RecordStore, "rebuild", meanwhile)
    assert await asyncio.to_thread(ratings.main, ["rebuild"]) == 0
    assert capsys.readouterr().out == "All ratings were right; nothing changed.\n"
    [said] = tried
    assert said.endswith(": a command is using it exclusively; the bot starts when that is done.")
    assert (await claimed_afterwards()).own == {0}
    await opened_before.shards.release(claim)
    await opened_before.close()
    await (await PostgresStore.open(url)).close()


def test_a_missing_pg_dump_is_reported(
    file: Path, url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from db.engines.postgres import backup as dumping

    monkeypatch.setattr(dumping, "DEBIAN_CLIENTS", str(tmp_path))
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    assert backup.main([str(tmp_path / "copy")]) == 2
    assert "pg_dump is not installed" in capsys.readouterr().err
