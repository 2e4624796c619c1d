"""A table's seats in words, on every kind of board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.cast import Cast
from bot.tables.model.records import NOBODY

if TYPE_CHECKING:
    from bot.tables.model.position import Position
    from bot.tables.model.records import Seat, TableRecord


AUTOPILOT = "autopilot"
"""Stands for a level: a computer makes the seat's moves, as long as its person is away."""


def cast_of(table: TableRecord) -> Cast:
    """The names that texts use for the table's seats."""
    levels = tuple(seat.level or (AUTOPILOT if seat.autopilot else None) for seat in table.seats)
    return Cast(names(table), levels)


def awaited(seat: Seat) -> str:
    """Whom a seat of a lobby waits for."""
    return _("waiting for {name}").format(name=mention(seat.person or NOBODY))


def names(table: TableRecord) -> tuple[str, ...]:
    """The names at the table by seat; who had all that was stored about them deleted has none left."""
    return tuple(seat.name or _("a former player") for seat in table.seats)


def mention(person: int) -> str:
    """A person in a text; nobody is notified by it."""
    return _("a former player") if person == NOBODY else f"<@{person}>"


def without_forgotten(text: str) -> str:
    """A stored text about a table, where people who were forgotten were mentioned."""
    return text.replace(f"<@{NOBODY}>", mention(NOBODY))


def proof(table: TableRecord) -> str:
    """The commitment to the shuffle, short."""
    return _("-# Shuffle committed: `{start}…` · /table status shows it in full").format(start=table.commitment[:16])


def heading(position: Position, stand: str) -> str:
    """The first lines of a board: the game, the table's number, and where it stands."""
    table = _("Table {number}").format(number=position.record.id)
    return f"## {position.game.title}\n-# {table} · {stand}"
