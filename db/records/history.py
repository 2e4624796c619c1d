"""A person's past games that have a result."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from bot.records.model import Played, Player, Seated
from bot.tables.model.damage import time_or
from db.database import StorePart, reads, reads_long
from db.records.former_names import former_name
from db.records.stored_ratings import change_by

if TYPE_CHECKING:
    from bot.records.model import Change
    from db.sql import Row, Sql

_ALL = 2**62
"""More games than anybody plays."""
_RATINGS = ("mu_before", "sigma_before", "games_before", "mu_after", "sigma_after")
_GAMES = f"""
SELECT results.id, results.table_id, results.guild_id, results.game, results.ended_at, results.season,
    results.ladder, tables.channel_id, tables.parent_id, results.voided_at, results.drawn, own.number,
    {", ".join(_RATINGS)}
FROM result_seats AS own
JOIN results ON results.id = own.result_id
JOIN tables ON tables.id = results.table_id
LEFT JOIN rating_changes ON rating_changes.result_id = own.result_id AND rating_changes.guild_id = own.guild_id
    AND rating_changes.person = own.person AND rating_changes.level = ''
WHERE own.person = :person AND own.person > 0 {{where}} ORDER BY own.result_id DESC LIMIT :limit OFFSET :skip
"""  # noqa: S608  # constants
_SEATS = """
SELECT result_id, result_seats.number, seats.name, tables.id AS table_id, tables.former, result_seats.person,
    result_seats.level, rank, score, left_early, taken_out
FROM result_seats JOIN results ON results.id = result_id JOIN tables ON tables.id = results.table_id
LEFT JOIN seats ON seats.table_id = results.table_id AND seats.seat = result_seats.seat
WHERE result_id IN (
    SELECT own.result_id FROM result_seats AS own
    WHERE own.person = :person AND own.person > 0 {where} ORDER BY own.result_id DESC LIMIT :limit OFFSET :skip
)
"""


class History(StorePart):
    """A person's past games."""

    @reads
    def games_of(self, sql: Sql, person: int, guild_id: int | None, limit: int, skip: int = 0) -> tuple[Played, ...]:
        return _games_of(sql, person, guild_id, limit, skip)

    @reads_long
    def all_games_of(self, sql: Sql, person: int, guild_id: int | None) -> tuple[Played, ...]:
        return _games_of(sql, person, guild_id, _ALL, 0)

    @reads
    def count_games_of(self, sql: Sql, person: int, guild_id: int | None) -> int:
        where = "" if guild_id is None else "AND guild_id = :guild"
        row = sql.execute(
            f"SELECT count(*) FROM result_seats WHERE person = :person AND person > 0 {where}",  # noqa: S608  # constants
            {"person": person, "guild": guild_id},
        ).fetchone()
        return int(row[0])


def _games_of(sql: Sql, person: int, guild_id: int | None, limit: int, skip: int) -> tuple[Played, ...]:
    """The person's games, newest first; `guild_id` None means in all servers."""
    where = "" if guild_id is None else "AND own.guild_id = :guild"
    wanted = {"person": person, "guild": guild_id, "limit": limit, "skip": skip}
    seats: dict[int, dict[int, Seated]] = defaultdict(dict)
    for row in sql.execute(_SEATS.format(where=where), wanted):
        seats[row["result_id"]][row["number"]] = _seated(row)
    games = sql.execute(_GAMES.format(where=where), wanted)
    return tuple(_played(row, seats[row["id"]]) for row in games)


def _seated(row: Row) -> Seated:
    name = row["name"]
    if name is None:  # somebody else has taken the seat over
        name = former_name(row["table_id"], row["former"], row["person"])
    player = Player(row["person"], row["level"])
    return Seated(player, name, row["rank"], row["score"], bool(row["left_early"]), bool(row["taken_out"]))


def _played(row: Row, seats: dict[int, Seated]) -> Played:
    """The game, seen from the seat whose number among those of its result the row has."""
    others = sorted((seat.rank, number) for number, seat in seats.items() if number != row["number"])
    return Played(
        table_id=row["table_id"],
        guild_id=row["guild_id"],
        game=row["game"],
        ended_at=time_or(0.0, row["ended_at"], "results.ended_at", f"of table {row['table_id']}"),
        season=row["season"],
        ladder=row["ladder"],
        own=seats[row["number"]],
        others=tuple(seats[number] for _rank, number in others),
        change=_change(row),
        channel_id=row["channel_id"],
        parent_id=row["parent_id"],
        voided=row["voided_at"] is not None,
        drawn=None if row["drawn"] is None else bool(row["drawn"]),
    )


def _change(row: Row) -> Change | None:
    """The change of the person's rating; None if the game was not rated, or the change is damaged."""
    if row["mu_before"] is None:
        return None
    return change_by(row["table_id"], *(row[name] for name in _RATINGS))
