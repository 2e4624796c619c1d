"""`/tables`, `/hand`, `/hint` and `/move`: the person's tables, their cards, and any action in its text form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.ui.board.own_tables import my_tables
from bot.ui.commands.completion import actions
from bot.ui.commands.perform import perform
from bot.ui.interaction.table_lookup import find_table
from bot.ui.turn.hint import give_hint
from bot.ui.turn.show import hand_privately, save_order
from cogs.context import answered, answered_privately, at_a_table, everywhere

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction

SORTS = [app_commands.Choice(name="by suit", value="suit"), app_commands.Choice(name="by rank", value="rank")]


class Play(commands.Cog):
    """Commands that work in every game."""

    @app_commands.command(name="tables", description="All your tables in every server, those that wait for you first")
    @everywhere
    async def tables(self, interaction: Interaction) -> None:
        await answered_privately(interaction, my_tables)

    @app_commands.command(name="hand", description="Your hand, for your eyes only")
    @app_commands.describe(sort="How your cards are sorted, from now on")
    @app_commands.choices(sort=SORTS)
    @at_a_table
    async def hand(self, interaction: Interaction, sort: str = "", table: str = "") -> None:
        async def work(reply: Reply) -> None:
            found = await find_table(interaction, table)
            if sort:
                await save_order(reply, found.record, sort)
            await hand_privately(reply, found.position)

        await answered(interaction, work)

    @app_commands.command(
        name="hint", description="What to play now, and why; in a rated game it first says what that costs"
    )
    @at_a_table
    async def hint(self, interaction: Interaction, table: str = "") -> None:
        async def work(reply: Reply) -> None:
            await give_hint(reply, await find_table(interaction, table))

        await answered(interaction, work)

    @app_commands.command(name="move", description="Play any action; the list shows what you can do now")
    @app_commands.describe(action="What to do")
    @app_commands.autocomplete(action=actions)
    @at_a_table
    async def move(self, interaction: Interaction, action: str, table: str = "") -> None:
        await answered(interaction, lambda reply: perform(reply, table, action))
