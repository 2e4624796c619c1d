"""Gateway events that concern tables: messages, deleted channels and threads, servers joined and left."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING

from discord.ext import commands
from discord.utils import utcnow

from bot.tables.model.errors import UnknownRulesError
from bot.tables.model.records import CHANNEL_GONE
from bot.tables.model.share import Share
from bot.tables.model.stores import StoreUnavailableError
from bot.ui.messages.lost_channels import LostChannels

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterator

    import discord

    from bot.tables.runtime.departures import Departures
    from bot.tables.table.table import Table
    from bot.ui.interaction.services import BotServices

log = logging.getLogger(__name__)

RETRY_SECONDS = 60.0
CLOCK_MARGIN_SECONDS = 5.0
"""Seconds by which this machine's clock may differ from Discord's."""


class Events(commands.Cog):
    """Keeps tables in sync with their channels, and stored data with the bot's servers."""

    def __init__(self, client: discord.Client, services: BotServices, departures: Departures) -> None:
        self._client = client
        self._services = services
        self._departures = departures
        self._unavailable: set[int] = set()
        """Servers with an outage on Discord."""

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Count messages that scroll a board away; their content is not read."""
        if message.author != self._client.user:  # the bot deletes its own pings
            self._services.announcer.record_message(message.channel.id)

    # Places

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._close_in(channel.id)
        await self._close_in_threads_of(channel)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._close_in(thread.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        self._permissions_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Also for a thread that is opened again, which discord.py reports as joined."""
        self._permissions_changed(thread.guild_id)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Somebody has added the bot to a thread, perhaps again."""
        self._permissions_changed(thread.guild.id)

    @commands.Cog.listener()
    async def on_thread_remove(self, thread: discord.Thread) -> None:
        """Forget a private thread that the bot is no longer in; discord.py keeps it."""
        if thread.is_private() and not thread.permissions_for(thread.guild.me).manage_threads:
            thread.guild._remove_thread(thread)  # noqa: SLF001  # no public way

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        self._permissions_changed(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Take the role from the bot, which discord.py does not: its rules in channels would apply on."""
        held = role.guild.me._roles  # noqa: SLF001  # no public way
        if held.has(role.id):
            held.remove(role.id)
        self._permissions_changed(role.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """Note that the bot's own roles may have changed, or that it has a timeout, of which Discord reports no end.
        Discord does not report other members.
        """
        if after != after.guild.me:
            return
        self._permissions_changed(after.guild.id)
        if after.timed_out_until is not None:
            left = max(0.0, (after.timed_out_until - utcnow()).total_seconds())
            self._client.loop.call_later(left + CLOCK_MARGIN_SECONDS, self._permissions_changed, after.guild.id)

    def _permissions_changed(self, guild_id: int) -> None:
        """The bot may be allowed more in the server than before, or less."""
        self._services.announcer.permissions_changed(guild_id)
        self._services.channel_posts.permissions_changed(guild_id)

    async def _close_in(self, channel_id: int) -> None:
        with log_unavailable("A change of a server could not be followed"):
            await self._close_lost(self._services.tables.in_channel(channel_id), channel_id)

    async def _close_lost(self, found: Awaitable[Table | None], channel_id: int) -> None:
        """Close the table that is found, and call off what is planned in the channel, which is gone."""
        try:
            table = await found
            if table is not None and table.record.phase.is_live:
                await table.close(CHANNEL_GONE)
        except UnknownRulesError as error:
            await self._services.tables.close_unreadable(error.table, CHANNEL_GONE)
        await self._services.planned.channel_deleted(channel_id)

    async def _close_in_threads_of(self, channel: discord.abc.GuildChannel) -> None:
        """Discord and discord.py report no thread of a deleted channel that was put away."""
        with log_unavailable("A change of a server could not be followed"):
            for table in await self._services.tables.live_in_guild(channel.guild.id):
                if table.record.parent_id == channel.id:
                    await table.close(CHANNEL_GONE)

    async def _close_in_lost_places(self, share: Share) -> None:
        """Close the tables, and call off the plans, whose channel or thread was deleted while the bot was not
        connected.
        """
        store, lost = self._services.store, LostChannels(self._client)
        with log_unavailable("Tables in deleted channels stay open until somebody plays"):
            for table_id, place in await store.tables.live_places(share):
                channel_id = await lost.of(place)
                if channel_id is not None:
                    await self._close_lost(self._services.tables.get(table_id), channel_id)
            for place in await store.plans.places(share):
                channel_id = await lost.of(place)
                if channel_id is not None:
                    await self._services.planned.channel_deleted(channel_id)

    # Servers

    @commands.Cog.listener()
    async def on_shard_served(self, shard: int) -> None:
        """Compare the servers of a shard that this process has taken over or reconnected, if it still has it."""
        if shard not in self._services.tables.share.shards:
            return
        share = Share.one(shard, self._services.tables.share.of)
        with self._retry_departures(shard):
            await self._departures.start({guild.id for guild in self._client.guilds}, share)
        self._services.planned.check_now()
        self._services.channel_posts.check_now()
        with log_unavailable("Boards of ended games stay as they are"):
            await self._services.announcer.catch_up(share)
        await self._close_in_lost_places(share)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        with self._retry_departures(guild.shard_id):
            await self._departures.left(guild.id)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self._unavailable.add(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        if guild.id in self._unavailable:
            self._unavailable.discard(guild.id)
            self._services.announcer.server_is_back(guild.id)
            self._services.channel_posts.check_now()
        with self._retry_departures(guild.shard_id):
            if await self._departures.joined(guild.id):
                self._services.planned.check_now()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Invited again: keep the stored data, repost the boards of running tables, and post what is due."""
        await self.on_guild_available(guild)
        self._permissions_changed(guild.id)
        self._services.channel_posts.check_now()
        with log_unavailable("A change of a server could not be followed"):
            for table in await self._services.tables.live_in_guild(guild.id):
                await self._services.announcer.repost(table.position)

    @contextmanager
    def _retry_departures(self, shard: int) -> Iterator[None]:
        """If the store is unavailable, compare the shard's servers again soon: these records decide what is deleted."""
        try:
            yield
        except StoreUnavailableError as error:
            log.warning("A server's coming or going could not be noted; trying again: %s", error)
            self._client.loop.call_later(RETRY_SECONDS, self._client.dispatch, "shard_served", shard)


@contextmanager
def log_unavailable(what: str) -> Iterator[None]:
    """Log `what` if the store is unavailable: nobody waits for an answer."""
    try:
        yield
    except StoreUnavailableError as error:
        log.warning("%s: %s", what, error)
