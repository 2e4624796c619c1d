"""Puzzles of the day and the tries at them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.daily.days import day_span, spans
from bot.daily.stored import SOLVED, PuzzleDay, PuzzlePost, PuzzleTry
from db.database import StorePart, reads, writes
from db.records.puzzle_boards import add_to_boards, place_on
from db.records.spent_days import PUZZLE, is_spent

if TYPE_CHECKING:
    from collections.abc import Collection

    from db.sql import Sql

_DAY = "day, kind, game, content, fingerprint, likeness, seed, made_at, tried, solved"
_TRY = "person, day, begun_at, tries, moves, draft, quality, seconds, played, solved_on"


class Puzzles(StorePart):
    """Saves and reads puzzles and tries."""

    @reads
    def puzzle_day(self, sql: Sql, day: int) -> PuzzleDay | None:
        row = sql.execute(f"SELECT {_DAY} FROM puzzle_days WHERE day = ?", (day,)).fetchone()  # noqa: S608  # constant
        return None if row is None else PuzzleDay(*row)

    @reads
    def puzzle_days_since(self, sql: Sql, day: int) -> tuple[PuzzleDay, ...]:
        rows = sql.execute(f"SELECT {_DAY} FROM puzzle_days WHERE day >= ? ORDER BY day", (day,))  # noqa: S608
        return tuple(PuzzleDay(*row) for row in rows.fetchall())

    @reads
    def used_puzzles(self, sql: Sql) -> frozenset[str]:
        return frozenset(likeness for (likeness,) in sql.execute("SELECT likeness FROM puzzle_days").fetchall())

    @writes
    def add_puzzle_day(self, sql: Sql, made: PuzzleDay) -> bool:
        values = (made.day, made.kind, made.game, made.content, made.fingerprint, made.likeness, made.seed)
        done = sql.execute(
            f"INSERT INTO puzzle_days ({_DAY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0) ON CONFLICT DO NOTHING",  # noqa: S608
            (*values, made.made_at),
        )
        return done.rowcount == 1

    @writes
    def drop_puzzle_day(self, sql: Sql, day: int) -> None:
        if sql.execute("DELETE FROM puzzle_days WHERE day = ? AND tried = 0", (day,)).rowcount:
            sql.execute("DELETE FROM puzzle_tries WHERE day = ?", (day,))

    @reads
    def puzzle_try(self, sql: Sql, person: int, day: int) -> PuzzleTry | None:
        return _try(sql, person, day)

    @reads
    def puzzle_to_practise(self, sql: Sql, person: int, today: int, without: Collection[int] = ()) -> PuzzleDay | None:
        days = ", ".join(f"days.{column}" for column in _DAY.split(", "))
        left_out = f"AND days.day NOT IN ({', '.join('?' * len(without))})" if without else ""
        row = sql.execute(
            f"""
            SELECT {days} FROM puzzle_days AS days
            LEFT JOIN puzzle_tries AS own ON own.day = days.day AND own.person = ?
            WHERE days.day < ? AND coalesce(own.solved_on, 0) = 0 {left_out}
            ORDER BY coalesce(own.tries, 0), days.day DESC LIMIT 1
            """,  # noqa: S608  # constants
            (person, today, *without),
        ).fetchone()
        return None if row is None else PuzzleDay(*row)

    @writes
    def begin_puzzle_try(self, sql: Sql, first: PuzzleTry) -> PuzzleTry:
        if is_spent(sql, PUZZLE, first.person, first.day):
            first = replace(first, tries=1)
        sql.execute(
            f"INSERT INTO puzzle_tries ({_TRY}) VALUES (?, ?, ?, ?, ?, ?, NULL, NULL, ?, 0) ON CONFLICT DO NOTHING",  # noqa: S608
            (first.person, first.day, first.begun_at, first.tries, first.moves, first.draft, first.played),
        )
        return _try(sql, first.person, first.day) or first

    @writes
    def save_puzzle_try(self, sql: Sql, before: PuzzleTry, after: PuzzleTry) -> bool:
        return _saved(sql, before, after) or _is_stored(sql, after)

    @writes
    def grade_puzzle_try(self, sql: Sql, before: PuzzleTry, after: PuzzleTry, guild_id: int, name: str) -> bool:
        if not _saved(sql, before, after):
            return _is_stored(sql, after)
        sql.execute(
            "UPDATE puzzle_days SET tried = tried + 1, solved = solved + ? WHERE day = ?",
            (int(after.quality == SOLVED), after.day),
        )
        add_to_boards(sql, after, spans(after.day), guild_id, name)
        return True

    @reads
    def days_solved(self, sql: Sql, person: int) -> tuple[int, ...]:
        rows = sql.execute(
            "SELECT day FROM puzzle_tries WHERE person = ? AND solved_on = 1 ORDER BY day DESC", (person,)
        )
        return tuple(day for (day,) in rows.fetchall())

    @reads
    def puzzle_place(self, sql: Sql, person: int, day: int) -> int | None:
        return place_on(sql, day_span(day), 0, person, listed_only=False)

    @reads
    def puzzle_posts(self, sql: Sql) -> dict[int, PuzzlePost]:
        rows = sql.execute("SELECT guild_id, day, channel_id, message_id FROM puzzle_posts")
        return {guild_id: PuzzlePost(*post) for guild_id, *post in rows.fetchall()}

    @writes
    def save_puzzle_post(self, sql: Sql, guild_id: int, post: PuzzlePost) -> None:
        sql.execute(
            """
            INSERT INTO puzzle_posts (guild_id, day, channel_id, message_id) VALUES (?, ?, ?, ?)
            ON CONFLICT (guild_id) DO UPDATE
            SET day = excluded.day, channel_id = excluded.channel_id, message_id = excluded.message_id
            """,
            (guild_id, *post),
        )


def _try(sql: Sql, person: int, day: int) -> PuzzleTry | None:
    row = sql.execute(
        f"SELECT {_TRY} FROM puzzle_tries WHERE person = ? AND day = ?",  # noqa: S608  # constant
        (person, day),
    ).fetchone()
    return None if row is None else PuzzleTry(*row)


def _saved(sql: Sql, before: PuzzleTry, after: PuzzleTry) -> bool:
    """Save the try, unless another press was saved first."""
    done = sql.execute(
        """
        UPDATE puzzle_tries SET tries = ?, moves = ?, draft = ?, quality = ?, seconds = ?, played = ?, solved_on = ?
        WHERE person = ? AND day = ? AND tries = ? AND moves = ?
        """,
        (
            after.tries,
            after.moves,
            after.draft,
            after.quality,
            after.seconds,
            after.played,
            after.solved_on,
            before.person,
            before.day,
            before.tries,
            before.moves,
        ),
    )
    return done.rowcount == 1


def _is_stored(sql: Sql, tried: PuzzleTry) -> bool:
    """Whether the try is stored as it is: a retry, as the connection was lost after the first attempt was committed."""
    return _try(sql, tried.person, tried.day) == tried
