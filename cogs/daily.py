"""`/daily …`: the puzzle and the deal of the day, and their boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.ui.daily.board_handlers import open_board
from bot.ui.daily.board_page import ALL, DAY, WEEK
from bot.ui.daily.deal_handlers import first_deal_board, open_deal
from bot.ui.daily.puzzle_handlers import open_puzzle
from cogs.context import SCOPES, answered_privately, everywhere, is_everywhere

if TYPE_CHECKING:
    from bot.ui.kit.types import Interaction


WHEN = [
    app_commands.Choice(name="today", value=DAY),
    app_commands.Choice(name="this week", value=WEEK),
    app_commands.Choice(name="all time", value=ALL),
]


DEAL = "deal"
BOARDS = [app_commands.Choice(name="the puzzles", value="puzzle"), app_commands.Choice(name="today's deal", value=DEAL)]


class Daily(commands.Cog):
    """The same cards for everybody, new each day."""

    daily = everywhere(app_commands.Group(name="daily", description="The same cards for everybody, new each day"))

    @daily.command(name="puzzle", description="Today's puzzle: find the best play; your first try counts")
    async def puzzle(self, interaction: Interaction) -> None:
        await answered_privately(interaction, open_puzzle)

    @daily.command(name="deal", description="Today's deal: a whole game with the same cards for everybody, once")
    async def deal(self, interaction: Interaction) -> None:
        await answered_privately(interaction, open_deal)

    @daily.command(name="board", description="Who solved the puzzles or played the deal best, here or everywhere")
    @app_commands.describe(
        when="Of the puzzles: today if left out",
        where="This server, or everybody who wants to be shown everywhere",
        what="The puzzles if left out",
    )
    @app_commands.choices(when=WHEN, where=SCOPES, what=BOARDS)
    async def board(
        self, interaction: Interaction, when: str | None = None, where: str | None = None, what: str | None = None
    ) -> None:
        opened = first_deal_board if what == DEAL else open_board
        await answered_privately(interaction, lambda reply: opened(reply, when, is_everywhere(where)))
