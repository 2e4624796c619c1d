"""A server's seasons. Every server starts in the first, which has no row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.records.model import FIRST_SEASON, Season
from bot.tables.model.damage import report_damage
from db.database import StorePart, reads, writes

if TYPE_CHECKING:
    from db.sql import Sql

_MAX_NUMBER = 2**31
"""More seasons than any server has."""


class Seasons(StorePart):
    """Reads and starts seasons."""

    @reads
    def seasons(self, sql: Sql, guild_id: int) -> tuple[Season, ...]:
        return all_of(sql, guild_id)

    @writes
    def start_season(self, sql: Sql, guild_id: int, now: float, after: int | None = None) -> Season | None:
        """Start the next season, or with `after` the one after that if it has not begun yet."""
        sql.lock(lock_of(guild_id))
        last = all_of(sql, guild_id)[-1]
        if last.started_at == now:  # a retry: the connection was lost after the first attempt was committed
            return last
        if after not in (None, last.number):
            return None
        season = Season(last.number + 1, now)
        sql.execute("INSERT INTO seasons (guild_id, number, started_at) VALUES (?, ?, ?)", (guild_id, *season))
        return season


def lock_of(guild_id: int) -> str:
    """Lock for starting a season or recording a result in one."""
    return f"seasons of {guild_id}"


def all_of(sql: Sql, guild_id: int) -> tuple[Season, ...]:
    """The seasons, oldest first; there is always one."""
    rows = sql.execute("SELECT number, started_at FROM seasons WHERE guild_id = ? ORDER BY number", (guild_id,))
    later = [Season(*row) for row in rows.fetchall()]
    sound = [season for season in later if FIRST_SEASON.number < season.number < _MAX_NUMBER]
    if sound != later:
        report_damage("seasons.number", f"of server {guild_id}")
    return (FIRST_SEASON, *sound)


def at(sql: Sql, guild_id: int, when: float) -> Season:
    """The season of a game that ended at that time."""
    return [season for season in all_of(sql, guild_id) if season.started_at <= max(when, 0.0)][-1]
