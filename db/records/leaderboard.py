"""Leaderboards: pages of a ladder, read in index order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.records.model import Ladder, Leaderboard, Player, Rating, Row
from db.database import StorePart, reads
from db.records.former_names import named

if TYPE_CHECKING:
    from collections.abc import Iterable

    from db.sql import Sql

_LISTED = "WHERE listed = 1 AND game = ? AND ladder = ? AND guild_id = ? AND season = ?"
_NAME = """
(SELECT name FROM seats JOIN tables ON tables.id = seats.table_id
 WHERE seats.person = ratings.person AND seats.person IS NOT NULL
    AND (ratings.guild_id = 0 OR tables.guild_id = ratings.guild_id)
 ORDER BY table_id DESC LIMIT 1)
"""
"""The name that the person had last, in the ladder's server or everywhere."""


class Leaderboards(StorePart):
    """Pages of ladders."""

    @reads
    def leaderboard(self, sql: Sql, ladder: Ladder, person: int, limit: int, skip: int) -> Leaderboard:
        """Up to `limit` lines after the first `skip`, the total count, and the person's own line."""
        here = _here(sql)
        rows = sql.execute(
            f"""
            SELECT person, level, coalesce({_NAME}, ''), mu, sigma, games {here}
            ORDER BY provisional, mu DESC, person, level LIMIT ? OFFSET ?
            """,  # constants
            (*ladder, limit, skip),
        )
        found = enumerate(rows.fetchall(), skip + 1)
        lines = tuple(named(sql, ladder.guild_id, _row(place, row)) for place, row in found)
        total = sql.execute(f"SELECT count(*) {here}", ladder).fetchone()[0]  # constants
        return Leaderboard(lines, total, _own(sql, ladder, person))

    @reads
    def ladders_played(self, sql: Sql, guild_id: int, season: int) -> tuple[tuple[str, str], ...]:
        """The server's ladders (game, kind) with anybody listed, sorted."""
        rows = sql.execute(
            """
            SELECT DISTINCT game, ladder FROM ratings
            WHERE listed = 1 AND guild_id = ? AND season = ? ORDER BY game, ladder
            """,
            (guild_id, season),
        )
        return tuple((game, kind) for game, kind in rows.fetchall())


def _here(sql: Sql) -> str:
    """The index is named: for counting, SQLite would choose the primary key and read whole rows."""
    return f"FROM ratings {sql.dialect.by_leaderboards} {_LISTED}"


def _row(place: int, row: Iterable[Any]) -> Row:
    person, level, name, *rating = row
    return Row(place, Player(person, level), name, Rating(*rating))


def _own(sql: Sql, ladder: Ladder, person: int) -> Row | None:
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
    place, here = 1, _here(sql)
    for condition, values in before:
        place += sql.execute(f"SELECT count(*) {here} {condition}", (*ladder, *values)).fetchone()[0]  # constants
    return named(sql, ladder.guild_id, _row(place, row))
