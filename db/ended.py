"""Games that began and have ended, the newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.ended import EndedGame
from db import seats

if TYPE_CHECKING:
    import sqlite3

_HAS_ENDED = "tables.phase IN ('over', 'closed') AND tables.start_interaction IS NOT NULL"


def in_guild(sql: sqlite3.Connection, guild_id: int, most: int) -> tuple[EndedGame, ...]:
    rows = sql.execute(
        f"""
        SELECT id, game, coalesce(ended_at, started_at, created_at) FROM tables
        WHERE guild_id = ? AND {_HAS_ENDED} ORDER BY id DESC LIMIT ?
        """,  # noqa: S608  # a constant
        (guild_id, most),
    )
    return _games(sql, rows)


def of_person(sql: sqlite3.Connection, person: int, most: int) -> tuple[EndedGame, ...]:
    """The games where the person had a seat at the end, also one that was left to a computer player."""
    rows = sql.execute(
        f"""
        SELECT tables.id, tables.game, coalesce(tables.ended_at, tables.started_at, tables.created_at)
        FROM seats JOIN tables ON tables.id = seats.table_id
        WHERE seats.person = ? AND {_HAS_ENDED} ORDER BY seats.table_id DESC LIMIT ?
        """,  # noqa: S608  # a constant
        (person, most),
    )
    return _games(sql, rows)


def _games(sql: sqlite3.Connection, rows: sqlite3.Cursor) -> tuple[EndedGame, ...]:
    return tuple(
        EndedGame(table_id, game, at, tuple(seat.name for seat in seats.read(sql, table_id)))
        for table_id, game, at in rows.fetchall()
    )
