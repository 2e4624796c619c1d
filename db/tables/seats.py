"""Who sits where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.records import Seat

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence


def read(sql: sqlite3.Connection, table_id: int) -> tuple[Seat, ...]:
    rows = sql.execute(
        """
        SELECT name, person, level, helped, autopilot, missed, kept FROM seats WHERE table_id = ? ORDER BY seat
        """,
        (table_id,),
    )
    return tuple(
        Seat(name, person, level, bool(helped), bool(autopilot), missed, bool(kept))
        for name, person, level, helped, autopilot, missed, kept in rows.fetchall()
    )


def write(sql: sqlite3.Connection, table_id: int, seats: Sequence[Seat]) -> None:
    """Replace all seats of a table."""
    sql.execute("DELETE FROM seats WHERE table_id = ?", (table_id,))
    sql.executemany(
        """
        INSERT INTO seats (table_id, seat, name, person, level, helped, autopilot, missed, kept)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
            (
                table_id,
                index,
                seat.name,
                seat.person,
                seat.level,
                seat.helped,
                seat.autopilot,
                seat.missed,
                seat.kept,
            )
            for index, seat in enumerate(seats)
        ],
    )
