"""Preparing a game, for buttons and commands alike: adding and removing computer players, and dealing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.ui.interaction.dispatch import Click, on
from bot.ui.table.confirming import confirm_in_menu, confirm_on_board, dealt
from bot.ui.table.lobby_forms import usual_level
from bot.ui.table.opening import read_level
from bot.ui.wording.seats import cast_of

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord
    from bot.tables.table.table import Table
    from bot.ui.interaction.reply import Reply
    from bot.ui.table.confirming import Confirm


async def start(reply: Reply, table: Table, confirm: Confirm = confirm_in_menu) -> None:
    """Deal the cards.

    Raises:
        TableError: they may not, or there are too few players.
    """
    position = await table.start(reply.interaction.user.id, reply.interaction.id)
    await confirm(reply, position, dealt(position.record) or _("The cards are dealt."))


async def add_computer(reply: Reply, table: Table, level: str | None, confirm: Confirm = confirm_in_menu) -> None:
    """Seat a computer player of that level, or of the default one.

    Raises:
        TableError: there is no such level or no free seat, or they may not.
    """
    wanted, before = read_level(table.record.game, level), table.record
    position = await table.add_computer(reply.interaction.user.id, wanted, reply.interaction.id)
    said = _("{name} sits down.").format(name=cast_of(position.record).short(_newcomer(before, position.record)))
    await confirm(reply, position, "\n".join(filter(None, (said, dealt(position.record)))))


def _newcomer(before: TableRecord, after: TableRecord) -> int:
    """The seat of the computer player that has just sat down, which may be one that was kept for somebody."""
    new = [index for index, seat in enumerate(after.seats) if seat.person is None and seat not in before.seats]
    return new[-1] if new else -1


async def remove_computer(reply: Reply, table: Table) -> None:
    """Remove the computer player seated last.

    Raises:
        TableError: there is none, or they may not.
    """
    position = await table.remove_computer(reply.interaction.user.id, reply.interaction.id)
    await confirm_in_menu(reply, position, _("A computer player has left."))


@on("start")
async def press_start(click: Click) -> None:
    await start(click.reply, await click.table(), confirm_on_board(click))


@on("bot-add")
async def add_usual_computer(click: Click) -> None:
    """Add a computer player with the level of the others here, or else the host's last choice."""
    table = await click.table()
    level = await usual_level(click.services.store.people, table.record)
    await add_computer(click.reply, table, level, confirm_on_board(click))


@on("bot-remove")
async def remove_last_computer(click: Click) -> None:
    await remove_computer(click.reply, await click.table())
