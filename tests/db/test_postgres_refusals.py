"""What a PostgreSQL server refuses while the bot runs is reported and undone, and the bot goes on once it can."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import subprocess
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import psycopg
import pytest
from psycopg import sql

from bot.tables.model.records import Change
from bot.tables.model.stores import DISK_FULL, STORE_AWAY, STORE_CLOSING, StoreUnavailableError
from db.engines.postgres import connection, listening, opening
from db.engines.postgres.connection import Postgres
from db.engines.postgres.sql import Connection, PostgresSql
from db.store import PostgresStore
from tests.cut_network import Network
from tests.db.examples import next_version, saved
from tests.db.works import Held, beat, last_beat

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from db.sql import Sql
    from tests.postgres import Server


@pytest.fixture
def url(postgres: Server) -> Iterator[str]:
    with postgres.lent() as url:
        yield url


@pytest.fixture
async def database(url: str) -> AsyncIterator[Postgres]:
    database = await Postgres.open(url)
    yield database
    await database.close()


async def test_a_read_cannot_write(database: Postgres) -> None:
    for read in (database.read, database.read_long):
        with pytest.raises(StoreUnavailableError):
            await read(beat(1))
    assert await database.read(last_beat) is None


async def test_an_error_undoes_the_transaction(database: Postgres) -> None:
    def failing(sql: Sql) -> None:
        beat(2)(sql)
        raise LookupError("in the middle")

    await database.write(beat(1))
    with pytest.raises(LookupError, match="in the middle"):
        await database.write(failing)
    assert await database.read(last_beat) == 1


async def test_cut_connections_are_replaced_without_an_error(database: Postgres) -> None:
    """All connections are cut, before and in the middle of a transaction."""
    await asyncio.gather(*(database.write(beat(n)) for n in range(20)))
    cut: list[int] = []

    def cut_all(sql: Sql) -> None:
        beat(99)(sql)
        if not cut:
            cut.append(1)
            with psycopg.connect(database._conninfo) as other:
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )

    await database.write(cut_all)
    assert len(cut) == 1
    assert await asyncio.gather(*(database.read(last_beat) for _ in range(20))) == [99] * 20


async def test_a_turn_passes_on_soon_when_its_holder_is_gone(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server takes two hours to notice that a machine has lost power. During that time no other process could connect
    to Discord.
    """
    monkeypatch.setattr("db.engines.postgres.connection.LOCK_SECONDS", 0.2)
    gone, other = await Postgres.open(url), await Postgres.open(url)
    async with gone.lock("identify 0"), asyncio.timeout(10), other.lock("identify 0"):
        pass
    await gone.close()
    await other.close()


async def test_an_unavailable_server_is_reported_to_all_callers_soon(
    database: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every caller learns of it soon, however many there are. Afterwards, the database recovers by itself."""
    monkeypatch.setattr("db.engines.postgres.connection.MAX_RECONNECT_SECONDS", 0.0)
    monkeypatch.setattr(database._pool, "timeout", 0.3)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
    name = psycopg.conninfo.conninfo_to_dict(database._conninfo)["dbname"]
    admin = str(database._conninfo).replace(str(name), "postgres")
    await database.write(beat(1))
    with psycopg.connect(admin, autocommit=True) as other:
        other.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(sql.Identifier(str(name))))
        other.execute(cut, (name,))
        before = time.monotonic()
        results = await asyncio.gather(*(database.write(beat(2)) for _ in range(60)), return_exceptions=True)
        assert {str(result) for result in results} == {STORE_AWAY}
        assert time.monotonic() - before < 5
        other.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS true").format(sql.Identifier(str(name))))
    assert await _last_beat_once_back(database) == 1


@pytest.mark.parametrize(("cut", "number"), [("lose", 20), ("lose", 1), ("reset", 20)])
async def test_a_network_cut_is_reported_soon_and_recovered_from(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, cut: str, number: int
) -> None:
    """Either everything sent is lost silently, for all transactions under way, or connections are refused. Replacing
    idle connections used to block the event loop for as long as the server did not answer, and no log said why.
    """
    monkeypatch.setattr("db.engines.postgres.connection.HUNG_SECONDS", 0.5)
    monkeypatch.setattr("db.engines.postgres.connection.MAX_RECONNECT_SECONDS", 0.5)
    monkeypatch.setattr("db.engines.postgres.connection.WAIT_SECONDS", 0.5)
    async with Network(url) as network:
        database = await Postgres.open(f"{network.url}?connect_timeout=2")
        await asyncio.gather(*(database.write(beat(n)) for n in range(20)))
        await database.write(beat(1))
        getattr(network, cut)()
        before = time.monotonic()
        results = await asyncio.gather(*(database.write(beat(2)) for _ in range(number)), return_exceptions=True)
        assert {str(result) for result in results} == {STORE_AWAY}
        assert time.monotonic() - before < 8
        assert cut == "reset" or "the server does not answer there: check that it runs" in caplog.text
        network.heal()
        assert await _last_beat_once_back(database) == 1
        await database.close()


async def _last_beat_once_back(database: Postgres) -> float | None:
    async with asyncio.timeout(60):
        while True:
            try:
                return await database.read(last_beat)
            except StoreUnavailableError:
                await asyncio.sleep(0.1)


async def test_locks_of_a_cut_off_process_are_freed_before_others_give_up(url: str) -> None:
    """A process that is cut off in the middle of claiming shards would keep all others from renewing theirs."""
    loop, cut = asyncio.get_running_loop(), asyncio.Event()
    async with Network(url) as network:
        database, other = await Postgres.open(network.url), await Postgres.open(url)

        def is_cut_off(sql: Sql) -> None:
            sql.lock("shards")
            sql.execute("SELECT 1").fetchone()
            if not cut.is_set():
                loop.call_soon_threadsafe(network.lose)
                loop.call_soon_threadsafe(cut.set)
                time.sleep(0.1)
            sql.execute("SELECT 1").fetchone()

        hung = asyncio.create_task(database.write(is_cut_off))
        await cut.wait()
        await other.write(lambda sql: sql.lock("shards"))
        network.heal()
        await asyncio.gather(hung, return_exceptions=True)
        await database.close()
        await other.close()


async def test_locks_of_a_process_that_stops_while_it_sends_are_freed(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's time limits begin when it has got everything, and it waits for the rest without one. A process that
    was suspended in such a moment, or whose machine lost power, kept all others from renewing their leases.
    """
    quick = opening._SETTINGS.replace("lock_timeout = '5s'", "lock_timeout = '200ms'")
    monkeypatch.setattr(opening, "_SETTINGS", quick)
    monkeypatch.setattr(connection, "SILENT_SECONDS", 0.1)
    stopped = Connection.connect(opening.conninfo_of(url))
    opening.configure(stopped)
    sent = PostgresSql(stopped)
    for statement in ("BEGIN", "SELECT pg_advisory_xact_lock(hashtextextended('shards', 0))", "SELECT 1"):
        sent.execute(statement)
    database = await Postgres.open(url)
    await database.write(lambda sql: sql.lock("shards"))
    await database.close()
    stopped.abort()
    stopped.close()


async def test_a_refused_listener_tries_again_later(database: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """A standby refuses until it is promoted. The process used to hear nothing until a restart."""
    monkeypatch.setattr(listening, "PAUSE_SECONDS", 0.01)
    with monkeypatch.context() as refused:
        refused.setattr(listening, "CHANNEL", "no channel")
        heard = database.notices()
        first = asyncio.ensure_future(anext(heard))
        await asyncio.sleep(0.2)
        assert not first.done()
    async with asyncio.timeout(10):
        assert await first is None
        await database.write(lambda sql: sql.notify("something"))
        assert await anext(heard) == "something"
    await heard.aclose()


@pytest.fixture
def small_disk(postgres: Server) -> Iterator[tuple[str, Path]]:
    """A database on a small disk of its own, and the disk's folder."""
    folder = postgres.folder / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=32m,mode=777", "none", str(folder)]
    if os.getuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        folder.rmdir()
        pytest.skip("a small disk needs the right to mount one")
    place = sql.Literal(str(folder / "space"))
    (folder / "space").mkdir()
    shutil.chown(folder / "space", postgres.folder.owner())
    postgres.run(sql.SQL("CREATE TABLESPACE small LOCATION {}").format(place))
    postgres.run(sql.SQL("CREATE DATABASE on_small TEMPLATE template_of_tests TABLESPACE small"))
    yield postgres.url("on_small"), folder
    postgres.drop(postgres.url("on_small"))
    postgres.run(sql.SQL("DROP TABLESPACE small"))
    subprocess.run(["umount", str(folder)], check=True)
    folder.rmdir()


async def test_a_full_disk_loses_nothing_and_recovers_when_there_is_room(small_disk: tuple[str, Path]) -> None:
    """The server's disk is full: what was saved is there, and what was not is refused in the words that people read."""
    url, disk = small_disk
    store = await PostgresStore.open(url)
    kept = await saved(store, state="x" * 1000)
    filler = disk / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(65536))
    after, refused = kept, ""
    for step in range(2000):
        try:
            await store.tables.save(Change(next_version(after, state=random.Random(step).randbytes(9000).hex())))
        except StoreUnavailableError as error:
            refused = str(error)
            break
        after = next_version(after, state=random.Random(step).randbytes(9000).hex())
    assert refused == DISK_FULL
    assert await store.tables.load(kept.id) == after
    filler.unlink()
    await store.tables.save(Change(next_version(after, state="y")))
    assert await store.tables.load(kept.id) == next_version(after, state="y")
    await store.close()


async def test_a_full_disk_is_reported(database: Postgres) -> None:
    def full(_sql: Sql) -> None:
        raise psycopg.errors.DiskFull

    with pytest.raises(StoreUnavailableError, match=DISK_FULL):
        await database.write(full)


async def test_a_cancelled_caller_waits_until_its_transaction_commits(database: Postgres) -> None:
    held = Held(7)
    caller = asyncio.create_task(database.write(held))
    await held.begun()
    caller.cancel()
    await asyncio.sleep(0.01)
    assert not caller.done()
    held.go_on()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert await database.read(last_beat) == 7


async def test_the_log_says_why_a_transaction_failed(database: Postgres, caplog: pytest.LogCaptureFixture) -> None:
    """People are told to try again soon; the host used to be told no more. A reason is logged once a minute."""

    def refused(sql: Sql) -> None:
        sql.execute("SET TRANSACTION READ ONLY")
        beat(1)(sql)

    for _ in range(3):
        with pytest.raises(StoreUnavailableError):
            await database.write(refused)
    [line] = [record.getMessage() for record in caplog.records if "The database failed" in record.getMessage()]
    assert line.endswith(": cannot execute UPDATE in a read-only transaction.") or "cannot execute INSERT" in line


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM tenant", "permission denied for table heartbeat"),
        ("DROP TABLE heartbeat", 'relation "heartbeat" does not exist'),
    ],
)
async def test_what_is_taken_away_by_an_administrator_is_not_a_bug_of_the_bot(
    postgres: Server, caplog: pytest.LogCaptureFixture, statement: str, reason: str
) -> None:
    """To restore a backup, say. Each click and each check used to be an error with a traceback, and nobody was told."""
    postgres.run(sql.SQL("CREATE ROLE tenant LOGIN"))
    url = postgres.copy()
    with psycopg.connect(url, autocommit=True) as administrator:
        administrator.execute("GRANT ALL ON ALL TABLES IN SCHEMA public TO tenant")
        database = await Postgres.open(url.replace("bot@", "tenant@"))
        await database.write(beat(1))
        administrator.execute(statement.encode())
        with pytest.raises(StoreUnavailableError, match=STORE_AWAY):
            await database.write(beat(2))
        assert f": {reason}." in caplog.text
        await database.close()
    postgres.drop(url)
    postgres.run(sql.SQL("DROP ROLE tenant"))


async def test_the_log_says_why_the_server_cannot_be_reached(
    database: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """With a changed password, say. The pool does not know more than that it has no connection."""
    monkeypatch.setattr(listening, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(database, "_conninfo", str(database._conninfo).replace("dbname=", "dbname=no_"))
    heard = database.notices()
    waiting = asyncio.ensure_future(anext(heard))
    async with asyncio.timeout(10):
        while "there is no such database: create it" not in caplog.text:
            await asyncio.sleep(0.05)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)


async def test_a_closed_database_says_so(database: Postgres) -> None:
    await database.close()
    with pytest.raises(StoreUnavailableError, match=STORE_CLOSING):
        await database.read(last_beat)
