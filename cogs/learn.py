"""`/learn`: a game in a few decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.ui.lessons.lesson_handlers import answer_with, open_lesson
from bot.ui.wording.games import read_optional_game
from cogs.context import answered, everywhere, names_a_game

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction


class Learn(commands.Cog):
    """Teaches the games."""

    @app_commands.command(name="learn", description="Learn a game by playing a few decisions on a fixed deal")
    @app_commands.describe(game="Which game; without it you see how far you are in each")
    @names_a_game
    @everywhere
    async def learn(self, interaction: Interaction, game: str = "") -> None:
        async def work(reply: Reply) -> None:
            await answer_with(reply, await open_lesson(reply, read_optional_game(game)))

        await answered(interaction, work)
