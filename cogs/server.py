"""`/server settings|void|bar`: a server's settings for its tables, and what its moderators do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.replays.ended import ended_games
from bot.ui.settings.server_settings import require_manager, settings_of
from bot.ui.table import moderating
from bot.ui.table.voiding import void_named
from cogs.context import ID_HELP, answered, answered_privately

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction


class Server(commands.Cog):
    """Settings for server managers."""

    server = app_commands.Group(
        name="server",
        description="For people who manage this server",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    @server.command(name="settings", description="Channels, who may open tables, clock, language, ratings, seasons")
    async def settings(self, interaction: Interaction) -> None:
        await answered_privately(interaction, lambda reply: settings_of(reply, require_manager(interaction)))

    @server.command(name="void", description="Void the result of a game that is over: ratings are taken back")
    @app_commands.describe(id=ID_HELP)
    @app_commands.autocomplete(id=ended_games)
    async def void(self, interaction: Interaction, id: str) -> None:  # noqa: A002  # its name
        await answered(interaction, lambda reply: void_named(reply, id))

    @server.command(
        name="bar", description="Keep somebody from this server's tables, or list who is barred and lift it"
    )
    @app_commands.describe(user="Who; leave it out for the list")
    async def bar(self, interaction: Interaction, user: discord.User | None = None) -> None:
        async def work(reply: Reply) -> None:
            await (moderating.show_barred(reply) if user is None else moderating.bar(reply, user.id))

        await answered(interaction, work)
