"""The deals of the day, and the ranking of each day's lines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, get_type_hints

from bot.daily.days import date_of
from bot.lines.stored import DealBoard, DealDay, Rank, Ranked, Setup
from bot.tables.model.damage import parse_or, read_or
from db.database import StorePart, reads, writes
from db.records.lines import ALL, line_in

if TYPE_CHECKING:
    from bot.lines.stored import Line
    from db.sql import Row, Sql

_DAY = "day, game, rules_version, options, levels, seat, secret, fingerprint, made_at"
_COUNTS = "day = ? AND ranked = 1 AND ended_at IS NOT NULL"
_SHOWN = "id, person, name, place, score, margin"


class DealDays(StorePart):
    """Saves and reads deals of days, and their boards."""

    @reads
    def deal_day(self, sql: Sql, day: int) -> DealDay | None:
        return _deal_day(sql, day)

    @writes
    def add_deal_day(self, sql: Sql, made: DealDay) -> DealDay:
        sql.execute(
            f"INSERT INTO deal_days ({_DAY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",  # noqa: S608
            (made.day, made.game, *_columns(made.setup), made.secret.hex(), made.fingerprint, made.made_at),
        )
        return _deal_day(sql, made.day) or made

    @writes
    def renew_deal_day(self, sql: Sql, made: DealDay) -> None:
        sql.execute(
            """
            UPDATE deal_days SET game = ?, rules_version = ?, options = ?, levels = ?, seat = ?, made_at = ?
            WHERE day = ? AND fingerprint = '' AND NOT EXISTS (SELECT 1 FROM lines WHERE lines.day = deal_days.day)
            """,
            (made.game, *_columns(made.setup), made.made_at, made.day),
        )

    @writes
    def pin_deal_day(self, sql: Sql, day: int, fingerprint: str) -> str:
        sql.execute("UPDATE deal_days SET fingerprint = ? WHERE day = ? AND fingerprint = ''", (fingerprint, day))
        row = sql.execute("SELECT fingerprint FROM deal_days WHERE day = ?", (day,)).fetchone()
        return "" if row is None else str(row[0])

    @reads
    def line_of_day(self, sql: Sql, person: int, day: int) -> Line | None:
        return line_in(sql.execute(f"SELECT {ALL} FROM lines WHERE day = ? AND person = ?", (day, person)))  # noqa: S608

    @reads
    def rank_of(self, sql: Sql, line: Line) -> Rank:
        better = _better(sql, _COUNTS, (line.day,), line.place, line.margin)
        key = (line.day, line.place, line.margin)
        same = sql.execute(f"SELECT count(*) FROM lines WHERE {_COUNTS} AND place = ? AND margin = ?", key).fetchone()  # noqa: S608
        every = sql.execute(f"SELECT count(*) FROM lines WHERE {_COUNTS}", (line.day,)).fetchone()  # noqa: S608
        return Rank(better, int(same[0]), int(every[0]))

    @reads
    def deal_board(self, sql: Sql, day: int, guild_id: int, person: int, limit: int, skip: int) -> DealBoard:
        where, values = _board(day, guild_id)
        rows = sql.execute(
            f"SELECT {_SHOWN} FROM lines WHERE {where} ORDER BY place, margin, ended_at, id LIMIT ? OFFSET ?",  # noqa: S608
            (*values, limit + 1, skip),
        ).fetchall()
        lines: list[Ranked] = []
        for number, row in enumerate(rows[:limit], skip + 1):
            if lines and _key(row) == _key(rows[len(lines) - 1]):
                place = lines[-1].place
            elif lines or not skip:
                place = number
            else:  # it may share the place of lines on the page before
                place = 1 + _better(sql, where, values, *_key(row))
            lines.append(Ranked(place, *row))
        own = next((line for line in lines if line.person == person), None)
        if own is None:
            row = sql.execute(f"SELECT {_SHOWN} FROM lines WHERE {where} AND person = ?", (*values, person)).fetchone()  # noqa: S608
            if row is not None:
                own = Ranked(1 + _better(sql, where, values, *_key(row)), *row)
        return DealBoard(tuple(lines), len(rows) > limit, own)


def _board(day: int, guild_id: int) -> tuple[str, tuple[Any, ...]]:
    if guild_id:
        return f"{_COUNTS} AND guild_id = ?", (day, guild_id)
    return f"{_COUNTS} AND listed = 1", (day,)


def _key(row: Row) -> tuple[Any, Any]:
    """What two lines have in common if they share a place on the board."""
    return row["place"], row["margin"]


def _better(sql: Sql, where: str, values: tuple[Any, ...], place: Any, margin: Any) -> int:
    """The number of lines on a board that are better than this place and margin."""
    found = 0
    for condition, more in (("place < ?", (place,)), ("place = ? AND margin < ?", (place, margin))):
        row = sql.execute(f"SELECT count(*) FROM lines WHERE {where} AND {condition}", (*values, *more)).fetchone()  # noqa: S608
        found += int(row[0])
    return found


def _deal_day(sql: Sql, day: int) -> DealDay | None:
    row = sql.execute(f"SELECT {_DAY} FROM deal_days WHERE day = ?", (day,)).fetchone()  # noqa: S608
    if row is None:
        return None
    number, game, version, options, levels, seat, secret, fingerprint, made_at = row
    whose = f"of the deal of {date_of(number)}"
    chosen = parse_or(None, options, _KINDS["options"], "deal_days.options", whose)
    opponents = parse_or(None, levels, _KINDS["levels"], "deal_days.levels", whose)
    key = read_or(None, bytes.fromhex, secret, "deal_days.secret", whose)
    is_readable = None not in (chosen, opponents, key)
    setup = Setup(version, chosen, tuple(opponents), seat) if is_readable else None
    return DealDay(number, game, setup, key or b"", fingerprint, made_at)


def _columns(setup: Setup | None) -> tuple[Any, ...]:
    """What is stored of how a deal is played."""
    if setup is None:
        raise TypeError("A deal that cannot be read cannot be stored.")
    return setup.rules_version, json.dumps(setup.options), json.dumps(setup.levels), setup.seat


_KINDS = get_type_hints(Setup)
