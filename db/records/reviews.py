"""Reviews of ended games, and the exercises made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.review.stored import Exercise, StoredReview
from db.database import StorePart, reads, writes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.sql import Sql


class Reviews(StorePart):
    """Saves and reads reviews and exercises."""

    @reads
    def review(self, sql: Sql, table_id: int, person: int) -> StoredReview | None:
        row = sql.execute(
            "SELECT table_id, person, version, at, content FROM reviews WHERE person = ? AND table_id = ?",
            (person, table_id),
        ).fetchone()
        return None if row is None else StoredReview(*row)

    @writes
    def save_review(self, sql: Sql, review: StoredReview, exercises: Sequence[Exercise]) -> None:
        # A server's games, or this person's data, may have been deleted meanwhile; from here on, a deletion waits.
        named = sql.execute(
            f"SELECT 1 FROM table_people WHERE table_id = ? AND person = ? {sql.dialect.held}",  # noqa: S608  # constant
            (review.table_id, review.person),
        )
        if named.fetchone() is None:
            return
        sql.execute(
            """
            INSERT INTO reviews (person, table_id, version, at, content) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (person, table_id) DO UPDATE
            SET version = excluded.version, at = excluded.at, content = excluded.content
            """,
            (review.person, review.table_id, review.version, review.at, review.content),
        )
        sql.executemany(
            """
            INSERT INTO exercises (person, table_id, step, passed, due, content, begun) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING
            """,
            [(e.person, e.table_id, e.step, e.passed, e.due, e.content, e.begun) for e in exercises],
        )

    @reads
    def count_reviews_since(self, sql: Sql, person: int, at: float) -> int:
        row = sql.execute("SELECT count(*) FROM reviews WHERE person = ? AND at >= ?", (person, at)).fetchone()
        return int(row[0])

    @reads
    def exercise(self, sql: Sql, person: int, table_id: int, step: int) -> Exercise | None:
        return _exercise(sql, person, table_id, step)

    @reads
    def next_exercise(
        self, sql: Sql, person: int, now: float, table_id: int = 0, guild_id: int | None = None
    ) -> Exercise | None:
        row = sql.execute(
            f"""
            SELECT person, table_id, step, passed, due, content, begun FROM exercises
            WHERE person = :person AND due <= :now {_where(guild_id)}
            ORDER BY table_id <> :table, begun = '', due, table_id, step LIMIT 1
            """,  # noqa: S608  # constants
            {"person": person, "now": now, "table": table_id, "guild": guild_id},
        ).fetchone()
        return None if row is None else Exercise(*row)

    @reads
    def count_exercises(
        self, sql: Sql, person: int, now: float, guild_id: int | None = None
    ) -> tuple[int, int, float | None]:
        due, count, following = sql.execute(
            f"""
            SELECT sum(CASE WHEN due <= :now THEN 1 ELSE 0 END), count(*), min(CASE WHEN due > :now THEN due END)
            FROM exercises WHERE person = :person {_where(guild_id)}
            """,  # noqa: S608  # constants
            {"now": now, "person": person, "guild": guild_id},
        ).fetchone()
        return int(due or 0), int(count), following

    @writes
    def save_exercise(self, sql: Sql, before: Exercise, after: Exercise) -> bool:
        key = (before.person, before.table_id, before.step)
        saved = sql.execute(
            """
            UPDATE exercises SET passed = ?, due = ?, begun = ?
            WHERE person = ? AND table_id = ? AND step = ? AND passed = ? AND due = ?
            """,
            (after.passed, after.due, after.begun, *key, before.passed, before.due),
        )
        # The same as stored: a retry, as the connection was lost after the first attempt was committed.
        return saved.rowcount == 1 or _exercise(sql, *key) == after


def _exercise(sql: Sql, person: int, table_id: int, step: int) -> Exercise | None:
    row = sql.execute(
        """
        SELECT person, table_id, step, passed, due, content, begun FROM exercises
        WHERE person = ? AND table_id = ? AND step = ?
        """,
        (person, table_id, step),
    ).fetchone()
    return None if row is None else Exercise(*row)


def _where(guild_id: int | None) -> str:
    """Leaves only exercises from that server's games; None leaves all."""
    if guild_id is None:
        return ""
    return "AND EXISTS (SELECT 1 FROM tables WHERE id = exercises.table_id AND guild_id = :guild AND outside = 0)"
