"""The log of every game's actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.records import LoggedAction

if TYPE_CHECKING:
    import sqlite3


def append(sql: sqlite3.Connection, table_id: int, action: LoggedAction) -> None:
    sql.execute(
        "INSERT INTO actions (table_id, number, seat, text, by, at) VALUES (?, ?, ?, ?, ?, ?)",
        (table_id, action.number, action.seat, action.text, action.by, action.at),
    )


def after(sql: sqlite3.Connection, table_id: int, number: int) -> tuple[LoggedAction, ...]:
    """The actions that followed the given number, in order."""
    rows = sql.execute(
        "SELECT number, seat, text, by, at FROM actions WHERE table_id = ? AND number > ? ORDER BY number",
        (table_id, number),
    )
    return tuple(LoggedAction(*row) for row in rows.fetchall())
