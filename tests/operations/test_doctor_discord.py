"""The doctor's questions to Discord: about the bot's token, permissions and installation, and the machine's clock."""

from __future__ import annotations

import ssl
import time
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import aiohttp
import pytest
from aiohttp import test_utils, web
from discord.http import Route

from bot.operations.doctor.discord_checks import check_discord
from bot.operations.doctor.finding import Grade
from bot.permissions import NEEDED
from tests.operations.findings import TOKEN, subjects

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.operations.doctor.finding import Finding


class FakeDiscord:
    """A Discord with the few answers that the check-up reads."""

    status = 200
    off = 0.0
    guilds: tuple[Any, ...] = ()
    refused_pages = 0
    installed_to: tuple[str, ...] = ("0", "1")
    identity: Any = {"id": "123456789012345678", "username": "Rummy"}  # noqa: RUF012  # replaced, never changed

    async def application(self, _request: web.Request) -> web.Response:
        return web.json_response({"integration_types_config": {kind: {} for kind in self.installed_to}})

    async def me(self, request: web.Request) -> web.Response:
        assert request.headers["Authorization"] == f"Bot {TOKEN}"
        date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() - self.off))
        return web.json_response(self.identity, status=self.status, headers={"Date": date})

    async def servers(self, request: web.Request) -> web.Response:
        after = int(request.query["after"])
        if after and self.refused_pages:
            self.refused_pages -= 1
            return web.json_response({"retry_after": 0.01}, status=429, headers={"Retry-After": "0.01"})
        return web.json_response([guild for guild in self.guilds if not after or int(guild["id"]) > after][:200])


@pytest.fixture
async def discord_server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeDiscord]:
    fake = FakeDiscord()
    application = web.Application()
    application.add_routes([web.get("/users/@me", fake.me), web.get("/users/@me/guilds", fake.servers)])
    application.add_routes([web.get("/applications/@me", fake.application)])
    runner = web.AppRunner(application)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    monkeypatch.setattr(Route, "BASE", f"http://127.0.0.1:{runner.addresses[0][1]}")
    yield fake
    await runner.cleanup()


async def ask_discord() -> list[Finding]:
    return [finding async for finding in check_discord(TOKEN)]


async def test_servers_that_lack_a_permission_are_named_with_it(discord_server: FakeDiscord) -> None:
    enough = str(NEEDED.value)
    less = str(NEEDED.value & ~(1 << 15))
    discord_server.guilds = (
        *({"id": str(n), "name": f"Good {n}", "permissions": enough} for n in range(1, 301)),
        {"id": "900", "name": "Strict\u202e\x1b[2J", "permissions": less},
    )
    findings = await ask_discord()
    (finding,) = [finding for finding in findings if finding.grade is Grade.DOUBTFUL]
    assert "Strict[2J (id 900)" in finding.sentence
    assert "Attach Files" in finding.sentence
    assert "Good" not in finding.sentence


async def test_a_refused_page_of_servers_is_requested_again(discord_server: FakeDiscord) -> None:
    """Discord returns a page of servers a second. A request that comes too soon is refused, and is repeated until it
    succeeds.
    """
    enough = str(NEEDED.value)
    discord_server.guilds = tuple({"id": str(n), "name": f"Good {n}", "permissions": enough} for n in range(1, 501))
    discord_server.refused_pages = 3
    findings = await ask_discord()
    assert subjects(findings, Grade.BAD) == []
    assert "all 500 servers" in {finding.subject: finding.sentence for finding in findings}["servers"]
    discord_server.refused_pages = 1000
    findings = await ask_discord()
    assert subjects(findings, Grade.BAD) == []
    assert "status 429" in {finding.subject: finding.sentence for finding in findings}["servers"]
    assert "client_id=123456789012345678" in findings[-1].sentence


async def test_the_invite_link_asks_for_exactly_the_needed_permissions(discord_server: FakeDiscord) -> None:
    discord_server.guilds = ({"id": "1", "name": "Home", "permissions": "8"},)
    findings = await ask_discord()
    assert subjects(findings, Grade.BAD) == subjects(findings, Grade.DOUBTFUL) == []
    assert f"permissions={NEEDED.value}" in findings[-1].sentence
    assert "client_id=123456789012345678" in findings[-1].sentence


async def test_a_bot_that_cannot_be_added_to_accounts_is_reported(discord_server: FakeDiscord) -> None:
    """The developer portal decides whether people can add the bot to their accounts. If they can, the link for that is
    shown.
    """
    sentences = {finding.subject: finding.sentence for finding in await ask_discord()}
    assert "integration_type=1" in sentences["for accounts"]
    discord_server.installed_to = ("0",)
    assert "for accounts" in subjects(await ask_discord(), Grade.DOUBTFUL)


@pytest.mark.parametrize(
    ("guild", "told"),
    [
        ({"id": "900", "name": "Home"}, "does not say which permissions the bot has in 1 server"),
        ({"id": "900", "permissions": "0"}, "(id 900): View Channel"),
        ({"id": "900", "name": "Home", "permissions": "many"}, "otherwise than documented"),
        ("Home", "otherwise than documented"),
    ],
)
async def test_an_incomplete_answer_about_servers_is_a_finding(
    guild: Any, told: str, discord_server: FakeDiscord
) -> None:
    """All other findings are reported anyway."""
    discord_server.guilds = (guild,)
    findings = await ask_discord()
    (servers_finding,) = [finding for finding in findings if finding.subject == "servers"]
    assert servers_finding.grade is Grade.DOUBTFUL
    assert told in servers_finding.sentence
    assert findings[-1].subject == "invite"


@pytest.mark.parametrize("identity", [{}, {"id": "123456789012345678"}, {"username": "Rummy"}, [], None])
async def test_an_incomplete_answer_about_the_bot_is_a_finding(identity: Any, discord_server: FakeDiscord) -> None:
    discord_server.identity = identity
    assert "Discord" in subjects(await ask_discord(), Grade.DOUBTFUL)


async def test_a_refused_token_is_reported(discord_server: FakeDiscord) -> None:
    discord_server.status = 401
    assert subjects(await ask_discord(), Grade.BAD) == ["Discord"]


async def test_a_wrong_clock_is_reported(discord_server: FakeDiscord) -> None:
    discord_server.off = 90
    findings = await ask_discord()
    (sentence,) = [finding.sentence for finding in findings if finding.grade is Grade.BAD]
    assert "fast" in sentence


async def test_an_unreachable_discord_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:9")
    (finding,) = await ask_discord()
    assert finding.grade is Grade.BAD
    assert TOKEN not in finding.sentence


@pytest.mark.parametrize("status", [200, 404])
async def test_a_web_page_instead_of_discord_is_reported_as_that(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a web server at `API_URL`, or of a network that wants a login first. The network was blamed, or nobody."""

    async def page(_request: web.BaseRequest) -> web.Response:
        return web.Response(text="<html>Welcome!</html>", content_type="text/html", status=status)

    async with test_utils.RawTestServer(page) as server:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("/api/v10")))
        [finding] = await ask_discord()
        address = server.make_url("").origin()
    assert finding.grade is Grade.BAD
    assert finding.sentence.startswith(f"What answers at {address} is not Discord: check API_URL")


async def test_a_certificate_that_is_not_accepted_is_not_blamed_on_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small machine without a battery starts with the clock of its last shutdown, or lacks the certificates."""
    refused = ssl.SSLCertVerificationError("certificate verify failed")
    refused.verify_message = "certificate is not yet valid"
    error = aiohttp.ClientConnectorCertificateError(Mock(), refused)
    monkeypatch.setattr(aiohttp.ClientSession, "get", Mock(side_effect=error))
    [finding] = await ask_discord()
    assert finding.grade is Grade.BAD
    assert "(certificate is not yet valid): set this machine's clock" in finding.sentence
