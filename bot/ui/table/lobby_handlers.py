"""Handlers of the lobby's controls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.board.show import board_in_place
from bot.ui.interaction.dispatch import Click, on
from bot.ui.table import joining, leaving, preparing
from bot.ui.table.opening import option_value

if TYPE_CHECKING:
    from bot.tables.model.position import Position
    from bot.ui.interaction.reply import Reply
    from bot.ui.table.confirming import Confirm


def confirm_on_board(click: Click) -> Confirm:
    """Confirm a press on the board by updating the board."""

    async def confirm(_reply: Reply, position: Position, _words: str) -> None:
        await board_in_place(click, position)

    return confirm


@on("join")
async def join(click: Click) -> None:
    await joining.join(click.reply, await click.table(), confirm_on_board(click))


@on("leave")
async def leave(click: Click) -> None:
    await leaving.leave(click.reply, await click.table(), confirm=confirm_on_board(click))


@on("no-thanks")
async def decline_seat(click: Click) -> None:
    """Free the seat reserved for the caller."""
    table = await click.table()
    await board_in_place(click, await table.decline_seat(click.interaction.user.id, click.interaction.id))


@on("start")
async def start(click: Click) -> None:
    await preparing.start(click.reply, await click.table(), confirm_on_board(click))


@on("bot-add", "bot-level")
async def add_computer(click: Click) -> None:
    level = click.values[0] if click.values else None
    await preparing.add_computer(click.reply, await click.table(), level, confirm_on_board(click))


@on("bot-remove")
async def remove_computer(click: Click) -> None:
    await preparing.remove_computer(click.reply, await click.table(), confirm_on_board(click))


@on("places")
async def places(click: Click) -> None:
    table = await click.table()
    number = int(click.values[0])
    await board_in_place(click, await table.set_places(click.interaction.user.id, number, click.interaction.id))


@on("clock")
async def clock(click: Click) -> None:
    table = await click.table()
    seconds = int(click.values[0]) or None
    await board_in_place(click, await table.set_clock(click.interaction.user.id, seconds, click.interaction.id))


@on("option")
async def option(click: Click) -> None:
    table = await click.table()
    value = option_value(table.position.game.options, click.argument, click.values[0])
    await board_in_place(
        click, await table.set_option(click.interaction.user.id, click.argument, value, click.interaction.id)
    )


@on("invited-only")
async def invited_only(click: Click) -> None:
    table = await click.table()
    only = table.record.invited is None
    await board_in_place(click, await table.set_invite_only(click.interaction.user.id, only, click.interaction.id))
