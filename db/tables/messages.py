"""The messages that the bot keeps up to date: one a table and audience."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.records import SentMessage

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable


def of_table(sql: sqlite3.Connection, table_id: int) -> tuple[SentMessage, ...]:
    rows = sql.execute(
        """
        SELECT table_id, audience, channel_id, message_id, sent_at, version FROM messages
        WHERE table_id = ? ORDER BY audience
        """,
        (table_id,),
    )
    return tuple(SentMessage(*row) for row in rows.fetchall())


def save(sql: sqlite3.Connection, message: SentMessage) -> None:
    sql.execute(
        """
        INSERT INTO messages (table_id, audience, channel_id, message_id, sent_at, version)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (table_id, audience) DO UPDATE SET channel_id = excluded.channel_id,
            message_id = excluded.message_id, sent_at = excluded.sent_at, version = excluded.version
        """,
        (
            message.table_id,
            message.audience,
            message.channel_id,
            message.message_id,
            message.sent_at,
            message.version,
        ),
    )


def forget(sql: sqlite3.Connection, table_id: int, audiences: Iterable[int]) -> None:
    sql.executemany(
        "DELETE FROM messages WHERE table_id = ? AND audience = ?",
        [(table_id, audience) for audience in audiences],
    )
