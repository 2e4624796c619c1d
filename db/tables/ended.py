"""Ended games, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.records import NOBODY
from bot.tables.model.stores import EndedGame
from db.database import StorePart, reads
from db.tables import seats
from db.tables.naming import former_of

if TYPE_CHECKING:
    from db.sql import Rows, Sql

_FACTS = """
tables.id, tables.game, coalesce(tables.ended_at, tables.started_at, tables.created_at), tables.former,
tables.channel_id, tables.parent_id
"""
_HAS_ENDED = "tables.phase IN ('over', 'closed') AND tables.start_interaction IS NOT NULL"
_NO_BOUND = 2**63 - 1


class EndedGames(StorePart):
    """Ended games of a server or a person."""

    @reads
    def ended_in_guild(self, sql: Sql, guild_id: int, limit: int, before: int | None = None) -> tuple[EndedGame, ...]:
        rows = sql.execute(
            f"""
            SELECT {_FACTS} FROM tables
            WHERE guild_id = ? AND outside = 0 AND id < ? AND {_HAS_ENDED} ORDER BY id DESC LIMIT ?
            """,  # noqa: S608  # constants
            (guild_id, _NO_BOUND if before is None else before, limit),
        )
        return _games(sql, rows)

    @reads
    def ended_of(self, sql: Sql, person: int, limit: int, before: int | None = None) -> tuple[EndedGame, ...]:
        """The games where the person owned a seat at the end, even if a computer player had taken over."""
        rows = sql.execute(
            f"""
            SELECT {_FACTS} FROM seats JOIN tables ON tables.id = seats.table_id
            WHERE seats.person = ? AND seats.table_id < ? AND {_HAS_ENDED} ORDER BY seats.table_id DESC LIMIT ?
            """,  # noqa: S608  # constants
            (person, _NO_BOUND if before is None else before, limit),
        )
        return _games(sql, rows)


def _games(sql: Sql, rows: Rows) -> tuple[EndedGame, ...]:
    found, ended = [], rows.fetchall()
    seats_of = seats.of_tables(sql, [row["id"] for row in ended])
    for table_id, game, at, former, channel_id, parent_id in ended:
        seated = seats_of.get(table_id, ())
        people = {seat.person for seat in seated if seat.person is not None}
        people |= {one.person for one in former_of(table_id, former) if one.person != NOBODY}
        names = tuple(seat.name for seat in seated)
        found.append(EndedGame(table_id, game, at, names, frozenset(people), channel_id, parent_id))
    return tuple(found)
