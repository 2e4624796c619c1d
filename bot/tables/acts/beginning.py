"""A game's beginning: until everybody has played once, leaving it and ending it cost nobody anything. Pure functions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import N_

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord


NOT_BEGUN = N_("It was ended before everybody had played, so it is not rated.")
"""The closing reason of a game that was ended at its beginning."""


def dealt(table: TableRecord) -> TableRecord:
    """A game that was just dealt: nobody has played."""
    people = (index for index, seat in enumerate(table.seats) if seat.occupant is not None)
    return replace(table, yet_to_play=tuple(people))


def has_played(table: TableRecord, index: int) -> TableRecord:
    """The seat's person has played, or left that to the autopilot: the beginning waits for them no more."""
    if index not in table.yet_to_play:
        return table
    return replace(table, yet_to_play=tuple(seat for seat in table.yet_to_play if seat != index))


def left(table: TableRecord, index: int) -> TableRecord:
    """The seat's person leaves: at the beginning they are excused, so that they are not rated."""
    person = table.seats[index].person
    if table.is_beginning and person is not None:
        table = replace(table, excused=(*table.excused, person))
    return has_played(table, index)


def returned(table: TableRecord, person: int) -> TableRecord:
    """Who had left plays again, and is rated like the others."""
    return replace(table, excused=tuple(other for other in table.excused if other != person))
