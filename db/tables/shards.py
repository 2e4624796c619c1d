"""Leases on shards: one row per shard and one per live process; claims are transactions, one at a time.

A process takes what is free, up to its part. To take over a surplus shard of another process, it connects to the shard
first (as its `heir`), reports that it is ready, and gets the lease with the other's next claim, so that somebody
answers at every moment.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from bot.tables.model.leases import SHARDS_CHANGED, Claim, Leases, NameTakenError, ShardCountError
from db.database import StorePart, reads, writes
from db.tables.deadlines import note_beat
from db.tables.seats import OF_PERSON
from db.tables.shares import SHARD_OF_ROW, assign_missing_shards, reassign_shards

if TYPE_CHECKING:
    from db.sql import Sql


_ABANDONED_SECONDS = 60.0
"""Seconds without a heartbeat, in addition to three lease times, after which any automatic process may take a shard."""


class _Row(NamedTuple):
    number: int
    owner: str | None
    heir: str | None
    heir_ready: bool
    is_abandoned: bool
    """Whether it has had no heartbeat for so long that any automatic process may take it."""


class ShardStore(StorePart):
    """`bot.tables.model.leases.ShardStore` in SQL."""

    @reads
    def planned(self, sql: Sql, now: float) -> int | None:
        row = sql.execute(
            "SELECT shards FROM shard_plan WHERE EXISTS (SELECT 1 FROM processes WHERE until > ?)", (now,)
        ).fetchone()
        return None if row is None else int(row[0])

    @writes
    def renew(self, sql: Sql, claim: Claim, now: float, until: float) -> Leases:
        sql.lock("shards")
        sql.execute("DELETE FROM processes WHERE until <= ?", (now,))
        _refuse_namesake(sql, claim)
        _set_shard_count(sql, claim)
        assign_missing_shards(sql)
        living = _living(sql, claim, until)
        rows = _rows(sql, living, claim.of, now - 3 * (until - now) - _ABANDONED_SECONDS)
        heirs = [row for row in rows if row.owner == claim.process and _hands_over(row, rows, claim, living)]
        for row in heirs:
            sql.execute("UPDATE shards SET owner = heir, heir = NULL, heir_ready = 0 WHERE number = ?", (row.number,))
        given = {row.number for row in heirs}
        own = {row.number for row in rows if row.owner == claim.process} - given
        own |= _claimed(rows, own, claim, living)
        sql.executemany(
            "UPDATE shards SET owner = ? WHERE number = ?", [(claim.process, number) for number in sorted(own)]
        )
        incoming = _incoming(sql, rows, own, claim, living)
        if heirs or claim.leaving or claim.ready & incoming:
            sql.notify(SHARDS_CHANGED)
        return Leases(
            frozenset(own),
            frozenset(incoming),
            tuple((row.number, row.heir or "") for row in heirs),
            frozenset(living),
            _leads(sql, claim, now, until),
            any(not leaving for name, leaving in living.items() if name != claim.process),
        )

    @writes
    def release(self, sql: Sql, claim: Claim) -> None:
        sql.lock("shards")
        process = claim.process
        if _has_namesake(sql, claim):
            return
        sql.execute("UPDATE shards SET owner = NULL WHERE owner = ?", (process,))
        sql.execute("UPDATE shards SET heir = NULL, heir_ready = 0 WHERE heir = ?", (process,))
        sql.execute("UPDATE shard_plan SET leader = NULL WHERE leader = ?", (process,))
        sql.execute("DELETE FROM processes WHERE name = ?", (process,))
        sql.notify(SHARDS_CHANGED)

    @writes
    def use_single_shard(self, sql: Sql) -> None:
        _set_shard_count(sql, Claim("the only one", 1))

    @reads
    def of_table(self, sql: Sql, table_id: int) -> int | None:
        row = sql.execute(f"SELECT {SHARD_OF_ROW} FROM tables WHERE id = ?", (table_id,)).fetchone()  # noqa: S608
        return None if row is None else row[0]

    @reads
    def of_person(self, sql: Sql, person: int) -> frozenset[int]:
        rows = sql.execute(
            f"""
            SELECT DISTINCT shard FROM tables
            WHERE phase IN ('lobby', 'playing') AND shard IS NOT NULL AND id IN ({OF_PERSON})
            """,  # noqa: S608  # constant
            (person,),
        )
        return frozenset(shard for (shard,) in rows.fetchall())

    @writes
    def notify(self, sql: Sql, notice: str) -> None:
        sql.notify(notice)


def _has_namesake(sql: Sql, claim: Claim) -> bool:
    found = sql.execute("SELECT 1 FROM processes WHERE name = ? AND life <> ?", (claim.process, claim.life))
    return found.fetchone() is not None


def _refuse_namesake(sql: Sql, claim: Claim) -> None:
    if _has_namesake(sql, claim):
        raise NameTakenError(
            f"Another process named {claim.process} is at work on this database: set BOT_PROCESS to another name for "
            f"each process, or stop that one."
        )


def _set_shard_count(sql: Sql, claim: Claim) -> None:
    """Use the number of shards that others run with, or the claim's if there are no others."""
    row = sql.execute("SELECT shards FROM shard_plan").fetchone()
    if row is not None and row[0] == claim.of:
        return
    if row is not None and sql.execute("SELECT 1 FROM processes WHERE name <> ?", (claim.process,)).fetchone():
        raise ShardCountError(
            f"The other processes on this database run with {row[0]} shards, this one would with {claim.of}: set "
            f"BOT_SHARD_COUNT to {row[0]}, or stop the others first."
        )
    beat = _last_beat(sql, 1 if row is None else row[0])
    sql.execute("DELETE FROM shards")
    sql.execute(
        "INSERT INTO shard_plan (id, shards) VALUES (1, :of) ON CONFLICT (id) DO UPDATE SET shards = excluded.shards",
        {"of": claim.of},
    )
    sql.executemany("INSERT INTO shards (number, beat) VALUES (?, ?)", [(number, beat) for number in range(claim.of)])
    if claim.of == 1 and beat is not None:
        note_beat(sql, beat)
    reassign_shards(sql)


def _last_beat(sql: Sql, of: int) -> float | None:
    """The earliest of the shards' last heartbeats, where their number is `of`; None if there never was one."""
    statement = "SELECT min(at) FROM heartbeat" if of == 1 else "SELECT min(beat) FROM shards"
    found: float | None = sql.execute(statement).fetchone()[0]
    return found


def _living(sql: Sql, claim: Claim, until: float) -> dict[str, bool]:
    """Whether each living process is about to stop, by name."""
    sql.execute(
        "INSERT INTO processes (name, until, leaving, life) VALUES (:name, :until, :leaving, :life) "
        "ON CONFLICT (name) DO UPDATE SET until = excluded.until, leaving = excluded.leaving",
        {"name": claim.process, "until": until, "leaving": claim.leaving, "life": claim.life},
    )
    rows = sql.execute("SELECT name, leaving FROM processes").fetchall()
    return {name: bool(leaving) for name, leaving in rows}


def _rows(sql: Sql, living: dict[str, bool], of: int, abandoned_before: float) -> list[_Row]:
    """All shards, without dead owners and heirs."""
    rows = sql.execute(
        "SELECT number, owner, heir, heir_ready, coalesce(beat, 0) < ? FROM shards WHERE number < ? ORDER BY number",
        (abandoned_before, of),
    )
    return [
        _Row(
            number,
            owner if owner in living else None,
            heir if heir in living else None,
            bool(ready) and heir in living,
            bool(is_abandoned),
        )
        for number, owner, heir, ready, is_abandoned in rows.fetchall()
    ]


def _fair_share(claim: Claim, living: dict[str, bool]) -> int:
    """The maximum number of shards per process for an even distribution among the processes that stay."""
    return ceil(claim.of / max(1, list(living.values()).count(False)))


def _hands_over(row: _Row, rows: list[_Row], claim: Claim, living: dict[str, bool]) -> bool:
    """Whether the claim's process hands this shard over now."""
    if row.heir is None or not row.heir_ready or row.heir == claim.process:
        return False
    surplus = sum(it.owner == claim.process for it in rows) - _fair_share(claim, living)
    before = sum(it.owner == claim.process and it.heir_ready and it.number < row.number for it in rows)
    return claim.leaving or claim.named is not None or before < surplus


def _claimed(rows: list[_Row], own: set[int], claim: Claim, living: dict[str, bool]) -> set[int]:
    """Free shards that the process takes: those it names, or its fair share and any that have long been unattended."""
    if claim.leaving:
        return set()
    free = [row for row in rows if row.owner is None and (claim.named is None or row.number in claim.named)]
    missing = len(free) if claim.named is not None else max(0, _fair_share(claim, living) - len(own))
    return {row.number for place, row in enumerate(free) if place < missing or row.is_abandoned}


def _incoming(sql: Sql, rows: list[_Row], own: set[int], claim: Claim, living: dict[str, bool]) -> set[int]:
    """Shards of other processes that this one should connect to; also note the ones it has connected to."""
    wanted = set() if claim.leaving else _to_take_over(rows, own, claim, living)
    for row in rows:
        if row.number in wanted:
            sql.execute(
                "UPDATE shards SET heir = ?, heir_ready = ? WHERE number = ?",
                (claim.process, row.number in claim.ready, row.number),
            )
        elif row.heir == claim.process:
            sql.execute("UPDATE shards SET heir = NULL, heir_ready = 0 WHERE number = ?", (row.number,))
    return wanted


def _to_take_over(rows: list[_Row], own: set[int], claim: Claim, living: dict[str, bool]) -> set[int]:
    part, held = _fair_share(claim, living), {name: sum(row.owner == name for row in rows) for name in living}
    missing = part - len(own)
    found: set[int] = set()
    for row in sorted(rows, key=lambda row: row.heir != claim.process):  # a handover in progress continues
        owner = row.owner
        if owner is None or row.number in own or owner == claim.process or row.heir not in (None, claim.process):
            continue
        if claim.named is not None:
            if row.number in claim.named - claim.excluded:
                found.add(row.number)
        elif len(found) < missing and (living[owner] or held[owner] > part):
            found.add(row.number)
            held[owner] -= 1
    return found


def _leads(sql: Sql, claim: Claim, now: float, until: float) -> bool:
    """Whether the process does the work that only one may do."""
    if claim.leaving:
        sql.execute("UPDATE shard_plan SET leader = NULL WHERE leader = ?", (claim.process,))
        return False
    led = sql.execute(
        "UPDATE shard_plan SET leader = :name, leads_until = :until "
        "WHERE leader = :name OR leader IS NULL OR leads_until <= :now",
        {"name": claim.process, "until": until, "now": now},
    )
    return led.rowcount > 0
