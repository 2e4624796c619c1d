"""`/rules`, `/learn`, `/help` and `/about`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.tables.model.errors import TableError
from bot.ui.help import texts
from bot.ui.help.rules_handlers import show_rules
from bot.ui.interaction.table_lookup import find_table
from bot.ui.lessons.lesson_handlers import answer_with, open_lesson
from bot.ui.wording.games import read_optional_game
from cogs.context import answered, everywhere, names_a_game

if TYPE_CHECKING:
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction


class Info(commands.Cog):
    """Rules, lessons, help and about."""

    @app_commands.command(name="rules", description="How a game is played")
    @app_commands.describe(game="Which game; usually this channel's")
    @names_a_game
    @everywhere
    async def rules(self, interaction: Interaction, game: str = "") -> None:
        async def work(reply: Reply) -> None:
            chosen = read_optional_game(game)
            here = await _table_here(interaction, chosen)
            await (show_rules(reply, chosen) if here is None else show_rules(reply, here.record.game, here.id))

        await answered(interaction, work)

    @app_commands.command(name="learn", description="Learn a game by playing a few decisions on a fixed deal")
    @app_commands.describe(game="Which game; without it you see how far you are in each")
    @names_a_game
    @everywhere
    async def learn(self, interaction: Interaction, game: str = "") -> None:
        async def work(reply: Reply) -> None:
            await answer_with(reply, await open_lesson(reply, read_optional_game(game)))

        await answered(interaction, work)

    @app_commands.command(name="help", description="How to play here")
    @everywhere
    async def help(self, interaction: Interaction) -> None:
        await answered(interaction, texts.show_help)

    @app_commands.command(name="about", description="What this bot is")
    @everywhere
    async def about(self, interaction: Interaction) -> None:
        await answered(interaction, texts.show_about)


async def _table_here(interaction: Interaction, game: str | None) -> Table | None:
    """The table the command is about, if it plays that game (any game if None)."""
    try:
        table = await find_table(interaction)
    except TableError:
        return None
    return table if game in (None, table.record.game) else None
