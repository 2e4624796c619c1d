"""`/tables`: all tables where the caller plays, in every server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.board.own_tables import own_tables_page
from bot.ui.interaction.advice import how_to_play
from bot.ui.interaction.dispatch import Click, on
from bot.ui.wording.paging import read_page

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.ui.interaction.reply import Reply


async def my_tables(reply: Reply, number: int = 0) -> LayoutView:
    """The page with that number, as the tables are now."""
    interaction, person = reply.interaction, reply.interaction.user.id
    tables = await reply.services.tables.of_person(person)
    positions, advice = [table.position for table in tables], await how_to_play(interaction)
    return own_tables_page(interaction.client, positions, person, number, advice)


@on("mine")
async def turn_page(click: Click) -> None:
    """Show another page."""
    await click.reply.in_place(await my_tables(click.reply, read_page(click.argument.partition(",")[0])))
