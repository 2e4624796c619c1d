"""Names of people who have no seat any more, because others took theirs over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.tables.naming import former_of

if TYPE_CHECKING:
    from bot.records.model import Row
    from db.sql import Sql


def former_name(table_id: int, former: str, person: int) -> str:
    """The person's name among those whose seats somebody else took over, as the table keeps them; empty if none."""
    return next((one.name for one in former_of(table_id, former) if one.person == person), "")


def named(sql: Sql, guild_id: int, row: Row) -> Row:
    """The row of a leaderboard with a name that the person had in the server (0: anywhere), if no seat has one."""
    if row.name or row.player.is_computer:
        return row
    tables = sql.execute(
        """
        SELECT tables.id, former FROM table_people JOIN tables ON tables.id = table_people.table_id
        WHERE table_people.person = :person AND former <> '[]' AND (:guild = 0 OR tables.guild_id = :guild)
        ORDER BY table_people.table_id DESC
        """,
        {"person": row.player.person, "guild": guild_id},
    )
    names = (former_name(table_id, former, row.player.person) for table_id, former in tables.fetchall())
    return row._replace(name=next(filter(None, names), ""))
