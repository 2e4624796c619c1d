"""Results: how games ended, in the order used to compute the ratings."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.records.model import EVERYWHERE, Ladder, Participant, Player, RatedGame, Result
from bot.tables.model.records import HOST_ENDED
from db.database import StorePart, reads, writes, writes_long
from db.records import ratings, seasons
from db.records.ratings import Recorded
from db.records.stored_ratings import change_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from db.sql import Row, Sql

_HAS_FORGOTTEN = "EXISTS (SELECT 1 FROM result_seats WHERE result_id = results.id AND person < 0)"


class Results(StorePart):
    """Saves and reads results."""

    @writes
    def record(self, sql: Sql, result: Result) -> None:
        record(sql, result)

    @reads
    def tables_without_result(self, sql: Sql) -> tuple[int, ...]:
        """Ended tables that may lack a result, earliest first.

        Of tables closed during a game, only those where somebody left after its beginning (as the host who ends it
        does), or was replaced by another person.
        """
        found = sql.execute(
            """
            SELECT id, ended_at FROM tables WHERE phase = 'over'
                AND NOT EXISTS (SELECT 1 FROM results WHERE results.table_id = tables.id)
            UNION ALL
            SELECT id, ended_at FROM tables
                WHERE phase = 'closed' AND started_at IS NOT NULL AND ended_by_agreement = 0 AND voided = 0
                AND (former <> '[]' OR EXISTS (
                    SELECT 1 FROM seats WHERE table_id = tables.id AND person IS NOT NULL AND (
                        level IS NULL AND person = host AND closing_reason = ?
                        OR level IS NOT NULL
                            AND replace(replace(excused, '[', ','), ']', ',') NOT LIKE '%,' || person || ',%'
                    )
                ))
                AND NOT EXISTS (SELECT 1 FROM results WHERE results.table_id = tables.id)
            ORDER BY ended_at, id
            """,
            (HOST_ENDED,),
        )
        return tuple(table_id for table_id, _ in found.fetchall())

    @reads
    def rated_game(self, sql: Sql, table_id: int) -> RatedGame | None:
        """How the table's game changed its server's ratings; None if there is no result."""
        row = sql.execute(
            "SELECT id, guild_id, season, ladder, voided_at FROM results WHERE table_id = ?", (table_id,)
        ).fetchone()
        if row is None:
            return None
        season = row["season"] if row["guild_id"] else EVERYWHERE
        if row["voided_at"] is not None:
            return RatedGame(row["ladder"], season, {}, voided=True)
        rows = sql.execute(
            """
            SELECT person, level, mu_before, sigma_before, games_before, mu_after, sigma_after
            FROM rating_changes WHERE result_id = ? AND guild_id = ?
            """,
            (row["id"], row["guild_id"]),
        )
        changes = {Player(person, level): change_by(table_id, *values) for person, level, *values in rows.fetchall()}
        sound = {player: change for player, change in changes.items() if change is not None}
        return RatedGame(row["ladder"], season, sound)

    @writes_long
    def void(self, sql: Sql, guild_id: int, table_id: int, now: float) -> bool:
        """Void a result of the server; return whether there was one that counted."""
        sql.lock(ratings.LOCK)
        row = sql.execute(
            "SELECT voided_at, id, game, season, ladder FROM results WHERE table_id = ? AND guild_id = ?",
            (table_id, guild_id),
        ).fetchone()
        if row is None or row["voided_at"] is not None:
            # With the same time it is a retry: the connection was lost after the first attempt was committed.
            return row is not None and bool(row["voided_at"] == now)
        _, result_id, game, season, kind = row
        sql.execute("UPDATE results SET voided_at = ? WHERE id = ?", (now, result_id))
        if kind is not None:
            for ladder in (Ladder(game, kind, guild_id, season), Ladder(game, kind)):
                later = list(_on(sql, ladder, "id > :first", result_id))
                with_forgotten = _on(sql, ladder, f"id < :first AND {_HAS_FORGOTTEN}", result_id)
                ratings.take_back(sql, ladder, result_id, later, with_forgotten)
        return True

    @writes_long
    def rebuild(self, sql: Sql) -> ratings.Differences:
        """Recompute all ratings and changes; return the ratings that differed, as (before, after)."""
        sql.lock(ratings.LOCK)
        before = ratings.everything(sql)
        sql.execute("DELETE FROM ratings")
        sql.execute("DELETE FROM rating_changes")
        memory: ratings.Memory = {}
        for recorded in in_order(sql):
            ratings.change(sql, recorded, memory)
        after = ratings.everything(sql)
        return {
            key: (before.get(key), after.get(key))
            for key in sorted(before.keys() | after.keys())
            if before.get(key) != after.get(key)
        }


def record(sql: Sql, result: Result) -> None:
    """Save a result and update the ratings; do nothing if the table already has one or is gone."""
    sql.lock(seasons.lock_of(result.guild_id))
    sql.lock(ratings.LOCK)
    known = sql.execute(
        "SELECT EXISTS (SELECT 1 FROM results WHERE table_id = :id) OR NOT EXISTS "
        "(SELECT 1 FROM tables WHERE id = :id)",
        {"id": result.table_id},
    )
    if known.fetchone()[0]:
        return
    result = replace(result, participants=_without_forgotten(sql, result))
    season = seasons.at(sql, result.guild_id, result.ended_at).number
    [(result_id,)] = sql.execute(
        """
        INSERT INTO results (table_id, guild_id, game, season, ended_at, ladder, drawn) VALUES (?, ?, ?, ?, ?, ?, ?)
        RETURNING id
        """,
        (result.table_id, result.guild_id, result.game, season, result.ended_at, result.ladder, result.drawn),
    ).fetchall()
    sql.executemany(
        """
        INSERT INTO result_seats (
            result_id, number, guild_id, seat, person, level, rank, score, helped, left_early, taken_out
        ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
            (
                result_id,
                number,
                result.guild_id,
                p.seat,
                *p.player,
                p.rank,
                p.score,
                p.helped,
                p.left,
                p.taken_out,
            )
            for number, p in enumerate(result.participants)
        ],
    )
    ratings.change(sql, Recorded(result_id, season, result))


def former_id() -> int:
    """An id in place of a person's whose data is deleted. It identifies nobody, but keeps their rows together."""
    return -1 - secrets.randbelow(2**62)


def _without_forgotten(sql: Sql, result: Result) -> tuple[Participant, ...]:
    """The participants, without the ids of people whose data was deleted since the result was made."""
    rows = sql.execute(
        f"SELECT person FROM table_people WHERE table_id = ? {sql.dialect.held}",  # noqa: S608  # constant
        (result.table_id,),
    )
    named = {person for (person,) in rows.fetchall()}
    return tuple(
        one if one.player.person <= 0 or one.player.person in named else replace(one, player=Player(former_id()))
        for one in result.participants
    )


def in_order(sql: Sql) -> Iterator[Recorded]:
    """All results that were not voided, in the order recorded."""
    yield from _read(sql, sql.execute("SELECT * FROM results WHERE voided_at IS NULL ORDER BY id").fetchall())


def _on(sql: Sql, ladder: Ladder, where: str, first: int) -> Iterator[Recorded]:
    """The results that meet the condition and count on a ladder, in the order recorded. They are read when they are
    needed.
    """
    rows = sql.execute(
        f"""
        SELECT * FROM results WHERE {where} AND voided_at IS NULL AND game = :game AND ladder = :ladder
            AND (:guild = 0 OR (guild_id = :guild AND season = :season)) ORDER BY id
        """,  # noqa: S608  # constants
        {"first": first, "game": ladder.game, "ladder": ladder.kind, "guild": ladder.guild_id, "season": ladder.season},
    ).fetchall()
    yield from _read(sql, rows)


def _read(sql: Sql, rows: Iterable[Row]) -> Iterator[Recorded]:
    for row in rows:
        seats = sql.execute(
            """
            SELECT person, level, seat, rank, score, helped, left_early, taken_out FROM result_seats
            WHERE result_id = ? ORDER BY number
            """,
            (row["id"],),
        )
        participants = tuple(
            Participant(Player(person, level), seat, rank, score, bool(helped), bool(left), bool(taken_out))
            for person, level, seat, rank, score, helped, left, taken_out in seats.fetchall()
        )
        result = Result(row["table_id"], row["guild_id"], row["game"], row["ended_at"], row["ladder"], participants)
        yield Recorded(row["id"], row["season"], result)
