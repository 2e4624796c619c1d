"""Leaderboards for a period: who gained the most rating points in it, across seasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.records.model import Gain, Ladder, Leaderboard, Player, Rating, Row
from bot.records.ratings import SCALE
from db.database import StorePart, reads
from db.records.former_names import named
from db.records.stored_ratings import report_change

if TYPE_CHECKING:
    from db.sql import Row as SqlRow
    from db.sql import Sql

_MAX_POINTS = 1e9
"""More points than anybody has."""
_SINCE_HERE = """
    SELECT person, level, sum(mu_after - mu_before) AS gained, count(*) AS games
    FROM results JOIN rating_changes ON rating_changes.result_id = results.id
        AND rating_changes.guild_id = results.guild_id
    WHERE results.guild_id = :guild AND game = :game AND ladder = :ladder AND ended_at >= :since
        AND (person > 0 OR level <> '')
    GROUP BY person, level
"""
_SINCE_EVERYWHERE = """
    SELECT ratings.person, ratings.level, sum(mu_after - mu_before) AS gained, count(*) AS games
    FROM results JOIN rating_changes ON rating_changes.result_id = results.id AND rating_changes.guild_id = 0
        JOIN ratings ON ratings.guild_id = 0 AND ratings.season = 0 AND ratings.game = results.game
            AND ratings.ladder = results.ladder AND ratings.person = rating_changes.person
            AND ratings.level = rating_changes.level AND listed = 1
    WHERE results.game = :game AND results.ladder = :ladder AND ended_at >= :since
    GROUP BY ratings.person, ratings.level
"""
_EVER_HERE = f"""
    SELECT person, level, sum(mu - {Rating().mu}) AS gained, sum(games) AS games FROM ratings
    WHERE guild_id = :guild AND game = :game AND ladder = :ladder AND listed = 1
    GROUP BY person, level
"""  # noqa: S608  # constant
_PAGE = """
    WITH gains AS ({gains}), points AS (
        SELECT person, level, round({scale} * gained) AS points, games FROM gains
    ), places AS (
        SELECT person, level, points, games, count(*) OVER () AS total, rank() OVER (ORDER BY points DESC) AS place,
            row_number() OVER (ORDER BY points DESC, person, level) AS number
        FROM points
    )
    SELECT person, level, points, games, total, place, number, coalesce((
        SELECT name FROM seats JOIN tables ON tables.id = seats.table_id
        WHERE seats.person = places.person AND seats.person IS NOT NULL
            AND (:guild = 0 OR tables.guild_id = :guild)
        ORDER BY table_id DESC LIMIT 1
    ), '') AS name
    FROM places
    WHERE number = 1 OR (number > :skip AND number <= :last) OR (person = :person AND level = '')
    ORDER BY number
"""


class Gains(StorePart):
    """Ranks people by rating points gained."""

    @reads
    def gains(self, sql: Sql, ladder: Ladder, since: float | None, person: int, limit: int, skip: int) -> Leaderboard:
        """Up to `limit` lines after the first `skip`, the total count, and the person's own line."""
        gains = _EVER_HERE if since is None else _SINCE_HERE if ladder.guild_id else _SINCE_EVERYWHERE
        found = sql.execute(
            _PAGE.format(gains=gains, scale=float(SCALE)),
            {
                "guild": ladder.guild_id,
                "game": ladder.game,
                "ladder": ladder.kind,
                "since": since,
                "person": person,
                "skip": skip,
                "last": skip + limit,
            },
        ).fetchall()
        rows = [named(sql, ladder.guild_id, _row(ladder, row)) for row in found]
        return Leaderboard(
            tuple(row for row in rows if skip < row.number <= skip + limit),
            found[0]["total"] if found else 0,
            next((row for row in rows if row.player == Player(person)), None),
        )


def _row(ladder: Ladder, row: SqlRow) -> Row:
    gain = Gain(_points(ladder, row["points"]), int(row["games"]))
    return Row(row["place"], row["number"], Player(row["person"], row["level"]), row["name"], gain)


def _points(ladder: Ladder, points: float | None) -> int:
    """The points gained; 0 if a rating is damaged. The database has no value for infinity less infinity."""
    if points is not None and abs(points) < _MAX_POINTS:
        return int(points)
    report_change(f"of a {ladder.game} player in server {ladder.guild_id}")
    return 0
