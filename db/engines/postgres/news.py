"""Listening to what other processes say."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import psycopg

from db.engines.postgres.sql import CHANNEL

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

PAUSE_SECONDS = 1.0
"""Between attempts to connect, and at most until a closed database is noticed."""


ASKED_SECONDS, ANSWER_SECONDS = 20.0, 5.0
"""How often the server is asked whether it is still there, and how long it may take to answer."""


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
                asked_at = time.monotonic()
                while not is_closed():
                    async for notice in connection.notifies(timeout=PAUSE_SECONDS):
                        yield notice.payload
                    if time.monotonic() - asked_at > ASKED_SECONDS:
                        asked_at = time.monotonic()
                        await _answers(connection)
        except (psycopg.OperationalError, TimeoutError):
            pass


async def _answers(connection: psycopg.AsyncConnection[Any]) -> None:
    """Raises TimeoutError if the server is not there any more, of which a lost way to it tells nothing."""
    async with asyncio.timeout(ANSWER_SECONDS):
        await connection.execute("SELECT 1")
