"""`/hint`: what the strongest computer player would do in one's place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.ui.hint import give_hint
from bot.ui.which import which_table
from cogs.context import answered, at_a_table

if TYPE_CHECKING:
    from bot.ui.house import Interaction
    from bot.ui.reply import Reply


class Hint(commands.Cog):
    """Help with one's own move."""

    @app_commands.command(
        name="hint", description="What to play now, and why; in a rated game it says first what that costs"
    )
    @at_a_table
    async def hint(self, interaction: Interaction, table: str = "") -> None:
        async def work(reply: Reply) -> None:
            await give_hint(reply, await which_table(interaction, table))

        await answered(interaction, work)


async def setup(bot: Any) -> None:
    """Add the cog."""
    await bot.add_cog(Hint())
