"""Each contract test runs against each store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.db.contract.stores import STORES, ClosingStore, Restartable

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture(params=list(STORES.values()), ids=list(STORES))
async def bot(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Restartable]:
    bot = Restartable(request.param, tmp_path)
    await bot.start()
    yield bot
    await bot.store.close()


@pytest.fixture
def store(bot: Restartable) -> ClosingStore:
    return bot.store
