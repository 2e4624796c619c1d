"""Lines: how people play deals alone."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import fields, replace
from typing import TYPE_CHECKING, get_type_hints

from bot.lines.stored import Line
from bot.tables.model.damage import parse_stored
from bot.tables.model.errors import TableError
from db.database import StorePart, reads, writes
from db.records.listing import is_listed_everywhere
from db.records.spent_days import DEAL, is_spent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from db.sql import Row, Rows, Sql

_COLUMNS = tuple(each.name for each in fields(Line))
ALL = ", ".join(_COLUMNS)
_KINDS = get_type_hints(Line)


class Lines(StorePart):
    """Saves and reads lines."""

    @reads
    def line(self, sql: Sql, line_id: int) -> Line | None:
        return _line(sql, line_id)

    @reads
    def begun_line(self, sql: Sql, line: Line) -> Line | None:
        return _begun(sql, line)

    @writes
    def begin_line(self, sql: Sql, line: Line) -> Line:
        sql.lock(f"lines of {line.person}")
        line = replace(line, asked_by=_unless_forgotten(sql, line.asked_by))
        found = _begun(sql, line)
        if found is not None and line.asked_by and not found.asked_by:
            sql.execute("UPDATE lines SET asked_by = ? WHERE id = ?", (line.asked_by, found.id))
            return replace(found, asked_by=line.asked_by)
        if found is not None:
            return found
        if line.day is not None:
            line = replace(line, ranked=line.ranked and not is_spent(sql, DEAL, line.person, line.day))
        is_listed = line.day is not None and is_listed_everywhere(sql, line.person)
        row = sql.execute(
            """
            INSERT INTO lines (person, name, guild_id, table_id, day, seat, begun_at, asked_by, moves, draft, ranked,
                listed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, '[]', '{}', ?, ?) RETURNING id
            """,
            (
                line.person, line.name, line.guild_id, line.table_id, line.day, line.seat, line.begun_at,
                line.asked_by, line.ranked, is_listed,
            ),
        ).fetchone()  # fmt: skip
        return replace(line, id=row[0])

    @writes
    def save_line(self, sql: Sql, before: Line, after: Line) -> bool:
        saved = sql.execute(
            """
            UPDATE lines SET moves = ?, draft = ?, ended_at = ?, place = ?, score = ?, margin = ?, ranked = ?
            WHERE id = ? AND moves = ? AND ended_at IS NULL
            """,
            (
                json.dumps(after.moves), json.dumps(after.draft, ensure_ascii=False), after.ended_at, after.place,
                after.score, after.margin, int(after.ranked), after.id, json.dumps(before.moves),
            ),
        )  # fmt: skip
        # The same as stored: a retry, as the connection was lost after the first attempt was committed.
        return saved.rowcount == 1 or _line(sql, after.id) == after

    @reads
    def lines_of_table(self, sql: Sql, table_id: int, person: int, limit: int) -> tuple[Line, ...]:
        rows = sql.execute(
            f"""
            SELECT {ALL} FROM lines WHERE table_id = ? AND (person = ? OR asked_by = ? AND ended_at IS NOT NULL)
            ORDER BY id DESC LIMIT ?
            """,  # noqa: S608  # constants
            (table_id, person, person, limit),
        )
        return tuple(_readable(rows.fetchall()))

    @reads
    def count_lines_since(self, sql: Sql, person: int, at: float) -> int:
        row = sql.execute(
            "SELECT count(*) FROM lines WHERE person = ? AND begun_at >= ? AND day IS NULL", (person, at)
        ).fetchone()
        return int(row[0])


def _unless_forgotten(sql: Sql, asker: int) -> int:
    """The person who asked, or 0 if they have deleted their data since: whoever asks has settings, at least their
    language.
    """
    known = sql.execute(f"SELECT 1 FROM people WHERE id = ? {sql.dialect.held}", (asker,))  # noqa: S608  # constant
    return asker if asker and known.fetchone() is not None else 0


def _line(sql: Sql, line_id: int) -> Line | None:
    return line_in(sql.execute(f"SELECT {ALL} FROM lines WHERE id = ?", (line_id,)))  # noqa: S608


def _begun(sql: Sql, line: Line) -> Line | None:
    found = sql.execute(
        f"SELECT {ALL} FROM lines WHERE person = ? AND (day = ? OR table_id = ? AND seat = ? AND ended_at IS NULL)",  # noqa: S608
        (line.person, line.day, line.table_id, line.seat),
    )
    return line_in(found)


def line_in(rows: Rows) -> Line | None:
    """The line of the only row, which has `ALL` columns; None if there is none."""
    row = rows.fetchone()
    return None if row is None else _line_of(row)


def _readable(rows: Iterable[Row]) -> Iterator[Line]:
    """The lines, except those that cannot be read."""
    for row in rows:
        with suppress(TableError):
            yield _line_of(row)


def _line_of(row: Row) -> Line:
    known = dict(zip(_COLUMNS, row, strict=True))
    for name in ("moves", "draft"):
        known[name] = parse_stored(known[name], _KINDS[name], f"lines.{name}", f"of line {known['id']}")
    return Line(**known | {"moves": tuple(known["moves"]), "ranked": bool(known["ranked"])})
