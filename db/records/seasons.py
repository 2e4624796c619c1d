"""A server's seasons. Every server starts in the first, which has no row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.records.model import FIRST_SEASON, Season
from db.database import StorePart, reads, writes

if TYPE_CHECKING:
    import sqlite3


class Seasons(StorePart):
    """Reads and starts seasons."""

    @reads
    def seasons(self, sql: sqlite3.Connection, guild_id: int) -> tuple[Season, ...]:
        return all_of(sql, guild_id)

    @writes
    def start_season(self, sql: sqlite3.Connection, guild_id: int, now: float) -> Season:
        """Start the next season."""
        season = Season(all_of(sql, guild_id)[-1].number + 1, now)
        sql.execute("INSERT INTO seasons (guild_id, number, started_at) VALUES (?, ?, ?)", (guild_id, *season))
        return season


def all_of(sql: sqlite3.Connection, guild_id: int) -> tuple[Season, ...]:
    """The seasons, oldest first; there is always one."""
    rows = sql.execute("SELECT number, started_at FROM seasons WHERE guild_id = ? ORDER BY number", (guild_id,))
    return (FIRST_SEASON, *(Season(*row) for row in rows.fetchall()))


def at(sql: sqlite3.Connection, guild_id: int, when: float) -> Season:
    """The season of a game that ended at that time."""
    return [season for season in all_of(sql, guild_id) if season.started_at <= max(when, 0.0)][-1]
