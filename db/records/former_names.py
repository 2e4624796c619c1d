"""Names of people who have no seat any more, because others took theirs over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db import values

if TYPE_CHECKING:
    from bot.records.model import Row
    from db.sql import Sql


def former_name(former: str, person: int) -> str:
    """The person's name among those whose seats somebody else took over, as the table keeps them; empty if none."""
    known = values.loads_or((), former, "“former” of a table")
    return next((name for other, name, *_ in known if other == person), "")


def named(sql: Sql, guild_id: int, row: Row) -> Row:
    """The row of a leaderboard with a name that the person had in the server (0: anywhere), if no seat has one."""
    if row.name or row.player.is_computer:
        return row
    tables = sql.execute(
        """
        SELECT former FROM table_people JOIN tables ON tables.id = table_people.table_id
        WHERE table_people.person = :person AND former <> '[]' AND (:guild = 0 OR tables.guild_id = :guild)
        ORDER BY table_people.table_id DESC
        """,
        {"person": row.player.person, "guild": guild_id},
    )
    names = (former_name(former, row.player.person) for (former,) in tables.fetchall())
    return row._replace(name=next(filter(None, names), ""))
