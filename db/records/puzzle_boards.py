"""Puzzle boards: how many puzzles people solved in a period, in a server or everywhere.

They are maintained, not computed on request: each graded try adds to a line for its day, its week and all time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.daily.days import day_span, week_span
from bot.daily.stored import SOLVED, Board, Placed
from db.database import StorePart, reads, writes
from db.records.listing import is_listed_everywhere

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.daily.stored import PuzzleTry
    from db.sql import Sql

EVERYWHERE = 0
_ORDER = "solved DESC, quality DESC, seconds, person"
_LINE = "person, name, tried, solved, quality, seconds"


class PuzzleBoards(StorePart):
    """Reads boards, and deletes old ones."""

    @reads
    def puzzle_board(self, sql: Sql, span: str, guild_id: int, person: int, limit: int, skip: int) -> Board:
        rows = sql.execute(
            f"""
            SELECT {_LINE} FROM puzzle_boards WHERE span = ? AND guild_id = ? AND listed = 1
            ORDER BY {_ORDER} LIMIT ? OFFSET ?
            """,  # noqa: S608  # constants
            (span, guild_id, limit + 1, skip),
        ).fetchall()
        lines = tuple(Placed(place, *row) for place, row in enumerate(rows[:limit], skip + 1))
        own = next((line for line in lines if line.person == person), None) or _own(sql, span, guild_id, person)
        return Board(lines, len(rows) > limit, own)

    @reads
    def puzzle_solvers(self, sql: Sql, day: int, guild_id: int, limit: int) -> tuple[tuple[int, ...], int]:
        here = "FROM puzzle_boards WHERE span = ? AND guild_id = ? AND listed = 1 AND solved = 1"
        values = (day_span(day), guild_id)
        rows = sql.execute(f"SELECT person {here} ORDER BY {_ORDER} LIMIT ?", (*values, limit)).fetchall()
        count = sql.execute(f"SELECT count(*) {here}", values).fetchone()[0]
        return tuple(person for (person,) in rows), int(count)

    @writes
    def drop_puzzle_boards(self, sql: Sql, before: int) -> None:
        # Numbers of days have five digits until the year 2243, so the names are in the order of time.
        older = [("d", day_span(before)), ("w", week_span(before))]
        sql.executemany("DELETE FROM puzzle_boards WHERE span >= ? AND span < ?", older)


def add_to_boards(sql: Sql, graded: PuzzleTry, spans: Iterable[str], guild_id: int, name: str) -> None:
    """Count a graded try on the boards of these periods, globally and in the server, if there is one."""
    places = [(EVERYWHERE, is_listed_everywhere(sql, graded.person)), *([(guild_id, True)] if guild_id else [])]
    counted = (1, int(graded.quality == SOLVED), graded.quality, graded.seconds)
    sql.executemany(
        """
        INSERT INTO puzzle_boards (span, guild_id, person, name, listed, tried, solved, quality, seconds)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (span, guild_id, person) DO UPDATE SET
            name = excluded.name,
            listed = excluded.listed,
            tried = puzzle_boards.tried + excluded.tried,
            solved = puzzle_boards.solved + excluded.solved,
            quality = puzzle_boards.quality + excluded.quality,
            seconds = puzzle_boards.seconds + excluded.seconds
        """,
        [(span, where, graded.person, name, listed, *counted) for span in spans for where, listed in places],
    )


def _own(sql: Sql, span: str, guild_id: int, person: int) -> Placed | None:
    row = sql.execute(
        f"SELECT {_LINE} FROM puzzle_boards WHERE span = ? AND guild_id = ? AND person = ? AND listed = 1",  # noqa: S608
        (span, guild_id, person),
    ).fetchone()
    place = None if row is None else place_on(sql, span, guild_id, person, listed_only=True)
    return None if place is None else Placed(place, *row)


def place_on(sql: Sql, span: str, guild_id: int, person: int, *, listed_only: bool) -> int | None:
    """The person's place among the listed lines of a board, or among all lines; None if they have no line."""
    own = sql.execute(
        "SELECT solved, quality, seconds FROM puzzle_boards WHERE span = ? AND guild_id = ? AND person = ?",
        (span, guild_id, person),
    ).fetchone()
    if own is None:
        return None
    solved, quality, seconds = own
    better: tuple[tuple[str, tuple[Any, ...]], ...] = (
        ("solved > ?", (solved,)),
        ("solved = ? AND quality > ?", (solved, quality)),
        ("solved = ? AND quality = ? AND seconds < ?", (solved, quality, seconds)),
        ("solved = ? AND quality = ? AND seconds = ? AND person < ?", (solved, quality, seconds, person)),
    )
    place = 1
    for listed in (1,) if listed_only else (0, 1):
        for condition, values in better:
            found = sql.execute(
                f"SELECT count(*) FROM puzzle_boards WHERE span = ? AND guild_id = ? AND listed = ? AND {condition}",  # noqa: S608
                (span, guild_id, listed, *values),
            )
            place += found.fetchone()[0]
    return place
