"""Servers: known ones, those the bot left, and deleting a server's data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.database import StorePart, reads, reads_long, writes

if TYPE_CHECKING:
    from db.sql import Sql

GUILDS = {
    "tables": "DELETE FROM tables WHERE guild_id = :guild AND outside = 0",
    "guild_settings": "DELETE FROM guild_settings WHERE guild_id = :guild",
    "ratings": "DELETE FROM ratings WHERE guild_id = :guild",
    "seasons": "DELETE FROM seasons WHERE guild_id = :guild",
    "puzzle_boards": "DELETE FROM puzzle_boards WHERE guild_id = :guild",
    "puzzle_posts": "DELETE FROM puzzle_posts WHERE guild_id = :guild",
    "lines": "UPDATE lines SET guild_id = 0 WHERE guild_id = :guild",
    "reports": "DELETE FROM reports WHERE guild_id = :guild",
    "moderation": "DELETE FROM moderation WHERE guild_id = :guild",
    "news_to_tell": "DELETE FROM news_to_tell WHERE guild_id = :guild",
    "plans": "DELETE FROM plans WHERE guild_id = :guild",
    "call_wishes": "DELETE FROM call_wishes WHERE guild_id = :guild",
    "departures": "DELETE FROM departures WHERE guild_id = :guild",
}
"""SQL that deletes a server's rows, by table, or takes its id out of people's own; rows that refer to a card table are
deleted by cascade. Tables to which people took the bot along belong to no server of the bot's.

A test walks the schema and fails for a table with a `guild_id` that is missing here.
"""

_WITH_OTHERS = ("ratings", "puzzle_posts", "departures")
"""Those that have rows of a server only while another one has some, or to which the server is no news."""
_OF_OTHERS = {
    "tables": "outside = 1",
    "reports": "guild_id IN (SELECT guild_id FROM tables WHERE outside = 1)",
}
"""Rows of servers of which the bot has never been a member, and which it cannot have left."""
_KNOWN = " UNION ".join(
    f"SELECT guild_id FROM {table} WHERE guild_id > 0 AND NOT ({_OF_OTHERS.get(table, 'guild_id = 0')})"  # noqa: S608
    for table in GUILDS
    if table not in _WITH_OTHERS
)


class Guilds(StorePart):
    """Servers: known ones, those the bot left, and deleting one."""

    @reads_long
    def known_guilds(self, sql: Sql) -> tuple[int, ...]:
        """The servers with stored data."""
        return tuple(guild_id for (guild_id,) in sql.execute(_KNOWN).fetchall())

    @writes
    def note_departure(self, sql: Sql, guild_id: int, delete_at: float) -> None:
        """Record that the bot left; keeps an earlier date."""
        sql.execute(
            "INSERT INTO departures (guild_id, delete_at) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (guild_id, delete_at),
        )

    @writes
    def cancel_departure(self, sql: Sql, guild_id: int) -> None:
        sql.execute("DELETE FROM departures WHERE guild_id = ?", (guild_id,))

    @reads
    def departures(self, sql: Sql) -> tuple[tuple[int, float], ...]:
        """The servers that the bot left and when to delete their data, earliest first."""
        rows = sql.execute("SELECT guild_id, delete_at FROM departures ORDER BY delete_at")
        return tuple((guild_id, at) for guild_id, at in rows.fetchall())

    @writes
    def delete_tables(self, sql: Sql, guild_id: int, limit: int) -> tuple[int, ...]:
        # The newest first: a rematch refers to the table before it.
        found = sql.execute(
            "SELECT id FROM tables WHERE guild_id = ? AND outside = 0 ORDER BY id DESC LIMIT ?", (guild_id, limit)
        ).fetchall()
        sql.executemany("DELETE FROM tables WHERE id = ?", found)
        return tuple(table_id for (table_id,) in found)

    @writes
    def delete_guild(self, sql: Sql, guild_id: int) -> None:
        for statement in GUILDS.values():
            sql.execute(statement, {"guild": guild_id})
