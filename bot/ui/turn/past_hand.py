"""Replaces the hand message of a person who no longer plays: a note without the controls of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.tables.acts.people import may_return
from bot.tables.model.records import Phase
from bot.ui.board.ending import result
from bot.ui.kit.controls import Style, button
from bot.ui.kit.layout import GREY, page
from bot.ui.wording.place import ways_to_the_table

if TYPE_CHECKING:
    from discord.ui import LayoutView

    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord
    from bot.ui.kit.controls import Button
    from bot.ui.wording.place import Place


def build_past_hand(position: Position, person: int, place: Place, note: str = "") -> LayoutView:
    """The message that replaces a hand after the person left or was removed, or the game ended (with the result)."""
    table = position.record
    buttons = (*_what_follows(table, person), *ways_to_the_table(place))
    return page([heading(position, place), note, _why_not_playing(position, person), buttons], GREY)


def heading(position: Position, place: Place) -> str:
    """The heading that says which table a hand belongs to."""
    return _("## Your hand\n-# {game} · table {number} · {place}").format(
        game=position.game.title, number=position.record.id, place=place.words
    )


def _what_follows(table: TableRecord, person: int) -> tuple[Button, ...]:
    """The buttons for after the game; during it, the way back to a seat that the person left."""
    if table.phase is Phase.OVER:
        return (
            button(table.id, "rematch", _("Rematch"), style=Style.success),
            button(table.id, "replay", _("Replay")),
            button(table.id, "review", _("How did I play?")),
            button(table.id, "again", _("Play this deal again")),
        )
    if table.phase is Phase.PLAYING and may_return(table, person):
        return (button(table.id, "back", _("Take my seat back"), style=Style.success),)
    return ()


def _why_not_playing(position: Position, person: int) -> str:
    table = position.record
    if not table.phase.is_live:
        return result(position)
    if person in table.removed:
        return _("You were removed from this game.")
    if person in table.replaced:
        return _("Another player has taken your seat.")
    if table.has_own_seat(person):
        return _("A computer player has taken your seat.")
    return _("You are not playing at this table.")
