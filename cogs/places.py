"""What happens to a server around its tables: channels and threads deleted, the bot invited again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord.ext import commands

from bot.tables.model.records import CHANNEL_GONE
from cogs.context import unavailable_for_now

if TYPE_CHECKING:
    import discord

    from bot.ui.interaction.services import House


class Places(commands.Cog):
    """Keeps tables in step with where they stand."""

    def __init__(self, bot: Any) -> None:
        self._house: House = bot

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._close_in(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._close_in(thread.thread_id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Invited again: the boards of the tables that still run are posted anew."""
        with unavailable_for_now("A change of a server could not be followed"):
            for table_id in await self._house.store.tables.live_in_guild(guild.id):
                table = await self._house.tables.get(table_id)
                if table is not None:
                    self._house.announcer.repost(table.position)

    async def _close_in(self, channel_id: int) -> None:
        with unavailable_for_now("A change of a server could not be followed"):
            table = await self._house.tables.in_channel(channel_id)
            if table is not None and table.record.phase.is_live:
                await table.close(CHANNEL_GONE)


async def setup(bot: Any) -> None:
    """Add the cog."""
    await bot.add_cog(Places(bot))
