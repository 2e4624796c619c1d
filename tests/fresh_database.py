"""Databases of tests that are about something else: migrated once a process, never flushed to the disk, and used
without threads.
"""

from __future__ import annotations

import asyncio
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from db.engines.sqlite import connection, opening
from db.engines.sqlite.schema import known_migrations
from db.engines.sqlite.transaction import together

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

    from db.engines.sqlite.sql import SqliteSql, SqliteWork
    from db.engines.sqlite.transaction import Outcome


def begin(path: Path) -> None:
    """Put an empty database of today's schema there, unless there is one already."""
    if not path.exists():
        path.write_bytes(_empty())


def leave_unflushed(patch: pytest.MonkeyPatch) -> None:
    """Nobody cuts the power of these: each flush is most of a millisecond, and a game has hundreds."""
    settings = tuple(it.replace("synchronous = FULL", "synchronous = OFF") for it in opening._SETTINGS)
    assert settings != opening._SETTINGS
    patch.setattr(opening, "_SETTINGS", settings)


def use_without_threads(patch: pytest.MonkeyPatch) -> None:
    """Each transaction runs on the event loop, in a turn of its own; handing it to a thread takes longer than doing
    it.
    """
    patch.setattr(connection.Worker, "together", _together)


def _together(worker: connection.Worker, works: Sequence[SqliteWork[Any]], begin: str) -> asyncio.Future[list[Outcome]]:
    loop = asyncio.get_running_loop()
    future: asyncio.Future[list[Outcome]] = loop.create_future()

    def run() -> None:
        try:
            future.set_result(together(cast("SqliteSql", worker._conn), works, begin))
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
