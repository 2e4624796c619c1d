"""A table's seats in words, on every kind of board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.cast import Cast
from bot.render.names import FORMER_PLAYER, seat_names
from bot.tables.model.records import NOBODY

if TYPE_CHECKING:
    from bot.tables.model.records import Seat, TableRecord


AUTOPILOT = "autopilot"
"""Used instead of a level: the computer plays while the seat's person is away."""


def cast_of(table: TableRecord) -> Cast:
    """The names that texts use for the table's seats."""
    levels = tuple(seat.level or (AUTOPILOT if seat.autopilot else None) for seat in table.seats)
    return Cast(names(table), levels)


def awaited(seat: Seat) -> str:
    """The text for a lobby seat that is reserved for a person."""
    return _("waiting for {name}").format(name=mention(seat.person or NOBODY))


def not_taken(table: TableRecord) -> str:
    """The number of a lobby's free seats, or else of those kept for people who have yet to answer; empty if all are
    taken.
    """
    free, kept = table.places - len(table.seats), len(table.awaited)
    if free:
        return ngettext("{n} seat free", "{n} seats free", free).format(n=free)
    return ngettext("{n} seat kept", "{n} seats kept", kept).format(n=kept) if kept else ""


def names(table: TableRecord) -> tuple[str, ...]:
    """The names at the table by seat, each different; people whose data was deleted have none."""
    return seat_names([seat.name for seat in table.seats])


def mention(person: int) -> str:
    """A person's mention, which notifies nobody."""
    return _(FORMER_PLAYER) if person == NOBODY else f"<@{person}>"


def without_forgotten(text: str) -> str:
    """A stored text about a table, with mentions of deleted people replaced."""
    return text.replace(f"<@{NOBODY}>", mention(NOBODY))


def heading(game: str, table: TableRecord, stand: str) -> str:
    """The first lines of a board: the game by its title, the table's number and its state."""
    number = _("Table {number}").format(number=table.id)
    return f"## {game}\n-# {number} · {stand}"
