"""The messages that the bot keeps up to date, one per table and audience, and the tables yet to be announced."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from bot.tables.model.sent_message import BOARD, IN_WORDS, SentMessage
from db.database import StorePart, reads, writes
from db.tables.shares import WITHIN, values_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.tables.model.share import Share
    from db.sql import Sql


class MessageStore(StorePart):
    """`bot.tables.model.stores.MessageStore` in SQL."""

    @reads
    def of_table(self, sql: Sql, table_id: int) -> tuple[SentMessage, ...]:
        rows = sql.execute(
            """
            SELECT table_id, audience, channel_id, message_id, sent_at, version FROM messages
            WHERE table_id = ? ORDER BY audience
            """,
            (table_id,),
        )
        return tuple(SentMessage(*row) for row in rows.fetchall())

    @reads
    def boards_of_ended(self, sql: Sql, since: float) -> tuple[tuple[int, int, float], ...]:
        rows = sql.execute(
            """
            SELECT tables.id, guild_id, ended_at FROM tables
            JOIN messages ON messages.table_id = tables.id AND messages.audience = ?
            WHERE ended_at IS NOT NULL AND ended_at >= ? AND phase IN ('over', 'closed') AND thread = 0
            ORDER BY ended_at
            """,
            (BOARD, since),
        )
        return tuple((table_id, guild_id, ended_at) for table_id, guild_id, ended_at in rows.fetchall())

    @reads
    def boards_in_words(self, sql: Sql, share: Share) -> tuple[int, ...]:
        rows = sql.execute(
            f"""
            SELECT tables.id FROM tables
            JOIN messages ON messages.table_id = tables.id AND messages.audience = :board
            WHERE deadline_at IS NOT NULL AND phase IN ('lobby', 'playing') AND messages.version = :in_words {WITHIN}
            """,  # noqa: S608  # constants
            {"board": BOARD, "in_words": IN_WORDS, **values_of(share)},
        )
        return tuple(table_id for (table_id,) in rows.fetchall())

    @writes
    def save(self, sql: Sql, message: SentMessage) -> None:
        sql.execute(
            """
            INSERT INTO messages (table_id, audience, channel_id, message_id, sent_at, version)
            VALUES (:table_id, :audience, :channel_id, :message_id, :sent_at, :version)
            ON CONFLICT (table_id, audience) DO UPDATE SET channel_id = excluded.channel_id,
                message_id = excluded.message_id, sent_at = excluded.sent_at, version = excluded.version
            """,
            asdict(message),
        )
        sql.execute("DELETE FROM sends WHERE table_id = ? AND audience = ?", (message.table_id, message.audience))

    @reads
    def attempts(self, sql: Sql, table_id: int) -> dict[int, str]:
        rows = sql.execute("SELECT audience, attempt FROM sends WHERE table_id = ?", (table_id,))
        return dict(rows.fetchall())

    @writes
    def note_attempt(self, sql: Sql, table_id: int, audience: int, attempt: str) -> None:
        sql.execute(
            """
            INSERT INTO sends (table_id, audience, attempt) VALUES (?, ?, ?)
            ON CONFLICT (table_id, audience) DO UPDATE SET attempt = excluded.attempt
            """,
            (table_id, audience, attempt),
        )

    @writes
    def notify(self, sql: Sql, notice: str) -> None:
        sql.notify(notice)

    @writes  # so that announced versions that are to be written later are written first
    def unannounced(self, sql: Sql, share: Share, ended_after: float = 0.0) -> tuple[int, ...]:
        """The ids of tables whose version is newer than the announced one, oldest table first. Tables that ended before
        that time are given up.
        """
        sql.execute(
            f"""
            UPDATE tables SET announced_version = version
            WHERE announced_version < version AND phase IN ('over', 'closed') AND ended_at <= :ended_after {WITHIN}
            """,  # noqa: S608  # constants
            {"ended_after": ended_after, **values_of(share)},
        )
        rows = sql.execute(
            f"SELECT id FROM tables WHERE announced_version < version {WITHIN} ORDER BY id",  # noqa: S608
            values_of(share),
        )
        return tuple(table_id for (table_id,) in rows.fetchall())

    @writes
    def lately_unannounced(self, sql: Sql, ended_after: float, limit: int, share: Share) -> tuple[tuple[int, int], ...]:
        """The ids and versions of unannounced tables, except those that ended before that time."""
        rows = sql.execute(
            f"""
            SELECT id, version FROM tables
            WHERE announced_version < version AND (phase IN ('lobby', 'playing') OR ended_at > :ended_after)
                {WITHIN}
            ORDER BY id DESC LIMIT :limit
            """,  # noqa: S608  # constants
            {"ended_after": ended_after, "limit": limit, **values_of(share)},
        )
        return tuple((table_id, version) for table_id, version in rows.fetchall())

    async def mark_announced(self, table_id: int, version: int, gone: Collection[int] = ()) -> None:
        """Record what was announced and which messages are gone; a late call for an older version changes nothing.

        The version alone is written later, because a version that a crash loses is only announced again. Messages that
        are gone are deleted at once: whoever reads about them would look for them.
        """
        work = partial(_mark_announced, table_id, version, gone)
        await (self.database.write(work) if gone else self.database.write_deferred(work))


def _mark_announced(table_id: int, version: int, gone: Collection[int], sql: Sql) -> None:
    sql.execute(
        "UPDATE tables SET announced_version = :version WHERE id = :table AND announced_version < :version",
        {"table": table_id, "version": version},
    )
    sql.executemany(
        "DELETE FROM messages WHERE table_id = ? AND audience = ?",
        [(table_id, audience) for audience in gone],
    )
