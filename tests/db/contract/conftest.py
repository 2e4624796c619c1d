"""Each contract test runs against each store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from db.store import PostgresStore, SqliteStore
from tests import fresh_database
from tests.db.contract.stores import ENGINES, ClosingStore, Opener, Restartable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from tests.postgres import Server


@pytest.fixture(params=ENGINES)
def opener(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opener]:
    """A function that opens the store of the engine under test. The store is empty at first."""
    if request.param == "sqlite":
        fresh_database.begin(tmp_path / "bot.db")
        fresh_database.leave_unflushed(monkeypatch)
        yield lambda: SqliteStore.open(tmp_path / "bot.db")
        return
    server: Server = request.getfixturevalue("postgres")
    with server.lent() as url:
        yield lambda: PostgresStore.open(url)


@pytest.fixture
async def bot(opener: Opener) -> AsyncIterator[Restartable]:
    bot = Restartable(opener)
    await bot.start()
    yield bot
    await bot.store.close()


@pytest.fixture
def store(bot: Restartable) -> ClosingStore:
    return bot.store
