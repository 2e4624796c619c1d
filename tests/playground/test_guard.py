"""The playground answers only its own page, and programs on this machine that know its secret."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import aiohttp
import discord.http
import pytest
import pytest_asyncio

from bot.redirect import point_discord_at
from tests.playground.conftest import ADA, Running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def stranger(running: Running) -> AsyncIterator[aiohttp.ClientSession]:
    jar = aiohttp.CookieJar(unsafe=True)  # cookies for an IP address, as a browser takes them
    async with aiohttp.ClientSession(running.address.url, cookie_jar=jar) as session:
        yield session


DOORS = ["/", "/static/app.js", "/people/screen", f"/people/live?as={ADA}", "/gateway", "/api/v10/users/@me"]


@pytest.mark.parametrize(
    ("door", "host"),
    [
        *((door, "evil.example") for door in DOORS),
        *((DOORS[0], host) for host in ("evil.example:80", "127.0.0.1", "127.0.0.1:1")),
    ],
)
async def test_a_foreign_host_name_is_refused_everywhere(
    running: Running, stranger: aiohttp.ClientSession, door: str, host: str
) -> None:
    """An attacker's name that points here (DNS rebinding) gets nothing, not even with the secret."""
    headers = {"Host": host, "Authorization": f"Bearer {running.address.secret}"}
    async with stranger.get(door, headers=headers) as answer:
        assert answer.status == 403


@pytest.mark.parametrize(
    ("door", "origin"),
    [
        *((door, "https://evil.example") for door in DOORS),
        *((DOORS[0], origin) for origin in ("null", "http://127.0.0.1:1")),
    ],
)
async def test_a_foreign_page_is_refused_everywhere(
    running: Running, stranger: aiohttp.ClientSession, door: str, origin: str
) -> None:
    headers = {"Origin": origin, "Authorization": f"Bearer {running.address.secret}"}
    async with stranger.get(door, headers=headers) as answer:
        assert answer.status == 403


@pytest.mark.parametrize("door", ["/", "/?key=wrong", "/static/app.js", "/people/screen", f"/people/live?as={ADA}"])
async def test_endpoints_for_people_need_the_secret(stranger: aiohttp.ClientSession, door: str) -> None:
    async with stranger.get(door, headers={"Authorization": "Bearer wrong"}) as answer:
        assert answer.status == 403


@pytest.mark.parametrize("header", ["Authorization: Bearer ", "Cookie: playground_{port}="])
async def test_a_secret_that_is_no_text_is_refused(running: Running, header: str) -> None:
    """It was answered with an error of the server, and a traceback in the log."""
    host = running.address.url.removeprefix("http://")
    reader, writer = await asyncio.open_connection(*host.split(":"))
    head = f"GET / HTTP/1.1\r\nHost: {host}\r\n{header.format(port=host.split(':')[1])}"
    writer.write(head.encode() + b"\xff\r\n\r\n")
    assert (await reader.readline()).split()[1] == b"403"
    writer.close()
    await writer.wait_closed()


@pytest.mark.parametrize("door", ["/people/act", "/control/dms", "/control/gateway"])
async def test_acting_needs_the_secret(stranger: aiohttp.ClientSession, door: str) -> None:
    async with stranger.post(door, json={}) as answer:
        assert answer.status == 403


async def test_the_pages_address_logs_a_browser_in_and_hides_its_key(
    running: Running, stranger: aiohttp.ClientSession
) -> None:
    async with stranger.get(running.address.page, allow_redirects=False) as answer:
        assert answer.status == 303
        assert answer.headers["Location"] == "/"
        cookie = answer.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
    async with stranger.get("/") as answer:
        assert answer.status == 200
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


async def test_the_bots_api_needs_its_token(running: Running, stranger: aiohttp.ClientSession) -> None:
    async with stranger.get("/api/v10/users/@me", headers={"Authorization": "Bot wrong"}) as answer:
        assert answer.status == 401
    async with stranger.get("/api/v10/users/@me", headers={"Authorization": f"Bot {running.address.token}"}) as answer:
        assert answer.status == 200
        assert answer.headers["Content-Type"] == "application/json"  # exactly this, or discord.py reads no JSON


async def test_a_picture_needs_its_full_address(running: Running, stranger: aiohttp.ClientSession) -> None:
    stored: dict[str, Any] = running.wire.backend.pictures.store_attachment(1, 2, "page.html", b"<script>", None)
    async with stranger.get(stored["url"]) as answer:
        assert answer.status == 200
        assert answer.headers["Content-Disposition"] == "attachment"
        assert answer.content_type == "application/octet-stream"
    async with stranger.get("/cdn/attachments/2/1/guess/page.html") as answer:
        assert answer.status == 404


@pytest.mark.parametrize("url", ["http://example.com", "https://127.0.0.1:1", "http://127.0.0.1.example.com", "x"])
async def test_discord_py_is_never_pointed_at_another_machine(url: str) -> None:
    """A bot token must not go to a stranger because of a mistyped setting."""
    before = discord.http.Route.BASE
    with pytest.raises(ValueError, match="of this machine"):
        point_discord_at(url)
    assert before == discord.http.Route.BASE


async def test_nobody_outside_this_machine_can_connect(running: Running) -> None:
    assert [address[0] for address in running.wire._runner.addresses] == ["127.0.0.1"]
