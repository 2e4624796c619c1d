"""`/privacy export|delete`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.ui.settings.privacy import export, question
from cogs.context import answered, everywhere

if TYPE_CHECKING:
    from bot.ui.kit.types import Interaction


class Privacy(commands.Cog):
    """Exporting and deleting a person's data."""

    privacy = everywhere(
        app_commands.Group(name="privacy", description="What is stored about you: get it, or delete it")
    )

    @privacy.command(name="export", description="Get everything stored about you, as a file")
    async def export(self, interaction: Interaction) -> None:
        await answered(interaction, export, save_locale=False)

    @privacy.command(name="delete", description="Delete everything stored about you; asks first")
    async def delete(self, interaction: Interaction) -> None:
        await answered(interaction, lambda reply: reply.private(question()), save_locale=False)
