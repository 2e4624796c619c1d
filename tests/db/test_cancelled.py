"""A caller that is cancelled or runs out of time breaks no transaction and leaves nothing open."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from db.engines.sqlite.connection import Connection
from tests.db.works import Held, beat, last_beat

if TYPE_CHECKING:
    from pathlib import Path


async def test_cancelling_one_write_of_a_batch_waits_for_the_whole_batch(
    connection: Connection,
) -> None:
    """A cancelled caller does not affect the others."""
    first, second = Held(1), Held(2)
    callers: list[asyncio.Task[str] | asyncio.Task[None]] = [asyncio.create_task(connection.write(first))]
    await first.begun()
    callers += [asyncio.create_task(connection.write(second)), asyncio.create_task(connection.write(beat(3)))]
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


async def test_a_cancelled_caller_waits_until_its_transaction_commits(
    connection: Connection,
) -> None:
    """A cancelled caller waits for its transaction, however often it is cancelled, and the transaction is complete."""
    held = Held(7)
    worker = connection._writes._worker
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
    assert connection._writes._worker is worker


async def test_a_failing_transaction_of_a_cancelled_caller_is_undone(
    connection: Connection,
) -> None:
    """The caller gets its CancelledError, and nothing is left open."""
    held = Held(7, error=LookupError("late"))
    caller = asyncio.create_task(connection.write(held))
    await held.begun()
    caller.cancel()
    held.go_on()
    with pytest.raises(asyncio.CancelledError):
        await caller
    assert await connection.read(last_beat) is None


async def test_cancelling_a_queued_write_drops_it_at_once(connection: Connection) -> None:
    """The caller's work is never begun, and those behind it move up."""
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


async def test_a_timeout_around_a_write_waits_for_its_commit(connection: Connection) -> None:
    """`asyncio.timeout` cancels like any other caller."""
    held = Held(3)
    threading.Timer(0.05, held.go_on).start()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await connection.write(held)
    assert await connection.read(last_beat) == 3


@pytest.mark.usefixtures("migrated")
async def test_a_cancelled_close_still_closes(path: Path) -> None:
    """The thread ends, and the file is free."""
    connection = await Connection.open(path)
    closing = asyncio.create_task(connection.close())
    await asyncio.sleep(0)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    await (await Connection.open(path)).close()


@pytest.mark.parametrize("pause", [0, 0.001, 0.01])
async def test_a_cancelled_opening_leaves_nothing_behind(path: Path, pause: float) -> None:
    """No thread and no lock are left, so the file can be opened at once."""
    opening = asyncio.create_task(Connection.open(path))
    await asyncio.sleep(pause)
    if opening.cancel():
        with pytest.raises(asyncio.CancelledError):
            await opening
    else:
        await opening.result().close()
    await (await Connection.open(path)).close()


@pytest.mark.usefixtures("migrated")
def test_an_ending_event_loop_waits_for_the_current_transaction(path: Path) -> None:
    """`asyncio.run` cancels all tasks when its main task ends. The thread still has a loop to report to."""
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
    with closing(sqlite3.connect(path)) as other:
        assert last_beat(other) == 5
    asyncio.run(connection.close())
