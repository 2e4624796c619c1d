"""The connection: writes run one at a time or together, reads in the meantime, and closing it ends its thread."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

import db.engines.sqlite.opening
from bot.tables.model.stores import StoreUnavailableError
from db.engines.sqlite.connection import MAX_BATCH, Connection
from tests.db.works import Held, HeldRead, beat, last_beat

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


async def test_the_connection_sets_the_documented_pragmas(connection: Connection) -> None:
    """The connection writes ahead, flushes to disk at each commit, checks foreign keys, and waits for locks."""

    def pragmas(sql: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return [sql.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert await connection.write(pragmas) == ["wal", 2, 1, 5000]


async def test_a_write_returns_the_works_result_after_the_commit(connection: Connection, path: Path) -> None:
    """Another connection sees the write at once."""
    held = Held(1.5)
    held.go_on()
    assert await connection.write(held) == "done"
    with closing(sqlite3.connect(path)) as other:
        assert last_beat(other) == 1.5


async def test_an_error_undoes_the_transaction(connection: Connection) -> None:
    """The caller gets the error, and the next transaction gets the old data."""
    await connection.write(beat(1))
    worker = connection._writes._worker

    def failing(sql: sqlite3.Connection) -> None:
        beat(2)(sql)
        raise LookupError("in the middle")

    with pytest.raises(LookupError, match="in the middle"):
        await connection.write(failing)
    assert await connection.read(last_beat) == 1
    assert connection._writes._worker is worker


async def test_transactions_run_one_at_a_time_in_the_order_requested(connection: Connection) -> None:
    """Each transaction sees the previous one completely."""
    running = 0

    def count_up(sql: sqlite3.Connection) -> float:
        nonlocal running
        running += 1
        assert running == 1
        before = last_beat(sql) or 0
        time.sleep(0.001)
        beat(before + 1)(sql)
        running -= 1
        return before

    assert await asyncio.gather(*(connection.write(count_up) for _ in range(50))) == list(range(50))


async def test_queued_writes_commit_together_and_fail_separately(
    connection: Connection,
) -> None:
    """Writes that are requested meanwhile are committed together. If one fails, it alone is undone."""
    statements: list[str] = []
    await connection.write(lambda sql: sql.set_trace_callback(statements.append))

    def add(person: int) -> Callable[[sqlite3.Connection], int]:
        return lambda sql: sql.execute("INSERT INTO people VALUES (?, '{}')", (person,)).rowcount

    async def commits(*works: Callable[[sqlite3.Connection], int]) -> list[object]:
        held = Held(1)
        first = asyncio.create_task(connection.write(held))
        await held.begun()
        rest = asyncio.gather(*map(connection.write, works), return_exceptions=True)
        await asyncio.sleep(0.005)
        statements.clear()
        held.go_on()
        found = await rest
        assert await first == "done"
        return [*found, statements.count("COMMIT")]

    assert await commits(*map(add, range(10))) == [1] * 10 + [2]
    twin, *others, count = await commits(add(5), add(11), add(12))
    assert isinstance(twin, sqlite3.IntegrityError)
    assert [*others, count] == [1, 1, 3]

    def people(sql: sqlite3.Connection) -> int:
        return int(sql.execute("SELECT count(*) FROM people").fetchone()[0])

    assert await connection.read(people) == 12


async def test_write_along_is_committed_with_the_next_write(connection: Connection, path: Path) -> None:
    """Work that nobody waits for runs in the transaction of the next write, before it, however much there is. Work that
    fails does not affect the rest.
    """
    statements: list[str] = []
    await connection.write(lambda sql: sql.set_trace_callback(statements.append))
    statements.clear()

    def failing(sql: sqlite3.Connection) -> None:
        beat(0)(sql)
        raise LookupError("nobody hears of it")

    for at in range(MAX_BATCH - 1):
        await connection.write_deferred(beat(at))
    await asyncio.sleep(0.01)
    assert await connection.read(last_beat) is None
    assert statements == []
    assert await connection.write(last_beat) == MAX_BATCH - 2
    assert statements.count("COMMIT") == 1

    await connection.write_deferred(failing)
    for at in range(2 * MAX_BATCH):
        await connection.write_deferred(beat(at))
    assert await connection.write(last_beat) == 2 * MAX_BATCH - 1

    await connection.write_deferred(beat(7))
    await connection.close()
    with closing(sqlite3.connect(path)) as other:
        assert last_beat(other) == 7
    with pytest.raises(StoreUnavailableError, match="closing"):
        await connection.write_deferred(beat(8))


async def test_a_read_sees_committed_writes_and_waits_for_nobody(connection: Connection) -> None:
    """A read waits neither for a write under way nor for a long read."""
    await connection.write(beat(1))
    held, reading = Held(2), HeldRead()
    writing = asyncio.create_task(connection.write(held))
    looking = asyncio.create_task(connection.read_long(reading))
    await held.begun()
    await reading.begun()
    async with asyncio.timeout(60):
        assert await connection.read(last_beat) == 1
    held.go_on()
    assert await writing == "done"
    assert await connection.read(last_beat) == 2
    reading.go_on()
    assert await looking == 1


async def test_a_read_cannot_write(connection: Connection) -> None:
    for read in (connection.read, connection.read_long):
        with pytest.raises(StoreUnavailableError):
            await read(beat(1))
    assert await connection.read(last_beat) is None


async def test_a_read_takes_no_write_lock(connection: Connection, path: Path) -> None:
    """A read is answered at once while another program has the file locked for writing."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        async with asyncio.timeout(60):
            assert await connection.read(last_beat) is None


@pytest.mark.usefixtures("migrated")
async def test_writes_queued_for_a_locked_file_wait_only_once(path: Path, monkeypatch: Any) -> None:
    """Ten writes that find the file locked are refused after one wait, rather than one after the other."""
    monkeypatch.setattr(db.engines.sqlite.opening, "LOCK_SECONDS", 0.3)
    connection = await Connection.open(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        asked = time.monotonic()
        found = await asyncio.gather(*(connection.write(beat(n)) for n in range(10)), return_exceptions=True)
        assert time.monotonic() - asked < 1.5
    assert {type(refusal) for refusal in found} == {StoreUnavailableError}
    await connection.write(beat(7))
    assert await connection.read(last_beat) == 7
    await connection.close()


@pytest.mark.usefixtures("migrated")
async def test_closing_waits_for_earlier_writes_and_refuses_later_ones(path: Path) -> None:
    """Closing also ends the thread. Later writes are refused, but closing again is not."""
    connection = await Connection.open(path)
    held = Held(1)
    first = asyncio.create_task(connection.write(held))
    await held.begun()
    second = asyncio.create_task(connection.write(beat(2)))
    await asyncio.sleep(0)
    closed = asyncio.create_task(connection.close())
    await asyncio.sleep(0)
    late = asyncio.create_task(connection.write(beat(3)))
    held.go_on()
    await asyncio.gather(first, second, closed)
    with pytest.raises(StoreUnavailableError, match="closing"):
        await late
    await connection.close()
    with closing(sqlite3.connect(path)) as other:
        assert last_beat(other) == 2
