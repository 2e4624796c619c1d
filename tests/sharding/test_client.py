"""Which clicks one of several processes answers, and what it reports and does for a shard that it has."""

from __future__ import annotations

import asyncio
import json
import math
from collections import defaultdict
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from unittest.mock import AsyncMock

import aiohttp
import discord
import pytest
from aiohttp import test_utils, web
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.app import RummyBot
from bot.run import _why_it_fell
from bot.settings import Settings
from bot.sharding.client import ShardedBot
from bot.tables.model.share import Share
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from cogs.events import Events
from tests.inline_workers import InlineWorkers

if TYPE_CHECKING:
    from pathlib import Path

GUILD = 1 << 22
"""A server of shard 1 of two."""
BY_SERVER, BY_PERSON = {"0": str(GUILD)}, {"1": "5"}


@pytest.fixture
def bot() -> ShardedBot:
    return ShardedBot(command_prefix="!", intents=discord.Intents.none())


@pytest.mark.parametrize("body", ["<html>Welcome!</html>", "{}", "[]"])
async def test_an_answer_that_is_not_discords_is_one_line_in_the_log(
    bot: ShardedBot, body: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As of a web server at `API_URL`, or of a network that wants a login first. Each attempt gave a traceback."""

    async def answer(request: web.BaseRequest) -> web.Response:
        del request
        return web.Response(text=body, content_type="text/html" if body.startswith("<") else "application/json")

    async with test_utils.RawTestServer(answer) as server, bot:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("/api/v10")))
        started = asyncio.ensure_future(bot.start("a.b.c"))
        await asyncio.wait((started,))
        address = server.make_url("").origin()
    _why_it_fell(started)
    [line] = [record for record in caplog.records if record.name == "bot.run"]
    assert line.levelname == "WARNING"
    assert line.getMessage() == (
        f"Discord could not be reached: what answers at {address} is not Discord: check API_URL in the settings, "
        "a proxy or the network."
    )
    assert line.exc_info is None


@pytest.mark.parametrize(
    ("owned", "data", "is_parsed"),
    [
        (0, {}, True),
        (0, {"guild_id": str(GUILD), "authorizing_integration_owners": BY_SERVER}, False),
        (1, {"guild_id": str(GUILD), "authorizing_integration_owners": BY_SERVER}, True),
        (0, {"guild_id": str(GUILD), "authorizing_integration_owners": BY_PERSON}, True),
        (1, {"guild_id": str(GUILD), "authorizing_integration_owners": BY_PERSON}, True),
        (1, {"guild_id": str(GUILD)}, True),
        (0, {"guild_id": str(GUILD), "authorizing_integration_owners": {}}, False),
        (1, {"guild_id": str(GUILD), "authorizing_integration_owners": {}}, True),
        (1, {}, False),
    ],
)
def test_interactions_are_filtered_by_the_shards_of_the_process(
    bot: ShardedBot, owned: int, data: dict[str, Any], is_parsed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interactions without a home may belong to another process, so they go to the function that decides this."""
    parsed: list[Any] = []
    homeless: list[Any] = []
    monkeypatch.setattr(bot._connection, "parse_interaction_create", parsed.append)
    bot.parse_interactions(lambda home: 0.0 if (home >> 22) % 2 == owned else None, homeless.append)
    bot._connection.parsers["INTERACTION_CREATE"](data)
    has_home = "guild_id" in data and data.get("authorizing_integration_owners") != BY_PERSON
    assert (bool(parsed), bool(homeless)) == (is_parsed and has_home, is_parsed and not has_home)


@pytest.mark.parametrize("owned_later", [True, False])
async def test_an_interaction_that_waited_for_the_lease_is_answered_by_whoever_has_the_shard(
    bot: ShardedBot, monkeypatch: pytest.MonkeyPatch, owned_later: bool
) -> None:
    """The process had been stopped for longer than its lease. It did once more what another one had done already, if
    only a moment later: an invitation was sent twice, say.
    """
    parsed: list[Any] = []
    delays = iter((0.01, 0.0 if owned_later else None))
    monkeypatch.setattr(bot._connection, "parse_interaction_create", parsed.append)
    bot.loop = asyncio.get_running_loop()
    bot.parse_interactions(lambda _home: next(delays), parsed.append)
    bot._connection.parsers["INTERACTION_CREATE"]({"guild_id": str(GUILD)})
    await asyncio.sleep(0.05)
    assert bool(parsed) == owned_later


@pytest.mark.parametrize(("other", "waits"), [(1, False), (2, True), (4, True)])
async def test_shards_of_one_group_identify_one_after_another(
    monkeypatch: pytest.MonkeyPatch, other: int, waits: bool
) -> None:
    """Discord lets two shards of this bot identify at once, one of each group, whichever processes have them."""
    turns: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
    monkeypatch.setattr(ShardedBot, "identify_turn", lambda _bot, number: turns[number])
    limits = (5, "wss://gateway.example", {"max_concurrency": 2})
    bots = [ShardedBot(command_prefix="!", intents=discord.Intents.none()) for _ in range(2)]
    for each in bots:
        monkeypatch.setattr(each, "loop", asyncio.get_running_loop())
        monkeypatch.setattr(each.http, "get_bot_gateway", AsyncMock(return_value=limits))
        await each.ask_discord()
    await bots[0].before_identify_hook(0)
    identifying = asyncio.ensure_future(bots[1].before_identify_hook(other))
    for _ in range(9):
        await asyncio.sleep(0)
    assert identifying.done() is not waits
    identifying.cancel()
    for task in asyncio.all_tasks():
        if task.get_name().startswith("identify shard"):
            task.cancel()


class Line:
    """A gateway connection on which Discord says hello, and nothing more."""

    def __init__(self) -> None:
        hello = {"op": DiscordWebSocket.HELLO, "d": {"heartbeat_interval": 41_250}}
        self._messages = [SimpleNamespace(type=aiohttp.WSMsgType.TEXT, data=json.dumps(hello))]

    async def receive(self, **_: Any) -> Any:
        return self._messages.pop() if self._messages else await asyncio.Event().wait()

    async def send_str(self, _data: str) -> None:
        """Discord is told who the bot is."""

    async def close(self, **_: Any) -> None:
        """Nothing to close."""


async def test_the_bot_knows_on_which_shard_data_arrived(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The data of any shard used to count for all, so that a cut of another one seemed to begin later than it did."""
    bot, heard = RummyBot(Settings(database_path=tmp_path / "tables.sqlite3", bot_shard_count=2)), list[int]()
    await bot._async_setup_hook()
    with monkeypatch.context() as patch:
        patch.setattr(bot.http, "ws_connect", AsyncMock(side_effect=lambda *_, **__: Line()))
        patch.setattr(bot, "before_identify_hook", AsyncMock())
        patch.setattr(bot, "_reconnect", True, raising=False)
        patch.setattr(bot, "_opened", True)
        patch.setattr(bot, "tables", SimpleNamespace(data_received=heard.append), raising=False)
        for shard in (1, 0):
            await bot.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)
            await asyncio.sleep(0)
    await bot.close()
    assert heard == [1, 0]


async def test_a_shard_that_is_cut_off_stays_so_when_another_is_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library says `ready` when every shard has been ready since the last time, even if one no longer is. The games
    of such a shard used to go on without their players.
    """
    bot = RummyBot(Settings(database_path=tmp_path / "tables.sqlite3", bot_shard_count=2), thinkers=InlineWorkers())
    await bot.open()
    bot.tables.set_share(Share(frozenset({0, 1}), 2))
    await bot.tables.resume()
    with monkeypatch.context() as patch:
        patch.setattr(bot, "dispatch", lambda *_: None)
        patch.setattr(bot.processes, "claim_now", lambda: None)
        patch.setattr(bot, "_serving", True)
        await bot.on_shard_ready(0)
        await bot.on_shard_disconnect(0)
        await bot.on_shard_ready(1)
        await bot.on_ready()
        playable = [bot.tables.can_be_played_at(shard) for shard in (0, 1)]
        await bot.on_shard_resumed(0)
        await bot.on_ready()
        assert bot.tables.can_be_played
    await bot.release()
    assert playable == [False, True]


def test_a_shard_without_a_connection_has_no_latency(bot: ShardedBot) -> None:
    assert math.isnan(bot.latency_of(0))


def test_servers_that_left_before_a_new_session_are_forgotten(bot: ShardedBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot used to be taken to be in them still, so that their data stayed stored until it was started again."""
    monkeypatch.setattr(bot, "_parse_ready", lambda _data: None)
    bot._connection.shard_count, left, elsewhere = 2, 3 << 22, 2 << 22
    for guild_id in (GUILD, left, elsewhere):
        bot._connection._add_guild_from_data(cast("Any", {"id": str(guild_id), "unavailable": True}))
    bot._connection.parsers["READY"]({"shard": [1, 2], "guilds": [{"id": str(GUILD), "unavailable": True}]})
    assert {guild.id for guild in bot.guilds} == {GUILD, elsewhere}


async def test_servers_of_a_shard_that_was_handed_over_are_forgotten(
    bot: ShardedBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They used to stay in memory, so that after some restarts every process had all servers."""
    bot._connection.shard_count = 2
    handed_over, kept = GUILD, 2 << 22
    for guild_id in (handed_over, kept):
        bot._connection._add_guild_from_data(cast("Any", {"id": str(guild_id), "unavailable": True}))
    monkeypatch.setattr(bot, "get_shard", lambda _shard: SimpleNamespace(disconnect=AsyncMock()))
    monkeypatch.setitem(vars(bot)["_AutoShardedClient__shards"], 1, object())
    await bot.disconnect_from(1)
    assert [guild.id for guild in bot.guilds] == [kept]


async def test_servers_are_compared_after_taking_over_a_shard(bot: ShardedBot) -> None:
    """Since the shard's last process died, some servers may have removed the bot, and some boards have to be folded."""
    seen: list[Any] = []

    async def note(*what: Any) -> None:
        seen.append(what)

    tables = SimpleNamespace(share=Share(frozenset({0, 1}), 2))
    announcer, hurried = SimpleNamespace(catch_up=note), SimpleNamespace(check_now=lambda: seen.append("hurried"))
    nothing = AsyncMock(return_value=())
    store = SimpleNamespace(tables=SimpleNamespace(live_places=nothing), plans=SimpleNamespace(places=nothing))
    services: Any = SimpleNamespace(
        tables=tables, announcer=announcer, planned=hurried, channel_posts=hurried, store=store
    )
    departures: Any = SimpleNamespace(start=note)
    client: Any = SimpleNamespace(guilds=[SimpleNamespace(id=GUILD)])
    await Events(client, services, departures).on_shard_served(1)
    share = Share.one(1, 2)
    assert seen == [({GUILD}, share), "hurried", "hurried", (share,)]


async def test_comparing_servers_is_retried_after_a_store_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The data of a server that had come back used to be deleted a month later."""
    monkeypatch.setattr("cogs.events.RETRY_SECONDS", 0.0)
    again: list[Any] = []
    refuse = AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY))
    hurried = SimpleNamespace(check_now=lambda: None)
    services: Any = SimpleNamespace(
        tables=SimpleNamespace(share=Share(frozenset({1}), 2)),
        announcer=SimpleNamespace(catch_up=AsyncMock()),
        planned=hurried,
        channel_posts=hurried,
        store=SimpleNamespace(
            tables=SimpleNamespace(live_places=AsyncMock(return_value=())),
            plans=SimpleNamespace(places=AsyncMock(return_value=())),
        ),
    )
    departures: Any = SimpleNamespace(start=refuse, left=refuse, joined=refuse)
    client: Any = SimpleNamespace(
        guilds=[], loop=asyncio.get_running_loop(), dispatch=lambda *event: again.append(event)
    )
    events, guild = Events(client, services, departures), cast("discord.Guild", SimpleNamespace(id=GUILD, shard_id=1))
    await events.on_shard_served(1)
    await events.on_guild_remove(guild)
    await events.on_guild_available(guild)
    await events.on_shard_served(0)
    await asyncio.sleep(0.01)
    assert again == 3 * [("shard_served", 1)]
