"""discord.py's sharded bot, whose shards come and go while it runs. All use of the library's internals for that is
here.
"""

from __future__ import annotations

import asyncio
import logging
import random
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import yarl
from discord.backoff import ExponentialBackoff
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.settings import NOT_DISCORD
from bot.sharding.commands import CommandTree
from bot.tables.model.stores import StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from contextlib import AbstractAsyncContextManager

log = logging.getLogger(__name__)

IDENTIFY_SECONDS = 5.0
"""Discord lets `max_concurrency` shards identify within this time."""
_SERVER, _PERSON = "0", "1"
"""Keys of a server's and a person's installation among an interaction's `authorizing_integration_owners`."""
_TRY_TO_RESUME = 4000
"""Close code that discord.py uses for an unresponsive connection, so that the session is resumed."""
MAX_PAUSE_SECONDS = 60.0
"""Longest pause between two attempts to connect, in seconds."""


class NotDiscordError(aiohttp.ClientError):
    """Something else answers in Discord's place, such as a web server at `API_URL`, or a network that wants a login."""

    def __init__(self) -> None:
        super().__init__(NOT_DISCORD.format(address=yarl.URL(Route.BASE).origin()))


class ShardedBot(commands.AutoShardedBot):
    """A bot whose shards several processes may share."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, tree_cls=CommandTree, **options)
        self._launching: set[int] = set()
        self._connected_shards: set[int] = set()
        self._has_launched = False
        self._max_concurrency = 1
        self._closing_task: asyncio.Task[None] | None = None
        parsers = self._connection.parsers
        self._parse_ready = parsers["READY"]
        parsers["READY"] = self._forget_left_servers

    async def login(self, token: str) -> None:
        """Log in, as the library does. Raises NotDiscordError."""
        try:
            await super().login(token)
        except (KeyError, TypeError) as error:
            if self.user is None:
                raise NotDiscordError from error
            raise

    async def ask_discord(self) -> int:
        """The number of shards that Discord recommends; also note how many may identify at a time."""
        shards, _url, limits = await self.http.get_bot_gateway()
        self._max_concurrency = max(1, limits["max_concurrency"])
        return shards

    async def launch_shards(self) -> None:
        """Connect to the process's first shards; others may only be added afterwards."""
        await super().launch_shards()
        self._has_launched = True

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Launch a shard. If it is being launched already, raise GatewayNotFound, where the library would retry
        forever.
        """
        if shard_id in self._launching:
            raise discord.GatewayNotFound
        self._launching.add(shard_id)
        try:
            await super().launch_shard(gateway, shard_id, initial=initial)
        finally:
            self._launching.discard(shard_id)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for this process's turn among all that share the bot; discord.py only does so within a process."""
        turn = self.identify_turn((shard_id or 0) % self._max_concurrency)
        if turn is None:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        entered = asyncio.Event()
        self.loop.create_task(_hold_identify_turn(turn, entered), name=f"identify shard {shard_id}")
        await entered.wait()

    def identify_turn(self, _number: int) -> AbstractAsyncContextManager[None] | None:
        """The turn with this number, held by one process at a time; None if there is only this process."""
        return None

    async def close(self) -> None:
        """Close all connections, even if the bot never logged in, which the library's sharded client does not
        support.
        """
        if "_AutoShardedClient__queue" in vars(self):
            await super().close()
        else:
            await discord.Client.close(self)

    # For the keeper of the shards

    def restart(self) -> None:
        """Close, as if the connection to Discord had ended; the supervisor starts another bot."""
        self._closing_task = self.loop.create_task(self.close(), name="begin anew")

    async def connect_to(self, shard: int) -> None:
        """Open a shard's connection; a failure is logged, and the next claim tries again."""
        if not self._has_launched or shard in self._launching or self.get_shard(shard) is not None:
            return  # already connecting; discord.py reopens lost connections by itself
        self._connection.shard_ids = self.shard_ids = sorted({*(self.shard_ids or ()), shard})
        try:
            await self.launch_shard(DiscordWebSocket.DEFAULT_GATEWAY, shard)
        except (discord.DiscordException, OSError) as error:
            log.warning("Shard %d could not be connected; trying again: %s", shard, error)

    async def disconnect_from(self, shard: int) -> None:
        """Close a shard's connection, and forget its servers: nobody says any more how they change."""
        self._connected_shards.discard(shard)
        shards: dict[int, Any] = vars(self)["_AutoShardedClient__shards"]
        info = self.get_shard(shard)
        if info is not None:
            await info.disconnect()
            shards.pop(shard, None)
            self._connection.shard_ids = self.shard_ids = sorted({*(self.shard_ids or ())} - {shard})
        self._forget_servers(shard)
        self.dispatch("servers_replaced")

    def serve(self, shard: int) -> None:
        """Dispatch the event `shard_served`: this process now owns the shard and knows its servers."""
        self.dispatch("shard_served", shard)

    def latency_of(self, shard: int) -> float:
        """Latency of the shard's last heartbeat in seconds; NaN without a connection."""
        info = self.get_shard(shard)
        return float("nan") if info is None or info.is_closed() else info.latency

    def is_connected(self, shard: int) -> bool:
        """Whether the shard's events arrive and its servers are known."""
        return shard in self._connected_shards

    def mark_connected(self, shard: int) -> None:
        """Note that the shard's events arrive (again)."""
        self._connected_shards.add(shard)

    def mark_disconnected(self, shard: int) -> None:
        """Note that the shard's events have stopped arriving."""
        self._connected_shards.discard(shard)

    def _forget_left_servers(self, data: Any) -> None:
        """Note that a shard has a new session. The library would keep servers that removed the bot since the last
        one.
        """
        self._forget_servers(data["shard"][0], present={int(guild["id"]) for guild in data["guilds"]})
        self._parse_ready(data)

    def _forget_servers(self, shard: int, present: Container[int] = ()) -> None:
        """Forget the servers of a shard that are not `present`."""
        for guild in self.guilds:
            if guild.shard_id == shard and guild.id not in present:
                self._connection._remove_guild(guild)  # noqa: SLF001  # no public way

    async def renew_connections(self) -> None:
        """Reopen all connections, which may be dead without anybody having noticed."""
        shards: dict[int, Any] = vars(self)["_AutoShardedClient__shards"]
        sockets = [shard.ws for shard in shards.values() if shard.ws.open]
        await asyncio.gather(*(socket.close(_TRY_TO_RESUME) for socket in sockets), return_exceptions=True)

    def parse_interactions(
        self, after: Callable[[int], float | None], answer_without_server: Callable[[dict[str, Any]], None]
    ) -> None:
        """Delay the parsing of each interaction by `after`, in seconds, of its server's id (0: direct messages and
        servers without the bot); None drops it, also after the delay. Those from direct messages and servers without
        the bot are passed to `answer_without_server`, which may leave them to another process.

        While a shard changes hands, both processes receive every interaction. According to Discord's page on the
        gateway, what has no server comes by shard 0. It does not say by which shard interactions come from servers
        without the bot: they are accepted from either.
        """

        def delay_of(data: dict[str, Any]) -> float | None:
            delay = after(_server_of(data))
            return after(0) if delay is None and _has_no_server(data) else delay

        def parse_delayed(data: dict[str, Any]) -> None:
            delay = delay_of(data)
            if delay:
                self.loop.call_later(delay, parse_late, data)
            elif delay is not None:
                (answer_without_server if _has_no_server(data) else self.parse_interaction)(data)

        def parse_late(data: dict[str, Any]) -> None:
            if delay_of(data) is not None:
                self.parse_interaction(data)

        self._connection.parsers["INTERACTION_CREATE"] = parse_delayed

    def parse_interaction(self, data: Any) -> None:
        """Answer an interaction, as the library does when it arrives."""
        self._connection.parse_interaction_create(data)


def _server_of(data: dict[str, Any]) -> int:
    """The id of the server from which an interaction comes; 0 for direct messages."""
    return int(data.get("guild_id") or 0)


def _has_no_server(data: dict[str, Any]) -> bool:
    """Whether an interaction comes from direct messages, or from where the bot was installed by a person but not by the
    server.
    """
    installed_by = data.get("authorizing_integration_owners", {})
    return not _server_of(data) or (_PERSON in installed_by and _SERVER not in installed_by)


async def _hold_identify_turn(turn: AbstractAsyncContextManager[None], entered: asyncio.Event) -> None:
    """Hold the turn for as long as Discord requires between two identifies; without the database, go ahead out
    of turn.
    """
    try:
        async with turn:
            entered.set()
            await asyncio.sleep(IDENTIFY_SECONDS)
    except StoreUnavailableError as error:
        log.warning("Identifying a shard out of turn: %s", error)
    finally:
        entered.set()


class ShardSocket(DiscordWebSocket):
    """A shard's connection. It dispatches the event `shard_data` at each message; the library's own event does not say
    on which shard.
    """

    def log_receive(self, _message: Any, /) -> None:
        self._dispatch("shard_data", self.shard_id)


class BoundedBackoff(ExponentialBackoff[bool]):
    """discord.py's backoff between attempts, limited to one minute instead of 17."""

    def delay(self) -> float:
        """Seconds to wait now."""
        return min(super().delay(), random.uniform(MAX_PAUSE_SECONDS / 2, MAX_PAUSE_SECONDS))


def adapt_library() -> None:
    """Let every client in this process use the classes above; discord.py has no settings for them."""
    for module in (discord.client, discord.shard):
        vars(module)["ExponentialBackoff"] = BoundedBackoff
    vars(discord.shard)["DiscordWebSocket"] = ShardSocket
