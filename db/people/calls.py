"""Who wants to be called to a game in a server, and when they were."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.database import StorePart, reads, writes

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from db.sql import Sql


class CallStore(StorePart):
    """`bot.tables.model.stores.CallStore` in SQL."""

    @reads
    def wishes(self, sql: Sql, guild_id: int, person: int) -> tuple[str, ...]:
        found = sql.execute(
            "SELECT game FROM call_wishes WHERE guild_id = ? AND person = ? ORDER BY game", (guild_id, person)
        )
        return tuple(game for (game,) in found.fetchall())

    @writes
    def set_wishes(self, sql: Sql, guild_id: int, person: int, games: Collection[str]) -> None:
        sql.execute("DELETE FROM call_wishes WHERE guild_id = ? AND person = ?", (guild_id, person))
        sql.executemany(
            "INSERT INTO call_wishes (guild_id, game, person) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            [(guild_id, game, person) for game in games],
        )

    @reads
    def people_wishing(self, sql: Sql, guild_id: int, game: str, limit: int) -> tuple[int, ...]:
        found = sql.execute(
            """
            SELECT call_wishes.person FROM call_wishes LEFT JOIN calls_made ON calls_made.person = call_wishes.person
            WHERE guild_id = ? AND game = ?
            GROUP BY call_wishes.person ORDER BY coalesce(max(calls_made.at), 0), call_wishes.person LIMIT ?
            """,
            (guild_id, game, limit),
        )
        return tuple(person for (person,) in found.fetchall())

    @writes
    def note_call(self, sql: Sql, person: int, at: float, since: float, limit: int) -> bool:
        sql.lock(f"calls of {person}")
        sql.execute("DELETE FROM calls_made WHERE person = ? AND at <= ?", (person, since))
        noted = sql.execute(
            """
            INSERT INTO calls_made (person, at) SELECT :person, :at
            WHERE (SELECT count(*) FROM calls_made WHERE person = :person AND at <> :at) < :limit
            ON CONFLICT (person, at) DO UPDATE SET at = excluded.at
            """,  # a conflict means a retry: the connection was lost after the first attempt was committed
            {"person": person, "at": at, "limit": limit},
        )
        return noted.rowcount > 0

    @writes
    def uncount_call(self, sql: Sql, people: Sequence[int], at: float) -> None:
        sql.executemany("DELETE FROM calls_made WHERE person = ? AND at = ?", [(person, at) for person in people])
