"""`/server settings`: a server's settings for its tables, for people who may manage it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.settings.server_settings import require_manager, settings_of
from cogs.context import INSTALLED, SERVERS, answered

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction


class Server(commands.Cog):
    """Settings for server managers."""

    server = app_commands.Group(
        name="server",
        description="For people who manage this server",
        allowed_contexts=SERVERS,
        allowed_installs=INSTALLED,
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    @server.command(name="settings", description="Channels, who may open tables, clock, language, ratings, seasons")
    async def settings(self, interaction: Interaction) -> None:
        async def work(reply: Reply) -> None:
            guild_id = require_manager(interaction)
            await reply.private(await settings_of(reply.services, guild_id))

        await answered(interaction, work)
