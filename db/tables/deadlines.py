"""Deadlines of tables, leases on them, and the last time the bot was alive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.records import SHOWN, Deadline, Wake
from db.database import StorePart, reads, writes

if TYPE_CHECKING:
    from db.sql import Rows, Sql


_SHOWN = ", ".join(f"'{kind.value}'" for kind in SHOWN)


class DeadlineStore(StorePart):
    """`bot.tables.model.protocols.DeadlineStore` in SQL."""

    @reads
    def all(self, sql: Sql) -> tuple[tuple[int, Deadline], ...]:
        """Table ids and deadlines of the live tables, earliest first."""
        rows = sql.execute(
            """
            SELECT id, deadline_kind, deadline_at, deadline_since FROM tables
            WHERE deadline_at IS NOT NULL AND phase IN ('lobby', 'playing') ORDER BY deadline_at
            """
        )
        return _with_ids(rows)

    @reads
    def due(self, sql: Sql, now: float, until: float, most: int) -> tuple[tuple[int, Deadline], ...]:
        """The earliest deadlines up to a time, except leased ones."""
        rows = sql.execute(
            """
            SELECT id, deadline_kind, deadline_at, deadline_since FROM tables
            WHERE deadline_at <= :until AND phase IN ('lobby', 'playing')
                AND (lease_owner IS NULL OR lease_until <= :now)
            ORDER BY deadline_at LIMIT :most
            """,
            {"now": now, "until": until, "most": most},
        )
        return _with_ids(rows)

    @writes
    def claim(self, sql: Sql, table_id: int, deadline: Deadline, owner: str, now: float, until: float) -> bool:
        """Take or renew the lease; False if the deadline has changed or another owner's lease is still valid."""
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

    @writes
    def beat(self, sql: Sql, now: float) -> None:
        _beat(sql, now)

    @reads
    def last_beat(self, sql: Sql) -> float | None:
        row = sql.execute("SELECT at FROM heartbeat WHERE id = 1").fetchone()
        return None if row is None else float(row["at"])

    @writes
    def shift(self, sql: Sql, since: float, now: float, *, tell: bool) -> None:
        """Move the deadlines by the time since `since`, when nobody could play, and beat.

        Each moves by the part of that time it was running, so shifting twice equals shifting once. If the clock was
        set back, `now` is before `since`, and every deadline keeps its distance. A shifted table gets a new version,
        so that nobody can save an old deadline over it. With `tell`, tables whose boards show the deadline become
        due for announcement.
        """
        sql.execute(
            f"""
            UPDATE tables SET
                deadline_at = deadline_at
                    + (:now - CASE WHEN deadline_since > :since THEN deadline_since ELSE :since END),
                deadline_since = :now,
                version = version + 1,
                announced_version = CASE
                    WHEN announced_version < version THEN announced_version
                    WHEN :tell = 1 AND deadline_kind IN ({_SHOWN})
                        THEN announced_version
                    ELSE version + 1
                END,
                lease_owner = NULL
            WHERE deadline_at IS NOT NULL AND phase IN ('lobby', 'playing')
                AND (deadline_since < :now OR :now < :since)
            """,  # noqa: S608  # constants
            {"now": now, "since": since, "tell": tell},
        )
        _beat(sql, now)


def _beat(sql: Sql, now: float) -> None:
    sql.execute("INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", (now,))


def _with_ids(rows: Rows) -> tuple[tuple[int, Deadline], ...]:
    return tuple((table_id, Deadline(Wake(kind), at, since)) for table_id, kind, at, since in rows.fetchall())
