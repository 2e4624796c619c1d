"""Leaderboards: pages of a ladder, read in index order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.records.model import Ladder, Leaderboard, Player, Rating, Row
from db.database import StorePart, reads

if TYPE_CHECKING:
    import sqlite3

# Index named explicitly: for counting, the planner would choose the primary key and read whole rows.
_HERE = (
    "FROM ratings INDEXED BY leaderboards WHERE listed = 1 AND game = ? AND ladder = ? AND guild_id = ? AND season = ?"
)
_NAME = """
(SELECT name FROM seats WHERE seats.person = ratings.person AND seats.person IS NOT NULL
 ORDER BY table_id DESC LIMIT 1)
"""


class Leaderboards(StorePart):
    """Pages of ladders."""

    @reads
    def leaderboard(self, sql: sqlite3.Connection, ladder: Ladder, person: int, most: int, skip: int) -> Leaderboard:
        """Up to `most` lines after the first `skip`, the total count, and the person's own line."""
        rows = sql.execute(
            f"""
            SELECT person, level, coalesce({_NAME}, ''), mu, sigma, games {_HERE}
            ORDER BY provisional, mu DESC, person, level LIMIT ? OFFSET ?
            """,  # constants
            (*ladder, most, skip),
        )
        lines = tuple(_row(place, row) for place, row in enumerate(rows.fetchall(), skip + 1))
        total = sql.execute(f"SELECT count(*) {_HERE}", ladder).fetchone()[0]  # constants
        return Leaderboard(lines, total, _own(sql, ladder, person))

    @reads
    def ladders_played(self, sql: sqlite3.Connection, guild_id: int, season: int) -> tuple[tuple[str, str], ...]:
        """The server's ladders (game, kind) with anybody listed, sorted."""
        rows = sql.execute(
            """
            SELECT DISTINCT game, ladder FROM ratings
            WHERE listed = 1 AND guild_id = ? AND season = ? ORDER BY game, ladder
            """,
            (guild_id, season),
        )
        return tuple((game, kind) for game, kind in rows.fetchall())


def _row(place: int, row: sqlite3.Row) -> Row:
    person, level, name, *rating = row
    return Row(place, Player(person, level), name, Rating(*rating))


def _own(sql: sqlite3.Connection, ladder: Ladder, person: int) -> Row | None:
    own = sql.execute(
        f"""
        SELECT person, level, coalesce({_NAME}, ''), mu, sigma, games, provisional FROM ratings
        WHERE listed = 1 AND game = ? AND ladder = ? AND guild_id = ? AND season = ? AND person = ? AND level = ''
        """,  # noqa: S608  # constants
        (*ladder, person),
    ).fetchone()
    if own is None:
        return None
    *row, provisional = own
    mu = row[3]
    before = (
        ("AND provisional < ?", (provisional,)),
        ("AND provisional = ? AND mu > ?", (provisional, mu)),
        ("AND provisional = ? AND mu = ? AND person < ?", (provisional, mu, person)),
    )
    place = 1
    for condition, values in before:
        place += sql.execute(f"SELECT count(*) {_HERE} {condition}", (*ladder, *values)).fetchone()[0]  # constants
    return _row(place, row)
