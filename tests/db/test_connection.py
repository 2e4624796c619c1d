"""The connection: written one at a time or together, never torn, never left open, and closed with its thread."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from typing import TYPE_CHECKING

import pytest

from bot.tables.protocols import StoreUnavailableError
from db.connection import Connection

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def beat(at: float) -> Callable[[sqlite3.Connection], None]:
    return lambda sql: _beat(sql, at)


def _beat(sql: sqlite3.Connection, at: float) -> None:
    sql.execute("INSERT INTO heartbeat VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", (at,))


def last_beat(sql: sqlite3.Connection) -> float | None:
    row = sql.execute("SELECT at FROM heartbeat").fetchone()
    return None if row is None else float(row[0])


class Held:
    """Work that a test holds in the middle of its transaction."""

    def __init__(self, at: float, error: Exception | None = None) -> None:
        self._at, self._error = at, error
        self._begun, self._go_on = threading.Event(), threading.Event()

    def __call__(self, sql: sqlite3.Connection) -> str:
        _beat(sql, self._at)
        self._begun.set()
        assert self._go_on.wait(10)
        if self._error is not None:
            raise self._error
        return "done"

    async def begun(self) -> None:
        await asyncio.to_thread(self._begun.wait, 10)

    def go_on(self) -> None:
        self._go_on.set()


async def test_it_is_set_up_as_promised(connection: Connection) -> None:
    """Written ahead, to the disk at each commit, with references checked and a patient lock."""

    def pragmas(sql: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return [sql.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert await connection.read(pragmas) == await connection.write(pragmas) == ["wal", 2, 1, 5000]


async def test_a_write_returns_what_the_work_returns_once_it_is_committed(
    connection: Connection, path: Path
) -> None:
    """Another connection sees it at once."""
    held = Held(1.5)
    held.go_on()
    assert await connection.write(held) == "done"
    with sqlite3.connect(path) as other:
        assert last_beat(other) == 1.5
    other.close()


async def test_an_error_undoes_the_transaction(connection: Connection) -> None:
    """The caller gets the error, the next transaction the old data."""
    await connection.write(beat(1))
    worker = connection._writing._worker

    def failing(sql: sqlite3.Connection) -> None:
        _beat(sql, 2)
        raise LookupError("in the middle")

    with pytest.raises(LookupError, match="in the middle"):
        await connection.write(failing)
    assert await connection.read(last_beat) == 1
    assert connection._writing._worker is worker


async def test_transactions_run_one_at_a_time_in_the_order_of_asking(connection: Connection) -> None:
    """Each sees the one before it, whole."""
    running = 0

    def count_up(sql: sqlite3.Connection) -> float:
        nonlocal running
        running += 1
        assert running == 1
        before = last_beat(sql) or 0
        time.sleep(0.001)
        _beat(sql, before + 1)
        running -= 1
        return before

    assert await asyncio.gather(*(connection.write(count_up) for _ in range(50))) == list(range(50))


async def test_what_is_asked_for_meanwhile_is_done_together_and_each_hears_of_its_own(
    connection: Connection,
) -> None:
    """One commit for all; where one of them fails it alone is undone, and one that is cancelled is waited for."""
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


async def test_one_who_is_cancelled_while_done_with_others_is_let_go_when_all_are_committed(
    connection: Connection,
) -> None:
    """And it disturbs none of them."""
    first, second = Held(1), Held(2)
    callers = [asyncio.create_task(connection.write(first))]
    await first.begun()
    callers += [asyncio.create_task(connection.write(work)) for work in (second, beat(3))]
    await asyncio.sleep(0.005)
    first.go_on()
    await second.begun()
    callers[2].cancel()
    await asyncio.sleep(0.005)
    assert not callers[2].done()
    second.go_on()
    assert await asyncio.gather(*callers[:2]) == ["done", "done"]
    with pytest.raises(asyncio.CancelledError):
        await callers[2]
    assert await connection.read(last_beat) == 3


async def test_reading_waits_for_nobodys_writing_and_sees_all_that_was_answered(
    connection: Connection,
) -> None:
    """What is under way is not seen yet; and what only reads cannot write."""
    await connection.write(beat(1))
    held = Held(2)
    writing = asyncio.create_task(connection.write(held))
    await held.begun()
    assert await connection.read(last_beat) == 1
    held.go_on()
    assert await writing == "done"
    assert await connection.read(last_beat) == 2
    with pytest.raises(StoreUnavailableError):
        await connection.read(beat(3))
    assert await connection.read(last_beat) == 2


async def test_one_who_is_cancelled_in_mid_transaction_is_let_go_when_it_is_committed(
    connection: Connection,
) -> None:
    """However often it is cancelled; its transaction is whole."""
    held = Held(7)
    worker = connection._writing._worker
    caller = asyncio.create_task(connection.write(held))
    await held.begun()
    for _ in range(3):
        caller.cancel()
        await asyncio.sleep(0.005)
        assert not caller.done()
    held.go_on()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert await connection.read(last_beat) == 7
    assert connection._writing._worker is worker


async def test_one_who_is_cancelled_in_a_failing_transaction_is_let_go_when_it_is_undone(
    connection: Connection,
) -> None:
    """It hears of its cancellation, and nothing is left open."""
    held = Held(7, error=LookupError("late"))
    caller = asyncio.create_task(connection.write(held))
    await held.begun()
    caller.cancel()
    held.go_on()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert await connection.read(last_beat) is None


async def test_one_who_is_cancelled_while_waiting_is_gone_at_once(connection: Connection) -> None:
    """Its work is never begun, and those behind it move up."""
    held = Held(1)
    first = asyncio.create_task(connection.write(held))
    await held.begun()
    waiting = asyncio.create_task(connection.write(beat(2)))
    behind = asyncio.create_task(connection.write(last_beat))
    await asyncio.sleep(0.005)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert not first.done()
    held.go_on()
    assert await first == "done"
    assert await behind == 1


async def test_a_timeout_around_a_write_ends_after_it(connection: Connection) -> None:
    """`asyncio.timeout` cancels like anyone else."""
    held = Held(3)
    threading.Timer(0.05, held.go_on).start()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await connection.write(held)
    assert await connection.read(last_beat) == 3


async def test_a_commit_that_fails_is_undone(connection: Connection) -> None:
    """A reference that is still broken at COMMIT leaves the transaction open in SQLite, but not here."""

    def dangling(sql: sqlite3.Connection) -> None:
        _beat(sql, 2)
        sql.execute("PRAGMA defer_foreign_keys = ON")
        sql.execute("INSERT INTO snapshots VALUES (4711, NULL, '[]')")

    with pytest.raises(sqlite3.IntegrityError):
        await connection.write(dangling)
    assert await connection.read(last_beat) is None
    await connection.write(beat(3))
    assert await connection.read(last_beat) == 3


async def test_a_full_disk_changes_nothing_and_is_said_in_one_line(connection: Connection) -> None:
    """SQLite undoes the transaction by itself; when there is room again, the connection works on."""

    def allow(sql: sqlite3.Connection, pages: int) -> None:
        sql.execute(f"PRAGMA max_page_count = {pages}")

    def too_much(sql: sqlite3.Connection) -> None:
        _beat(sql, 2)
        sql.execute("INSERT INTO people VALUES (1, ?)", ("x" * 1_000_000,))

    await connection.write(lambda sql: allow(sql, sql.execute("PRAGMA page_count").fetchone()[0]))
    with pytest.raises(StoreUnavailableError, match="disk is full") as refusal:
        await connection.write(too_much)
    assert "xxx" not in str(refusal.value)
    assert await connection.read(last_beat) is None
    await connection.write(lambda sql: allow(sql, 1_000_000))
    await connection.write(too_much)
    assert await connection.read(last_beat) == 2


async def test_a_rollback_that_fails_costs_the_connection_but_not_the_data(connection: Connection) -> None:
    """It is closed, which undoes the transaction, and the next one finds a fresh connection."""

    def stuck(sql: sqlite3.Connection) -> None:
        _beat(sql, 2)
        sql.set_authorizer(
            lambda action, what, *_: sqlite3.SQLITE_DENY if what == "ROLLBACK" else sqlite3.SQLITE_OK
        )
        raise LookupError("in the middle")

    await connection.write(beat(1))
    with pytest.raises(LookupError):
        await connection.write(stuck)
    assert await connection.read(last_beat) == 1
    for setting, value in (("synchronous", 2), ("foreign_keys", 1)):
        assert await connection.write(lambda sql: sql.execute(f"PRAGMA {setting}").fetchone()[0]) == value  # noqa: B023
    await connection.write(beat(3))
    assert await connection.read(last_beat) == 3


async def test_a_file_that_cannot_be_opened_again_is_tried_at_each_transaction(path: Path) -> None:
    """Each is refused in one line until it can."""
    connection = await Connection.open(path)
    await connection.write(beat(1))
    await connection._writing.close()
    moved = path.rename(path.with_name("elsewhere.db"))
    path.mkdir()
    for _ in range(2):
        with pytest.raises(StoreUnavailableError, match="cannot use its database"):
            await connection.write(beat(2))
    path.rmdir()
    moved.rename(path)
    assert await connection.read(last_beat) == 1
    await connection.close()


async def test_a_mistake_in_a_statement_is_not_blamed_on_the_disk(connection: Connection) -> None:
    """Its error stays what it is."""
    with pytest.raises(sqlite3.IntegrityError):
        await connection.write(lambda sql: sql.execute("INSERT INTO heartbeat VALUES (2, 1.0)"))
    with pytest.raises(sqlite3.ProgrammingError):
        await connection.write(lambda sql: sql.execute("INSERT INTO heartbeat VALUES (1, ?)"))


async def test_closing_waits_for_what_was_asked_before(path: Path) -> None:
    """And ends the thread; what comes later is refused, closing again is not."""
    connection = await Connection.open(path)
    held = Held(1)
    first = asyncio.create_task(connection.write(held))
    await held.begun()
    second = asyncio.create_task(connection.write(beat(2)))
    await asyncio.sleep(0)
    closing = asyncio.create_task(connection.close())
    await asyncio.sleep(0)
    late = asyncio.create_task(connection.write(beat(3)))
    held.go_on()
    await asyncio.gather(first, second, closing)
    with pytest.raises(StoreUnavailableError, match="closing"):
        await late
    await connection.close()
    with sqlite3.connect(path) as other:
        assert last_beat(other) == 2
    other.close()


async def test_a_cancelled_close_still_closes(path: Path) -> None:
    """The thread ends and the file is free."""
    connection = await Connection.open(path)
    closing = asyncio.create_task(connection.close())
    await asyncio.sleep(0)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    await (await Connection.open(path)).close()


@pytest.mark.parametrize("pause", [0, 0.001, 0.01])
async def test_a_cancelled_opening_leaves_nothing_behind(path: Path, pause: float) -> None:
    """No thread, no lock: the file can be opened at once."""
    opening = asyncio.create_task(Connection.open(path))
    await asyncio.sleep(pause)
    if opening.cancel():
        with pytest.raises(asyncio.CancelledError):
            await opening
    else:
        await opening.result().close()
    await (await Connection.open(path)).close()


def test_a_loop_that_ends_early_waits_for_the_transaction_under_way(path: Path) -> None:
    """`asyncio.run` cancels all tasks when its main one ends; the thread still has a loop to report to."""
    callers = []

    async def run() -> Connection:
        connection = await Connection.open(path)
        held = Held(5)
        callers.append(asyncio.create_task(connection.write(held)))
        await held.begun()
        threading.Timer(0.05, held.go_on).start()
        return connection

    connection = asyncio.run(run())
    assert callers[0].cancelled()
    with sqlite3.connect(path) as other:
        assert last_beat(other) == 5
    other.close()
    asyncio.run(connection.close())
