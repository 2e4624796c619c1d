"""Servers: which are known, which the bot has left, and how all that is stored about one is deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.database import StorePart, reads, writes

if TYPE_CHECKING:
    import sqlite3

GUILDS = {
    "tables": "DELETE FROM tables WHERE guild_id = :guild",
    "guild_settings": "DELETE FROM guild_settings WHERE guild_id = :guild",
    "results": "DELETE FROM results WHERE guild_id = :guild",
    "result_seats": "DELETE FROM result_seats WHERE guild_id = :guild",
    "rating_changes": "DELETE FROM rating_changes WHERE guild_id = :guild",
    "ratings": "DELETE FROM ratings WHERE guild_id = :guild",
    "seasons": "DELETE FROM seasons WHERE guild_id = :guild",
    "departures": "DELETE FROM departures WHERE guild_id = :guild",
}
"""By table, the statement that deletes a server's rows; what refers to a table of cards goes with it.

A test walks the schema and fails for a table with a `guild_id` that does not stand here.
"""


class Guilds(StorePart):
    """Servers: which are known, which the bot has left, and deleting one."""

    @reads
    def known_guilds(self, sql: sqlite3.Connection) -> tuple[int, ...]:
        """The servers about which anything is stored."""
        found = sql.execute(
            "SELECT guild_id FROM tables WHERE guild_id > 0 UNION SELECT guild_id FROM guild_settings"
            " UNION SELECT guild_id FROM seasons"
        )
        return tuple(guild_id for (guild_id,) in found.fetchall())

    @writes
    def note_departure(self, sql: sqlite3.Connection, guild_id: int, delete_at: float) -> None:
        """Note that the bot has left; a time that was noted before stays."""
        sql.execute(
            "INSERT INTO departures (guild_id, delete_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (guild_id, delete_at),
        )

    @writes
    def cancel_departure(self, sql: sqlite3.Connection, guild_id: int) -> None:
        sql.execute("DELETE FROM departures WHERE guild_id = ?", (guild_id,))

    @reads
    def departures(self, sql: sqlite3.Connection) -> tuple[tuple[int, float], ...]:
        """The servers that the bot has left and when their data goes, the soonest first."""
        rows = sql.execute("SELECT guild_id, delete_at FROM departures ORDER BY delete_at")
        return tuple((guild_id, at) for guild_id, at in rows.fetchall())

    @writes
    def delete_guild(self, sql: sqlite3.Connection, guild_id: int) -> tuple[int, ...]:
        """Delete all that is stored about the server; the ids of its tables."""
        found = sql.execute("SELECT id FROM tables WHERE guild_id = ?", (guild_id,)).fetchall()
        for statement in GUILDS.values():
            sql.execute(statement, {"guild": guild_id})
        return tuple(table_id for (table_id,) in found)
