"""People's progress in lessons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.lessons.stored import Learning
from db.database import StorePart, reads, writes

if TYPE_CHECKING:
    from db.sql import Sql


class Lessons(StorePart):
    """`bot.lessons.stored.LessonStore` in SQL."""

    @reads
    def lessons(self, sql: Sql, person: int) -> dict[str, Learning]:
        rows = sql.execute("SELECT person, game, content, finished_at FROM lessons WHERE person = ?", (person,))
        return {row["game"]: Learning.of(*row) for row in rows.fetchall()}

    @writes
    def save_lesson(self, sql: Sql, learning: Learning) -> None:
        sql.execute(
            """
            INSERT INTO lessons (person, game, content, finished_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (person, game) DO UPDATE
            SET content = excluded.content, finished_at = excluded.finished_at
            """,
            (learning.person, learning.game, learning.content, learning.finished_at),
        )

    @reads
    def knows_game(self, sql: Sql, person: int, game: str) -> bool:
        found = sql.execute(
            """
            SELECT 1 FROM result_seats JOIN results ON results.id = result_id
            WHERE person = :person AND person > 0 AND results.game = :game
            UNION ALL SELECT 1 FROM lessons WHERE person = :person AND game = :game LIMIT 1
            """,
            {"person": person, "game": game},
        )
        return found.fetchone() is not None
