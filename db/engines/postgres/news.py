"""Listening to what other processes say."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import psycopg

from db.engines.postgres.sql import CHANNEL

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

PAUSE_SECONDS = 1.0
"""Between attempts to connect, and at most until a closed database is noticed."""


async def news_of(conninfo: str, is_closed: Callable[[], bool]) -> AsyncGenerator[str | None, None]:
    """The notices, over a separate connection; None after each LISTEN, as earlier ones were missed."""
    while not is_closed():
        try:
            connection = await psycopg.AsyncConnection.connect(conninfo, autocommit=True)
        except psycopg.Error:
            await asyncio.sleep(PAUSE_SECONDS)
            continue
        try:
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}".encode())
                yield None
                while not is_closed():
                    async for notice in connection.notifies(timeout=PAUSE_SECONDS):
                        yield notice.payload
        except psycopg.OperationalError:
            pass
