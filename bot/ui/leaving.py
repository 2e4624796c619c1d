"""Leaving a table and ending it, by button and by command alike: the question first, then what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.tables.closing import require_may_end
from bot.tables.model import Phase
from bot.ui.controls import Style, button
from bot.ui.layout import GOLD, page
from bot.ui.menu import tell
from bot.ui.show import page_in_place

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model import TableRecord
    from bot.tables.table import Table
    from bot.ui.reply import Reply


async def leave(reply: Reply, table: Table, *, sure: bool = False) -> None:
    """Give the seat up; in the middle of a game after a question, unless they are `sure`.

    Raises:
        NotSeatedError: they do not sit there.
    """
    person = reply.interaction.user.id
    if not sure and table.record.phase is Phase.PLAYING and table.record.seat_of(person) is not None:
        await page_in_place(
            reply, _question(table.record, person, _leaving(table.record, person), "quit-yes")
        )
        return
    position = await table.leave(person, reply.interaction.id)
    await tell(reply, position, _left(position.record))


async def end(reply: Reply, table: Table, *, sure: bool = False) -> None:
    """Close the table; in the middle of people's game after a question, unless whoever asks is `sure`.

    Raises:
        TableError: it is not theirs to end, or it has ended already.
    """
    person, may_manage = reply.interaction.user.id, reply.interaction.permissions.manage_channels
    require_may_end(table.record, person, may_manage=may_manage)
    if not sure and table.record.phase is Phase.PLAYING and table.record.people:
        what = _("## End the game?\nIt ends for everybody, without a winner.")
        await page_in_place(reply, _question(table.record, person, what, "end-yes"))
        return
    position = await table.end(person, may_manage, reply.interaction.id)
    await tell(reply, position, _("Table {number} is closed.").format(number=table.id))


def _leaving(table: TableRecord, person: int) -> str:
    if set(table.present) - {person}:
        return _("## Leave the game?\nA computer player takes your seat until you come back.")
    return _("## Leave the game?\nNobody else plays by hand, so it ends.")


def _question(table: TableRecord, person: int, what: str, yes: str) -> LayoutView:
    """Whether the person really wants that, and what it costs them; `yes` is the verb of the button that does it."""
    costs = table.counts and table.seat_of(person) is not None
    label = _("End the game") if yes == "end-yes" else _("Leave the game")
    buttons = (
        button(table.id, yes, label, style=Style.danger),
        button(table.id, "menu-back", _("Play on")),
    )
    return page([what, _("You will be rated last.") if costs else "", buttons], GOLD)


def _left(table: TableRecord) -> str:
    """What became of the table that a person has just left."""
    if table.phase is Phase.CLOSED:
        sentence = _("You have left table {number}. Nobody else played there, so it is closed.")
    elif table.phase is Phase.PLAYING:
        sentence = _(
            "You have left table {number}. A computer player plays on for you; /table join brings you back."
        )
    else:
        sentence = _("You have left table {number}.")
    return sentence.format(number=table.id)
