"""What moderators did in their servers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.moderation import Moderated
from db.database import StorePart, reads, writes

if TYPE_CHECKING:
    from db.sql import Sql


class ModerationStore(StorePart):
    """`bot.tables.model.moderation.ModerationStore` in SQL."""

    @writes
    def add(self, sql: Sql, done: Moderated) -> None:
        sql.execute(
            """
            INSERT INTO moderation (interaction, guild_id, at, moderator, act, about, detail)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            (done.interaction, done.guild_id, done.at, done.moderator, done.act, done.about, done.detail),
        )

    @reads
    def of_guild(self, sql: Sql, guild_id: int, limit: int, skip: int = 0) -> tuple[Moderated, ...]:
        rows = sql.execute(
            """
            SELECT interaction, guild_id, at, moderator, act, about, detail FROM moderation
            WHERE guild_id = ? ORDER BY at DESC, interaction DESC LIMIT ? OFFSET ?
            """,
            (guild_id, limit, skip),
        )
        return tuple(Moderated(*row) for row in rows.fetchall())

    @writes
    def drop(self, sql: Sql, before: float) -> None:
        sql.execute("DELETE FROM moderation WHERE at < ?", (before,))
