"""Listening to notices of other processes."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import psycopg

from db.engines.postgres.sql import CHANNEL

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable

PAUSE_SECONDS = 1.0
"""Seconds between attempts to connect, and the longest time until a closed database is noticed."""
ASKED_SECONDS, ANSWER_SECONDS = 20.0, 5.0
"""Seconds between checks that the server is still there, and the time limit for its answer."""


async def listen(
    conninfo: str, is_closed: Callable[[], bool], failed: Callable[[psycopg.Error], None]
) -> AsyncGenerator[str | None, None]:
    """Yield notices from a separate connection; None after each LISTEN, because earlier notices may have been
    missed. `failed` is called with the error of each connection that fails.
    """
    while not is_closed():
        try:
            async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}".encode())
                yield None
                asked_at = time.monotonic()
                while not is_closed():
                    async for notice in connection.notifies(timeout=PAUSE_SECONDS):
                        yield notice.payload
                    if time.monotonic() - asked_at > ASKED_SECONDS:
                        asked_at = time.monotonic()
                        await _require_answer(connection)
        except psycopg.Error as error:  # any error: a standby, for example, does not allow LISTEN
            failed(error)
            await asyncio.sleep(PAUSE_SECONDS)
        except TimeoutError:
            await asyncio.sleep(PAUSE_SECONDS)


async def _require_answer(connection: psycopg.AsyncConnection[Any]) -> None:
    """Raise TimeoutError if the server does not answer; a connection whose route was cut reports no error by itself."""
    async with asyncio.timeout(ANSWER_SECONDS):
        await connection.execute("SELECT 1")
