"""A game's beginning: leaving or ending it is free until everybody has played once. Pure functions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import N_

if TYPE_CHECKING:
    from bot.tables.model.records import TableRecord


NOT_BEGUN = N_("It was ended before everybody had played, so it is not rated.")
"""Closing reason of a game ended at its beginning."""


def mark_dealt(table: TableRecord) -> TableRecord:
    """The table just after the deal: nobody has played."""
    people = (index for index, seat in enumerate(table.seats) if seat.occupant is not None)
    return replace(table, yet_to_play=tuple(people))


def mark_played(table: TableRecord, index: int) -> TableRecord:
    """Note that the seat has had a turn, by its person or by the autopilot."""
    if index not in table.yet_to_play:
        return table
    return replace(table, yet_to_play=tuple(seat for seat in table.yet_to_play if seat != index))


def mark_left(table: TableRecord, index: int) -> TableRecord:
    """The seat's person leaves; at the beginning they are excused and not rated."""
    person = table.seats[index].person
    if table.is_beginning and person is not None:
        table = replace(table, excused=(*table.excused, person))
    return mark_played(table, index)


def mark_returned(table: TableRecord, person: int) -> TableRecord:
    """A person who left plays again, and is rated like the others."""
    return replace(table, excused=tuple(other for other in table.excused if other != person))
