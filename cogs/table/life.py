"""`/table start|board|status|end|list`: a table's life."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.board.status import show_status
from bot.ui.interaction.table_lookup import table_here
from bot.ui.plans.board_again import show_again
from bot.ui.table import leaving, preparing
from bot.ui.table.table_list import build_table_list
from cogs.context import answered, answered_privately
from cogs.table.group import answered_here, table

if TYPE_CHECKING:
    from bot.ui.kit.types import Interaction


@table.command(name="start", description="Deal the cards (host)")
async def start(interaction: Interaction) -> None:
    await answered_here(interaction, preparing.start)


@table.command(name="board", description="Post the table's board again at the end of the channel")
async def board(interaction: Interaction) -> None:
    await answered(interaction, show_again)


@table.command(name="status", description="All details of this channel's table, including its shuffle's commitment")
async def status(interaction: Interaction) -> None:
    await answered_here(interaction, show_status)


@table.command(name="end", description="End this channel's table (host, or whoever manages the channel)")
async def end(interaction: Interaction) -> None:
    await answered(interaction, lambda reply: leaving.end_found(reply, table_here(interaction)))


@table.command(name="list", description="All live tables in this server's channels that you can see")
async def list_tables(interaction: Interaction) -> None:
    await answered_privately(interaction, build_table_list)
