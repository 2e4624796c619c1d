"""Seats as rows."""

from __future__ import annotations

from dataclasses import astuple, fields
from typing import TYPE_CHECKING

from bot.tables.model.damage import time_or
from bot.tables.model.records import Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.sql import Rows, Sql

_FIELDS = tuple(field.name for field in fields(Seat))
"""The fields of a seat, each stored in a column of the same name."""
_INSERT = f"""
INSERT INTO seats (table_id, seat, {", ".join(_FIELDS)}) VALUES (?, ?, {", ".join("?" * len(_FIELDS))})
"""  # noqa: S608  # constant

OF_PERSON = """
SELECT table_id FROM seats WHERE person = ? AND level IS NULL AND kept = 0
    AND table_id >= (SELECT min(id + 0) FROM tables WHERE phase IN ('lobby', 'playing'))
"""
"""The tables where a person has a seat, from the oldest live one on. Without the sum, engines look for that one in the
order of the ids, past all that have ended.
"""


def read(sql: Sql, table_id: int) -> tuple[Seat, ...]:
    return of_tables(sql, [table_id]).get(table_id, ())


def of_tables(sql: Sql, table_ids: Sequence[int]) -> dict[int, tuple[Seat, ...]]:
    """The seats by table; tables without seats are missing."""
    return from_rows(select(sql, table_ids)) if table_ids else {}


def select(sql: Sql, table_ids: Sequence[int]) -> Rows:
    """Request the rows from which `from_rows` makes seats."""
    return sql.execute(
        f"""
        SELECT table_id, name, person, level, helped, autopilot, missed, kept, away_until FROM seats
        WHERE table_id IN ({", ".join("?" * len(table_ids))}) ORDER BY table_id, seat
        """,  # noqa: S608  # question marks
        table_ids,
    )


def from_rows(rows: Rows) -> dict[int, tuple[Seat, ...]]:
    """The seats by table."""
    seats: dict[int, tuple[Seat, ...]] = {}
    for table_id, name, person, level, helped, autopilot, missed, kept, away_until in rows.fetchall():
        seat = Seat(
            name,
            person,
            level,
            helped=bool(helped),
            autopilot=bool(autopilot),
            missed=missed,
            kept=bool(kept),
            away_until=time_or(None, away_until, "seats.away_until", f"of table {table_id}"),
        )
        seats[table_id] = (*seats.get(table_id, ()), seat)
    return seats


def write(sql: Sql, table_id: int, seats: Sequence[Seat]) -> None:
    """Replace all seats of a table."""
    sql.execute("DELETE FROM seats WHERE table_id = ?", (table_id,))
    sql.executemany(_INSERT, [(table_id, index, *astuple(seat)) for index, seat in enumerate(seats)])
