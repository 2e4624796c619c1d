"""Deadlines of tables, leases on them, and the last time the bot was alive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.damage import time_or
from bot.tables.model.records import SHOWN, Deadline, Wake
from db.database import StorePart, reads, writes
from db.tables.shares import WITHIN, values_of

if TYPE_CHECKING:
    from bot.tables.model.share import Share
    from db.sql import Rows, Sql


_SHOWN, _WAKES = (", ".join(f"'{kind.value}'" for kind in kinds) for kinds in (SHOWN, Wake))
_KNOWN = f"deadline_kind IN ({_WAKES})"
"""A condition on `tables`: no other version of the bot has given the table a deadline of its own."""


class DeadlineStore(StorePart):
    """`bot.tables.model.stores.DeadlineStore` in SQL."""

    @reads
    def all(self, sql: Sql) -> tuple[tuple[int, Deadline], ...]:
        """Table ids and deadlines of the live tables, shard by shard and earliest first."""
        rows = sql.execute(
            f"""
            SELECT id, deadline_kind, deadline_at, deadline_since FROM tables
            WHERE deadline_at IS NOT NULL AND phase IN ('lobby', 'playing') AND {_KNOWN}
            ORDER BY shard, deadline_at
            """  # noqa: S608  # constant
        )
        return _with_ids(rows)

    @reads
    def due(self, sql: Sql, now: float, until: float, limit: int, share: Share) -> tuple[tuple[int, Deadline], ...]:
        """The share's earliest deadlines up to a time, except leased ones."""
        rows = sql.execute(
            f"""
            SELECT id, deadline_kind, deadline_at, deadline_since FROM tables
            WHERE deadline_at <= :until AND phase IN ('lobby', 'playing')
                AND (lease_owner IS NULL OR lease_until <= :now) AND {_KNOWN} {WITHIN}
            ORDER BY deadline_at LIMIT :limit
            """,  # noqa: S608  # constants
            {"now": now, "until": until, "limit": limit, **values_of(share)},
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

    @reads
    def absences_over(self, sql: Sql, now: float, share: Share) -> tuple[int, ...]:
        rows = sql.execute(
            f"""
            SELECT id FROM tables
            WHERE deadline_at IS NOT NULL AND phase IN ('lobby', 'playing')
                AND EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND away_until <= :now) {WITHIN}
            """,  # noqa: S608  # constant
            {"now": now, **values_of(share)},
        )
        return tuple(table_id for (table_id,) in rows.fetchall())

    @writes
    def beat(self, sql: Sql, now: float, share: Share) -> None:
        _beat(sql, now, share)

    @reads
    def last_beat(self, sql: Sql, share: Share) -> float | None:
        if share.is_whole:
            column, whose = "heartbeat.at", "of the bot"
            row = sql.execute("SELECT at FROM heartbeat WHERE id = 1").fetchone()
        else:
            column, whose = "shards.beat", f"of shard {min(share.shards)}"
            row = sql.execute("SELECT beat FROM shards WHERE number = :shard", values_of(share)).fetchone()
        beat: float | None = None if row is None else row[0]
        return time_or(None, beat, column, whose)  # all deadlines would move by the time since

    @writes
    def shift(self, sql: Sql, since: float, now: float, *, announce: bool, share: Share) -> None:
        """Move the share's deadlines by the time since `since`, when nobody could play, and beat.

        Each moves by the part of that time it was running, so shifting twice equals shifting once. If the clock was
        set back, `now` is before `since`, and every deadline keeps its distance. A shifted table gets a new version,
        so that nobody can save an old deadline over it. With `announce`, tables whose boards show the deadline become
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
                AND (deadline_since < :now OR deadline_since > :now AND :now < :since) {WITHIN}
            """,  # noqa: S608  # constants
            {"now": now, "since": since, "tell": announce, **values_of(share)},
        )
        _beat(sql, now, share)


def _beat(sql: Sql, now: float, share: Share) -> None:
    if not share.is_whole:
        sql.execute("UPDATE shards SET beat = :now WHERE number = :shard", {"now": now, "shard": min(share.shards)})
        return
    note_beat(sql, now)


def note_beat(sql: Sql, at: float) -> None:
    """Record when people could last play, for a bot with one shard."""
    sql.execute("INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at", (at,))


def _with_ids(rows: Rows) -> tuple[tuple[int, Deadline], ...]:
    return tuple((table_id, Deadline(Wake(kind), at, since)) for table_id, kind, at, since in rows.fetchall())
