"""`/hint`: what the strongest computer player would do in your place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.ui.interaction.which import which_table
from bot.ui.turn.hint import give_hint
from cogs.context import answered, at_a_table

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction


class Hint(commands.Cog):
    """Help with a person's move."""

    @app_commands.command(
        name="hint", description="What to play now, and why; in a rated game it first says what that costs"
    )
    @at_a_table
    async def hint(self, interaction: Interaction, table: str = "") -> None:
        async def work(reply: Reply) -> None:
            await give_hint(reply, await which_table(interaction, table))

        await answered(interaction, work)
