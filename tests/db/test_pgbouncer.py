"""The bot on PostgreSQL through a pooler, as many providers offer it."""

from __future__ import annotations

import asyncio
import os
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest

from bot.operations.doctor.postgres_checks import check_postgres
from db.errors import StoreOpenError
from db.store import PostgresStore
from tests.db.examples import saved
from tests.pgbouncer import PROGRAM, pooled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.postgres import Server

pytestmark = pytest.mark.skipif(
    PROGRAM is None and not os.environ.get("CI"), reason="PgBouncer is not installed: apt install pgbouncer"
)


@pytest.fixture
def url(postgres: Server) -> Iterator[str]:
    url = postgres.copy()
    yield url
    postgres.drop(url)


async def test_a_pooler_that_lends_sessions_by_transaction_is_refused(postgres: Server, url: str) -> None:
    """The bot used to start, and no process ever heard of another. The doctor found nothing wrong."""
    with pooled(postgres, url, "transaction") as through:
        with pytest.raises(StoreOpenError, match=r"a pooler in transaction mode, .*: name the server itself"):
            await PostgresStore.open(through)
        [found] = check_postgres(through)
        assert (found.grade, "a pooler in transaction mode" in found.sentence) == ("bad", True)


async def test_processes_behind_a_pooler_in_session_mode_hear_of_each_other(postgres: Server, url: str) -> None:
    with pooled(postgres, url, "session") as through:
        assert {found.grade for found in check_postgres(through)} <= {"ok", "look"}
        stores = [await PostgresStore.open(through) for _ in range(2)]
        async with aclosing(stores[1].database.notices()) as heard, asyncio.timeout(60):
            assert await anext(heard) is None
            table = await saved(stores[0])
            await stores[0].database.write(lambda sql: sql.notify("a table"))
            while await anext(heard) != "a table":
                pass
        assert await stores[1].tables.load(table.id) == table
        for store in stores:
            await store.close()
