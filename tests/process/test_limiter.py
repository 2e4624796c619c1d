"""All requests to Discord's API can go through a limiter that other programs share."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.process.conftest import ADA, CARDS

if TYPE_CHECKING:
    from tests.process.conftest import Machine


async def test_requests_go_through_the_limiter_of_the_settings(machine: Machine) -> None:
    """Without the setting, the bot asks Discord itself, and nothing passes here."""
    passed, there = bytearray(), urlsplit(machine.url)

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, out = await asyncio.open_connection(there.hostname, there.port)
        answers = asyncio.ensure_future(copy(back, writer))
        while data := await reader.read(65536):
            passed.extend(data)
            out.write(data.replace(here.encode(), there.netloc.encode()))
        out.close()
        await answers

    async with await asyncio.start_server(forward, "127.0.0.1", 0) as limiter:
        here = f"127.0.0.1:{limiter.sockets[0].getsockname()[1]}"
        await machine.start_bot(API_URL=f"http://{here}")
        answer = await machine.client.person(ADA).slash(CARDS, "table board")
        assert answer["outcome"] == "message"
        assert await machine.stop_bot() == 0
    assert b"POST /api/v10/interactions/" in passed
    assert b"/gateway?" not in passed


async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
    writer.close()
