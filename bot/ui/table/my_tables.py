"""`/tables`: all tables where the caller plays, in every server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.board.own_tables import own_tables_page
from bot.ui.interaction.advice import how_to_play
from bot.ui.interaction.dispatch import Click, on
from bot.ui.interaction.services import services_of
from bot.ui.wording.paging import read_page

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.ui.interaction.reply import Reply
    from bot.ui.kit.types import Interaction


async def show_my_tables(reply: Reply) -> None:
    """Answer with the first page."""
    await reply.private(await _page(reply.interaction, 0))


@on("mine")
async def turn_page(click: Click) -> None:
    """Show another page, as the tables are now."""
    await click.reply.in_place(await _page(click.interaction, read_page(click.argument.partition(",")[0])))


async def _page(interaction: Interaction, number: int) -> LayoutView:
    person = interaction.user.id
    tables = await services_of(interaction).tables.of_person(person)
    positions, advice = [table.position for table in tables], await how_to_play(interaction)
    return own_tables_page(interaction.client, positions, person, number, advice)
