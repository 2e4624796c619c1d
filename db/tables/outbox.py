"""Which tables changed since they were last announced."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3


def unannounced(sql: sqlite3.Connection) -> tuple[int, ...]:
    """The ids of the tables whose version is newer than the one announced, oldest table first."""
    rows = sql.execute("SELECT id FROM tables WHERE announced_version < version ORDER BY id")
    return tuple(table_id for (table_id,) in rows.fetchall())


def lately_unannounced(sql: sqlite3.Connection, ended_after: float, most: int) -> tuple[tuple[int, int], ...]:
    """The ids and versions of such tables, of those that ended only the ones that did so after that time."""
    rows = sql.execute(
        """
        SELECT id, version FROM tables
        WHERE announced_version < version AND (phase IN ('lobby', 'playing') OR ended_at > :ended_after)
        ORDER BY id DESC LIMIT :most
        """,
        {"ended_after": ended_after, "most": most},
    )
    return tuple((table_id, version) for table_id, version in rows.fetchall())


def mark(sql: sqlite3.Connection, table_id: int, version: int) -> None:
    """Note that this version was announced; a late note of an older version changes nothing."""
    sql.execute(
        "UPDATE tables SET announced_version = :version WHERE id = :table AND announced_version < :version",
        {"table": table_id, "version": version},
    )
