"""Whether people are listed outside their servers: on ladders, puzzle boards and boards of the day's deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.values import read_settings

if TYPE_CHECKING:
    from db.sql import Sql

_LISTED = (
    "UPDATE ratings SET listed = :listed WHERE person = :person AND person > 0 AND guild_id = 0 AND season = 0",
    "UPDATE puzzle_boards SET listed = :listed WHERE person = :person AND guild_id = 0",
    "UPDATE lines SET listed = :listed WHERE person = :person AND day IS NOT NULL",
)


def is_listed_everywhere(sql: Sql, person: int) -> bool:
    """Whether the person chose to be listed outside their servers. People with settings cannot change this until the
    transaction ends, because `list_everywhere` would miss what the transaction stores.
    """
    row = sql.execute(f"SELECT settings FROM people WHERE id = ? {sql.dialect.held}", (person,)).fetchone()  # noqa: S608
    return row is not None and (read_settings(row["settings"]) or {}).get("everywhere") is True


def list_everywhere(sql: Sql, person: int, listed: bool) -> None:
    """Show or hide what is stored about the person outside their servers."""
    for statement in _LISTED:
        sql.execute(statement, {"listed": listed, "person": person})
