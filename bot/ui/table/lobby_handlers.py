"""Handlers of the lobby's controls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.errors import table_gone
from bot.ui.board.show import board_in_place
from bot.ui.interaction.dispatch import Click, on
from bot.ui.table import joining, preparing
from bot.ui.table.lobby_forms import chosen_in, options_form, remember, require_to_set_up, table_form, usual_level

if TYPE_CHECKING:
    from bot.tables.model.position import Position
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.table.confirming import Confirm


def _confirm_on_board(click: Click) -> Confirm:
    """Confirm a press on the board by updating the board."""

    async def confirm(_reply: Reply, position: Position, _words: str) -> None:
        await board_in_place(click, position)

    return confirm


@on("join")
async def join(click: Click) -> None:
    await joining.join(click.reply, await _table_here(click), _confirm_on_board(click))


async def _table_here(click: Click) -> Table:
    """The table whose board was pressed; its number may be another's since an older backup was restored.

    Raises:
        NoTableError: it no longer exists.
    """
    table = await click.table()
    places = (table.record.channel_id, table.record.parent_id)
    if not click.reply.is_private and click.interaction.channel_id not in places:
        raise table_gone()
    return table


@on("no-thanks")
async def decline_seat(click: Click) -> None:
    """Free the seat reserved for the caller."""
    table = await click.table()
    await board_in_place(click, await table.decline_seat(click.interaction.user.id, click.interaction.id))


@on("start")
async def start(click: Click) -> None:
    await preparing.start(click.reply, await click.table(), _confirm_on_board(click))


@on("bot-add")
async def add_computer(click: Click) -> None:
    """Add a computer player with the level of the others here, or else the host's last choice."""
    table = await click.table()
    level = await usual_level(click.services.store.people, table.record)
    await preparing.add_computer(click.reply, table, level, _confirm_on_board(click))


@on("bot-remove")
async def remove_computer(click: Click) -> None:
    await preparing.remove_computer(click.reply, await click.table())


@on("table-form", opens_form=True)
async def open_table_form(click: Click) -> None:
    """Ask the host for seats, clock, level, rating and who may join."""
    table = (await click.table()).record
    require_to_set_up(table, click.interaction.user.id)
    await click.reply.form(table_form(table, await usual_level(click.services.store.people, table)))


@on("options-form", opens_form=True)
async def open_options_form(click: Click) -> None:
    """Ask the host for the game's options."""
    table = (await click.table()).record
    require_to_set_up(table, click.interaction.user.id)
    await click.reply.form(options_form(table))


@on("table-set", "options-set")
async def set_up(click: Click) -> None:
    """Set up the table as the form says, and remember it for the host's next table."""
    table, host = await click.table(), click.interaction.user.id
    before = table.record
    wanted = chosen_in(before, click.fields)
    position = await table.set_up(host, wanted, click.interaction.id)
    await remember(click.services.store.people, before, wanted)
    await board_in_place(click, position)
