"""`/leaderboard`, `/stats` and `/history`: results of games and ratings of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.commands.completion import seasons
from bot.ui.records.leaderboard_handlers import open_leaderboard
from bot.ui.records.person_records_handlers import open_history, open_stats
from bot.ui.records.scope import EVER, MONTH, WEEK
from bot.ui.wording.games import read_optional_game
from cogs.context import SCOPES, answered, everywhere, is_everywhere, names_a_game

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction

TIMES = [
    app_commands.Choice(name="last 7 days", value=WEEK),
    app_commands.Choice(name="last 30 days", value=MONTH),
    app_commands.Choice(name="all seasons", value=EVER),
]
WHO_HELP = "Whose; your own if left out"


class Records(commands.Cog):
    """Shows results and ratings."""

    @app_commands.command(name="leaderboard", description="Who is rated best in a game, here or everywhere")
    @app_commands.describe(
        game="Which game; the one played last if left out",
        scope="This server, or everybody who wants to be shown everywhere",
        season="Which season of this server; the current one if left out",
        time="Who won the most points in this time, instead of the ratings of a season",
    )
    @names_a_game
    @app_commands.choices(scope=SCOPES, time=TIMES)
    @app_commands.autocomplete(season=seasons)
    @everywhere
    async def leaderboard(
        self,
        interaction: Interaction,
        game: str | None = None,
        scope: str | None = None,
        season: str | None = None,
        time: str = "",
    ) -> None:
        async def work(reply: Reply) -> None:
            await open_leaderboard(reply, read_optional_game(game), is_everywhere(scope), season, time)

        await answered(interaction, work)

    @app_commands.command(name="stats", description="Games, wins, streaks, scores and ratings of a player")
    @app_commands.describe(user=WHO_HELP, game="Only this game")
    @names_a_game
    @everywhere
    async def stats(self, interaction: Interaction, user: discord.User | None = None, game: str | None = None) -> None:
        person = user or interaction.user
        await answered(interaction, lambda reply: open_stats(reply, person.id, read_optional_game(game)))

    @app_commands.command(name="history", description="The games that a player has finished, the newest first")
    @app_commands.describe(user=WHO_HELP)
    @everywhere
    async def history(self, interaction: Interaction, user: discord.User | None = None) -> None:
        await answered(interaction, lambda reply: open_history(reply, (user or interaction.user).id))
