"""Reviews of ended games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.review.kept import StoredReview
from db.database import StorePart, reads, writes

if TYPE_CHECKING:
    from db.sql import Sql


class Reviews(StorePart):
    """Saves and reads reviews."""

    @reads
    def review(self, sql: Sql, table_id: int, person: int) -> StoredReview | None:
        row = sql.execute(
            "SELECT table_id, person, version, at, content FROM reviews WHERE person = ? AND table_id = ?",
            (person, table_id),
        ).fetchone()
        return None if row is None else StoredReview(*row)

    @writes
    def save_review(self, sql: Sql, review: StoredReview) -> None:
        # A server's games, or this person's data, may have been deleted meanwhile.
        if sql.execute("SELECT 1 FROM tables WHERE id = ?", (review.table_id,)).fetchone() is None:
            return
        sql.execute(
            """
            INSERT INTO reviews (person, table_id, version, at, content) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (person, table_id) DO UPDATE
            SET version = excluded.version, at = excluded.at, content = excluded.content
            """,
            (review.person, review.table_id, review.version, review.at, review.content),
        )

    @reads
    def count_reviews_since(self, sql: Sql, person: int, at: float) -> int:
        row = sql.execute("SELECT count(*) FROM reviews WHERE person = ? AND at >= ?", (person, at)).fetchone()
        return int(row[0])
