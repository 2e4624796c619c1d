"""The gateway: who receives what, and what happens when a connection or a whole bot goes away."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest
import pytest_asyncio

from bot.playground.wire import Wire
from tests.playground.conftest import ADA, BRUNO, CARDS, Running, living, newest
from tests.playground.sample_bot import SampleBot, ShardedBot
from tests.wire_client import PersonClient, WireClient, text_of

if TYPE_CHECKING:
    from bot.playground.wire import Address

pytestmark = pytest.mark.asyncio(loop_scope="session")

GUILDS, GUILD_MESSAGES, CONTENT = 1 << 0, 1 << 9, 1 << 15


class Socket:
    """A bare gateway client."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, token: str) -> None:
        self.socket = socket
        self.token = token

    async def send(self, op: int, **data: Any) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": {"token": self.token, **data}}))

    async def until(self, wanted: str | int) -> dict[str, Any]:
        """Return the first frame with this event name or opcode."""
        while True:
            frame: dict[str, Any] = json.loads((await self.socket.receive(timeout=60)).data)
            if wanted in {frame.get("t"), frame["op"]}:
                return frame

    async def events(self, last: str) -> list[str]:
        """Return the names of the events up to and including `last`."""
        names: list[str] = []
        while not names or names[-1] != last:
            names.append(str(json.loads((await self.socket.receive(timeout=60)).data).get("t")))
        return names


@pytest_asyncio.fixture(loop_scope="session")
async def session() -> Any:
    async with aiohttp.ClientSession() as session:
        yield session


async def connect(session: aiohttp.ClientSession, address: Address, token: str | None = None) -> Socket:
    url = address.url.replace("http", "ws") + "/gateway?v=10&encoding=json"
    socket = Socket(await session.ws_connect(url), token or address.token)
    assert (await socket.until(10))["d"]["heartbeat_interval"] > 1000
    return socket


async def test_events_outside_the_intents_are_not_sent(
    running: Running, client: WireClient, session: aiohttp.ClientSession
) -> None:
    """With the guilds intent alone, messages are not received."""
    socket = await connect(session, running.address)
    await socket.send(2, intents=GUILDS, shard=[0, 1])
    await socket.until("GUILD_CREATE")
    ada = client.person(ADA)
    await ada.say(CARDS, "psst")
    await client.create_channel("news")
    assert await socket.events("CHANNEL_CREATE") == ["CHANNEL_CREATE"]


async def test_content_is_sent_only_with_its_intent(
    running: Running, client: WireClient, session: aiohttp.ClientSession
) -> None:
    told = {}
    for intents in (GUILDS | GUILD_MESSAGES, GUILDS | GUILD_MESSAGES | CONTENT):
        socket = await connect(session, running.address)
        await socket.send(2, intents=intents)
        await socket.until("GUILD_CREATE")
        await client.person(ADA).say(CARDS, "psst")
        told[intents] = (await socket.until("MESSAGE_CREATE"))["d"]["content"]
        await socket.socket.close()
    assert list(told.values()) == ["", "psst"]


async def test_without_the_members_intent_only_the_bot_is_listed(
    running: Running, session: aiohttp.ClientSession
) -> None:
    socket = await connect(session, running.address)
    await socket.send(2, intents=GUILDS)
    ready = (await socket.until("READY"))["d"]
    guild = (await socket.until("GUILD_CREATE"))["d"]
    assert [member["user"]["id"] for member in guild["members"]] == [ready["user"]["id"]]


async def test_a_heartbeat_is_acknowledged(running: Running, session: aiohttp.ClientSession) -> None:
    """A heartbeat is not acknowledged at once: discord.py's heartbeat clock starts a moment after sending, and it warns
    of long delays.
    """
    socket = await connect(session, running.address)
    sent = time.monotonic()
    await socket.socket.send_str('{"op": 1, "d": null}')
    assert await socket.until(11)
    assert time.monotonic() - sent > 0.09


async def test_a_lost_connection_resumes_and_receives_missed_events(
    running: Running, client: WireClient, session: aiohttp.ClientSession
) -> None:
    first = await connect(session, running.address)
    await first.send(2, intents=GUILDS | GUILD_MESSAGES)
    ready = await first.until("READY")
    heard = await first.until("GUILD_CREATE")
    await first.socket.close(code=4000)
    await client.until_online(online=False)
    for text in ("one", "two"):
        await client.person(ADA).say(CARDS, text)
    second = await connect(session, running.address)
    await second.send(6, session_id=ready["d"]["session_id"], seq=heard["s"])
    assert await second.events("RESUMED") == ["MESSAGE_CREATE", "MESSAGE_CREATE", "RESUMED"]


@pytest.mark.parametrize("sayonara", [1000, None])
async def test_resuming_an_ended_or_unknown_session_is_invalid(
    running: Running, client: WireClient, session: aiohttp.ClientSession, sayonara: int | None
) -> None:
    known = "0" * 32
    if sayonara:
        first = await connect(session, running.address)
        await first.send(2, intents=GUILDS)
        known = (await first.until("READY"))["d"]["session_id"]
        await first.socket.close(code=sayonara)
        await client.until_online(online=False)
    second = await connect(session, running.address)
    await second.send(6, session_id=known, seq=1)
    assert (await second.until(9))["d"] is False


async def test_a_wrong_token_is_refused_by_gateway_and_http(running: Running, session: aiohttp.ClientSession) -> None:
    socket = await connect(session, running.address, token="wrong")
    await socket.send(2, intents=GUILDS)
    await socket.socket.receive(timeout=60)
    assert socket.socket.close_code == 4004
    bot = SampleBot()
    with pytest.raises(discord.LoginFailure):
        await bot.start("wrong")
    await bot.close()


@pytest.mark.parametrize("frame", ["not json", '{"d": 1}', '{"op": 2, "d": {}}', '{"op": 2, "d": null}'])
async def test_an_invalid_frame_closes_only_its_connection(
    running: Running, session: aiohttp.ClientSession, frame: str
) -> None:
    socket = await connect(session, running.address)
    await socket.socket.send_str(frame)
    await socket.socket.receive(timeout=60)
    assert socket.socket.close_code == 4002
    await connect(session, running.address)


@pytest.mark.parametrize("politely", [True, False])
async def test_buttons_work_after_discord_py_resumes(
    ada: PersonClient, bot: SampleBot, client: WireClient, politely: bool
) -> None:
    await ada.slash(CARDS, "table new", game="rummy")
    await client.cut_gateway(politely=politely)
    async with asyncio.timeout(60):
        while not bot.resumed:
            await asyncio.sleep(0.05)
    assert (await ada.click(await newest(ada), "count:1"))["outcome"] == "update"


async def test_each_of_two_shards_receives_its_own_events() -> None:
    """The server's events reach its shard once, and direct messages reach shard 0."""
    from bot.redirect import point_discord_at

    wire = Wire(shards=2)
    address = await wire.start()
    point_discord_at(address.url)
    try:
        async with WireClient(address.url, address.secret) as client:
            bot = ShardedBot()
            async with living(bot, address, client):
                async with asyncio.timeout(60):
                    while len(bot.shards) < 2:
                        await asyncio.sleep(0.05)
                ada = client.person(ADA)
                await ada.say(CARDS, "Hello")
                await ada.slash(CARDS, "table new", game="rummy")
                await ada.click(await newest(ada), "count:1")
                assert "Round 2 of 11" in text_of(await newest(ada))
                await ada.slash(CARDS, "table deal", user=str(BRUNO))
                await ada.until(CARDS, lambda message: "Dealt" in text_of(message))
                assert len(bot.heard) == 1
    finally:
        await wire.close()


async def test_a_sharded_bot_is_told_how_many_shards_to_run(bot: SampleBot) -> None:
    shards, url, limits = await bot.http.get_bot_gateway()
    assert shards == 1
    assert url.startswith("ws://127.0.0.1:")
    assert limits["max_concurrency"] == 1
