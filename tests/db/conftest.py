"""Files and stores for the SQLite store's own tests."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from db.engines.sqlite.connection import Connection
from db.store import SqliteStore
from tests import fresh_database

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    """Check that no connection leaves its thread behind, which would keep the process alive."""
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(5)
        assert not thread.is_alive(), f"{thread} is left"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of a test's database, which may not exist yet."""
    return tmp_path / "bot.db"


@pytest.fixture
def migrated(path: Path) -> None:
    """Put a fresh database there that is migrated already. `test_opening` and `test_schema` migrate their own."""
    fresh_database.begin(path)


@pytest.fixture
async def store(path: Path, migrated: None, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SqliteStore]:
    """A store on a fresh database."""
    fresh_database.leave_unflushed(monkeypatch)
    store = await SqliteStore.open(path)
    yield store
    await store.close()


@pytest.fixture
async def connection(path: Path, migrated: None) -> AsyncIterator[Connection]:
    """A plain connection to a fresh database."""
    connection = await Connection.open(path)
    yield connection
    await connection.close()
