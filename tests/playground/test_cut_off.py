"""A bot that is killed in the middle of sending something causes no failure in the playground."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.playground.conftest import ADA, CARDS

if TYPE_CHECKING:
    from tests.playground.conftest import Running
    from tests.wire_client import WireClient

pytestmark = pytest.mark.asyncio(loop_scope="session")

HALF_A_PICTURE = b'--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.png"\r\n\r\nhalf'


@pytest.mark.parametrize(
    ("kind", "sent"),
    [
        ("multipart/form-data; boundary=x", HALF_A_PICTURE),
        ("multipart/form-data; boundary=x", b"--x\r\nContent-Dis"),
        ("application/json", b'{"content": "hal'),
    ],
)
async def test_a_truncated_request_posts_nothing_and_logs_no_error(
    running: Running, client: WireClient, kind: str, sent: bytes
) -> None:
    """No error is logged, nothing is posted, and the next call is answered."""
    ada, calls = client.person(ADA), len(await client.calls())
    messages = await ada.messages(CARDS)
    address = urlsplit(running.address.url)
    _, writer = await asyncio.open_connection(address.hostname, address.port)
    head = (
        f"POST /api/v10/channels/{CARDS}/messages HTTP/1.1\r\nHost: {address.netloc}\r\n"
        f"Authorization: Bot {running.address.token}\r\nContent-Type: {kind}\r\nContent-Length: 9999\r\n\r\n"
    )
    writer.write(head.encode() + sent)
    await writer.drain()
    async with asyncio.timeout(60):
        while len(await client.calls()) == calls:
            await asyncio.sleep(0.01)
    writer.transport.abort()
    assert await ada.messages(CARDS) == messages
