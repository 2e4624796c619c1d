"""Leaderboards: pages of a ladder, read in index order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.records.model import Leaderboard, Player, Row
from bot.records.ratings import is_provisional
from db.database import StorePart, reads
from db.records.former_names import named
from db.records.stored_ratings import rating_on

if TYPE_CHECKING:
    from bot.records.model import Ladder, Rating
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
        lines: list[Row] = []
        place, last = 0, None
        for number, (player, level, name, *values) in enumerate(rows.fetchall(), skip + 1):
            rating = rating_on(ladder, *values)
            key = is_provisional(rating), rating.mu
            if key != last:  # the first row of a page may share the place of rows on the page before
                place = number if lines or not skip else 1 + _better(sql, ladder, rating)
            last = key
            lines.append(named(sql, ladder.guild_id, Row(place, number, Player(player, level), name, rating)))
        total = sql.execute(f"SELECT count(*) {here}", ladder).fetchone()[0]  # constants
        return Leaderboard(tuple(lines), total, _own(sql, ladder, person))

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


def _own(sql: Sql, ladder: Ladder, person: int) -> Row | None:
    own = sql.execute(
        f"""
        SELECT coalesce({_NAME}, ''), mu, sigma, games FROM ratings
        WHERE listed = 1 AND game = ? AND ladder = ? AND guild_id = ? AND season = ? AND person = ? AND level = ''
        """,  # noqa: S608  # constants
        (*ladder, person),
    ).fetchone()
    if own is None:
        return None
    name, *values = own
    rating = rating_on(ladder, *values)
    place = 1 + _better(sql, ladder, rating)
    before = "AND provisional = ? AND mu = ? AND person < ?"
    number = place + _count(sql, ladder, before, int(is_provisional(rating)), rating.mu, person)
    return named(sql, ladder.guild_id, Row(place, number, Player(person), name, rating))


def _better(sql: Sql, ladder: Ladder, rating: Rating) -> int:
    """The number of rows with a better place than this rating."""
    provisional = int(is_provisional(rating))
    established = _count(sql, ladder, "AND provisional < ?", provisional)
    return established + _count(sql, ladder, "AND provisional = ? AND mu > ?", provisional, rating.mu)


def _count(sql: Sql, ladder: Ladder, condition: str, *values: float) -> int:
    found = sql.execute(f"SELECT count(*) {_here(sql)} {condition}", (*ladder, *values)).fetchone()  # constants
    return int(found[0])
