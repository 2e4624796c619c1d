"""The primary dies and its standby takes over, with real servers that replicate."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest

from bot.tables.model.stores import StoreUnavailableError
from db.store import PostgresStore
from tests.db.examples import saved
from tests.soaking import SOAKING

if TYPE_CHECKING:
    from tests.postgres import Server

pytestmark = pytest.mark.skipif(not SOAKING, reason="starts two servers: SOAK=1")


async def test_the_bot_goes_on_with_the_standby_once_it_is_promoted(pair: tuple[Server, Server]) -> None:
    primary, standby = pair
    address = f"postgresql://bot@/postgres?host={primary.folder},{standby.folder}&target_session_attrs=read-write"
    store = await PostgresStore.open(address)
    async with aclosing(store.database.notices()) as heard, asyncio.timeout(60):
        assert await anext(heard) is None
        table = await saved(store)
        primary.control("-m", "immediate", "stop")
        with pytest.raises(StoreUnavailableError, match="Nothing was changed"):
            await store.tables.load(table.id)
        standby.control("promote")
        while True:
            try:
                assert await store.tables.load(table.id) == table
                break
            except StoreUnavailableError:
                await asyncio.sleep(0.2)
        assert await anext(heard) is None, "it listens to the new primary"
        await store.database.write(lambda sql: sql.notify("on"))
        assert await anext(heard) == "on"
    await store.close()
