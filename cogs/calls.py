"""`/calls`: for which games one wants to be called in a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.ui.table.calling import show_wishes
from cogs.context import answered

if TYPE_CHECKING:
    from bot.ui.kit.types import Interaction


class Calls(commands.Cog):
    """Being called to games."""

    @app_commands.command(name="calls", description="For which games people here may call you")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def calls(self, interaction: Interaction) -> None:
        await answered(interaction, show_wishes)
