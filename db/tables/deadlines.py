"""When tables wake by themselves, who has taken that on, and when the bot was last alive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.records import Deadline, Wake

if TYPE_CHECKING:
    import sqlite3


def of_live_tables(sql: sqlite3.Connection) -> tuple[tuple[int, Deadline], ...]:
    """Table ids and deadlines, the soonest first."""
    rows = sql.execute(
        """
        SELECT id, deadline_kind, deadline_at FROM tables
        WHERE deadline_at IS NOT NULL AND phase IN ('lobby', 'playing') ORDER BY deadline_at
        """
    )
    return tuple((table_id, Deadline(Wake(kind), at)) for table_id, kind, at in rows.fetchall())


def claim(
    sql: sqlite3.Connection, table_id: int, deadline: Deadline, owner: str, now: float, until: float
) -> bool:
    """Take or renew the lease; False when the deadline has changed or another owner's lease still runs."""
    claimed = sql.execute(
        """
        UPDATE tables SET lease_owner = :owner, lease_until = :until
        WHERE id = :table AND phase IN ('lobby', 'playing')
            AND deadline_kind = :kind AND deadline_at = :at
            AND (lease_owner IS NULL OR lease_owner = :owner OR lease_until <= :now)
        """,
        {
            "table": table_id,
            "kind": deadline.kind.value,
            "at": deadline.at,
            "owner": owner,
            "now": now,
            "until": until,
        },
    )
    return claimed.rowcount > 0


def beat(sql: sqlite3.Connection, now: float) -> None:
    sql.execute(
        "INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", (now,)
    )


def shift(sql: sqlite3.Connection, now: float) -> float:
    """Move the deadlines by the seconds since the last beat, free their leases, and beat; the seconds moved."""
    row = sql.execute("SELECT at FROM heartbeat WHERE id = 1").fetchone()
    down = 0.0 if row is None else max(0.0, now - row["at"])
    sql.execute(
        """
        UPDATE tables SET deadline_at = deadline_at + ?, lease_owner = NULL
        WHERE deadline_at IS NOT NULL AND phase IN ('lobby', 'playing')
        """,
        (down,),
    )
    beat(sql, now)
    return down
