"""`/privacy export|delete`, and what happens to a server's data when the bot is removed from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.ui.settings.privacy import export, question
from cogs.context import EVERYWHERE, INSTALLED, answered, unavailable_for_now

if TYPE_CHECKING:
    import discord

    from bot.ui.kit.types import Interaction


class Privacy(commands.Cog):
    """What is stored, and how it goes."""

    privacy = app_commands.Group(
        name="privacy",
        description="What is stored about you: get it, or delete it",
        allowed_contexts=EVERYWHERE,
        allowed_installs=INSTALLED,
    )

    def __init__(self, bot: Any) -> None:
        self._bot = bot

    @privacy.command(
        name="export", description="Get all that is stored about you, as a file by direct message"
    )
    async def export(self, interaction: Interaction) -> None:
        await answered(interaction, export, noting=False)

    @privacy.command(name="delete", description="Delete all that is stored about you; asks once more")
    async def delete(self, interaction: Interaction) -> None:
        await answered(interaction, lambda reply: reply.private(question()), noting=False)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Discord may say READY many times; the servers are compared each time."""
        bot = self._bot
        shard = (bot.shard_id or 0, bot.shard_count or 1)
        with unavailable_for_now("A server's coming or going could not be noted"):
            await bot.departures.start({guild.id for guild in bot.guilds}, shard=shard)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        with unavailable_for_now("A server's coming or going could not be noted"):
            await self._bot.departures.left(guild.id)

    @commands.Cog.listener("on_guild_available")
    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        with unavailable_for_now("A server's coming or going could not be noted"):
            await self._bot.departures.joined(guild.id)


async def setup(bot: Any) -> None:
    """Add the cog."""
    await bot.add_cog(Privacy(bot))
