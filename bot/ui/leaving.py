"""Leaving a table or ending it: what that does is said before, and what it did afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.tables.model import Phase
from bot.ui.controls import Style, button
from bot.ui.layout import GOLD, page

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model import TableRecord


def needs_question(table: TableRecord, person: int) -> bool:
    """Whether a press of “Leave” or “End” may cost the person something: a game that runs, and in which they play."""
    return table.phase is Phase.PLAYING and table.seat_of(person) is not None


def question(table: TableRecord, person: int, *, ending: bool) -> LayoutView:
    """Whether the person really wants to leave, or to end the table, in the middle of a game."""
    if ending:
        what = _("## End this game?\nIt ends for everybody, without a winner.")
    elif not set(table.present) - {person}:
        what = _("## Leave this game?\nNobody else plays by hand, so it ends.")
    else:
        what = _("## Leave this game?\nA computer player takes your seat until you come back.")
    lost = _("In the ratings it counts as a lost game for you.") if table.rated else ""
    yes = _("End the game") if ending else _("Leave the game")
    buttons = (
        button(table.id, "end-yes" if ending else "quit-yes", yes, style=Style.danger),
        button(table.id, "menu-back", _("Play on")),
    )
    return page([what, lost, buttons], GOLD)


def left(table: TableRecord) -> str:
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
