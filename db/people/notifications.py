"""People to be notified later: when, of which invitations and news, and with which message they were last notified."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.stores import ClaimedNotification, News
from db.database import StorePart, reads, writes

if TYPE_CHECKING:
    from db.sql import Sql


class NotificationStore(StorePart):
    """`bot.tables.model.stores.NotificationStore` in SQL."""

    @writes
    def schedule(
        self, sql: Sql, person: int, due: float, invited_to: int | None = None, news: News | None = None
    ) -> None:
        # An earlier time holds, but moves by a millisecond: it may be that of a claim, whose message lacks this.
        sql.execute(
            """
            INSERT INTO tellings (person, due) VALUES (:person, :due)
            ON CONFLICT (person) DO UPDATE SET due =
                CASE WHEN tellings.due < excluded.due THEN tellings.due - 0.001 ELSE excluded.due END
            """,
            {"person": person, "due": due},
        )
        if invited_to is not None:
            sql.execute(
                "INSERT INTO invitations_to_tell (person, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (person, invited_to),
            )
        if news is not None:
            sql.execute(
                "INSERT INTO news_to_tell (person, guild_id, words) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (person, *news),
            )

    @writes
    def reschedule_earlier(self, sql: Sql, person: int, due: float) -> bool:
        # If due then already, this is a retry: the connection was lost after the first attempt was committed.
        moved = sql.execute("UPDATE tellings SET due = ? WHERE person = ? AND due >= ?", (due, person, due))
        return moved.rowcount > 0

    @reads
    def next_due(self, sql: Sql) -> float | None:
        found: float | None = sql.execute("SELECT min(due) FROM tellings WHERE due IS NOT NULL").fetchone()[0]
        return found

    @reads
    def due(self, sql: Sql, now: float, limit: int) -> tuple[int, ...]:
        found = sql.execute("SELECT person FROM tellings WHERE due <= ? ORDER BY due LIMIT ?", (now, limit))
        return tuple(person for (person,) in found.fetchall())

    @writes
    def claim(self, sql: Sql, person: int, now: float, until: float) -> ClaimedNotification | None:
        # If due at the claim's own end, this is a retry: the connection was lost after the first attempt was committed.
        claimed = sql.execute(
            "UPDATE tellings SET due = :until WHERE person = :person AND (due <= :now OR due = :until)"
            " RETURNING channel_id, message_id",
            {"until": until, "person": person, "now": now},
        ).fetchall()
        if not claimed:
            return None
        [(channel, message)] = claimed
        invited = sql.execute(
            "SELECT table_id FROM invitations_to_tell WHERE person = ? ORDER BY table_id", (person,)
        ).fetchall()
        news = sql.execute(
            "SELECT guild_id, words FROM news_to_tell WHERE person = ? ORDER BY words", (person,)
        ).fetchall()
        told = tuple(News(guild_id, words) for guild_id, words in news)
        return ClaimedNotification(tuple(table_id for (table_id,) in invited), channel, message, told)

    @writes
    def mark_sent(self, sql: Sql, person: int, until: float, channel_id: int | None, message_id: int | None) -> None:
        # Anything noted meanwhile stays: its time differs from the claim's.
        sql.execute(
            "UPDATE tellings SET channel_id = ?, message_id = ?, due = CASE WHEN due = ? THEN NULL ELSE due END"
            " WHERE person = ?",
            (channel_id, message_id, until, person),
        )
        for table in ("invitations_to_tell", "news_to_tell"):
            sql.execute(
                f"DELETE FROM {table} WHERE person = :person"  # noqa: S608  # constants
                " AND NOT EXISTS (SELECT 1 FROM tellings WHERE person = :person AND due IS NOT NULL)",
                {"person": person},
            )
