"""Databases for tests of other parts: migrated once per process, never flushed to disk, and used without threads."""

from __future__ import annotations

import asyncio
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from db.engines.sqlite import connection, opening
from db.engines.sqlite.schema import known_migrations
from db.engines.sqlite.transaction import run_batch
from db.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

    from db.engines.sqlite.sql import SqliteSql, SqliteWork
    from db.engines.sqlite.transaction import Outcome


def begin(path: Path) -> None:
    """Write an empty database with the current schema to the path, unless a file is already there."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(0o600)
        path.write_bytes(_empty())


async def opened(path: Path) -> SqliteStore:
    """Open a store on such a database. Migrating a new one takes a hundred times as long."""
    begin(path)
    return await SqliteStore.open(path)


def leave_unflushed(patch: pytest.MonkeyPatch) -> None:
    """Turn flushing off: a flush takes most of a millisecond, a game has hundreds, and no test here cuts the power."""
    settings = tuple(it.replace("synchronous = FULL", "synchronous = OFF") for it in opening._SETTINGS)
    assert settings != opening._SETTINGS
    patch.setattr(opening, "_SETTINGS", settings)


def use_without_threads(patch: pytest.MonkeyPatch) -> None:
    """Run each transaction on the event loop, in a turn of its own, and open and close the connections there.

    Handing it to a thread takes longer than the transaction itself. Nothing runs beside a long read, so it needs no
    connection of its own, which would read the whole schema once more.
    """
    patch.setattr(connection.Worker, "start", _opened)
    patch.setattr(connection.Worker, "submit_batch", _together)
    patch.setattr(connection.Worker, "close", _closed)
    patch.setattr(connection.Connection, "read_long", connection.Connection.read)


async def _opened(worker: connection.Worker) -> connection.Worker:
    worker._connection = worker._connector()
    return worker


async def _closed(worker: connection.Worker) -> None:
    sql, worker._connection = worker._connection, None
    if sql is not None:
        sql.close()


def _together(worker: connection.Worker, works: Sequence[SqliteWork[Any]], begin: str) -> asyncio.Future[list[Outcome]]:
    loop = asyncio.get_running_loop()
    future: asyncio.Future[list[Outcome]] = loop.create_future()

    def run() -> None:
        try:
            future.set_result(run_batch(cast("SqliteSql", worker._conn), works, begin))
        except BaseException as error:  # noqa: BLE001  # what the thread does
            future.set_exception(error)

    loop.call_soon(run)
    return future


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "empty.sqlite3")
        lock, sql = opening.open_locked(path, known_migrations())
        sql.close()
        lock.release()
        return path.read_bytes()
