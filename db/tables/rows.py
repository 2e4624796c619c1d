"""Tables with their snapshots and seats as rows: create, overwrite with a version check, load."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import astuple, replace
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from bot.tables.acts.forgetting import people_named
from bot.tables.model.records import Deadline, Former, Phase, Proposal, ProposalKind, Seat, TableRecord, Wake
from bot.tables.model.stores import ChannelTakenError, StoreConflictError
from db import values
from db.tables import seats
from db.tables.shares import SHARD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from collections.abc import Set as AbstractSet

    from db.sql import Row, Sql

_INSERT = f"""
INSERT INTO tables (
    guild_id, channel_id, game, options, places, host, secret, created_at, phase, version, decision,
    start_interaction, started_at, ended_at, closing_reason, deadline_kind, deadline_at, rematch_of, rated,
    turn_seconds, invited, barred, declined, former, removed, voided, yet_to_play, excused, proposal,
    ended_by_agreement, thread, parent_id, clock_rests, starts_full, clock_left, deadline_since, outside, shard
) VALUES (
    :guild_id, :channel_id, :game, :options, :places, :host, :secret, :created_at, :phase, :version, :decision,
    :start_interaction, :started_at, :ended_at, :closing_reason, :deadline_kind, :deadline_at, :rematch_of, :rated,
    :turn_seconds, :invited, :barred, :declined, :former, :removed, :voided, :yet_to_play, :excused, :proposal,
    :ended_by_agreement, :thread, :parent_id, :clock_rests, :starts_full, :clock_left, :deadline_since,
    :outside, {SHARD}
) RETURNING id
"""  # noqa: S608  # constant

_INDEXED = (
    "guild_id",
    "channel_id",
    "phase",
    "start_interaction",
    "started_at",
    "ended_at",
    "rematch_of",
    "ended_by_agreement",
)
"""Columns with an index that a move does not change. They are left out of its update, because SQLite rewrites an index
whenever one of its columns is set, even to the same value.
"""
_indexed = attrgetter(*_INDEXED)
_SET_INDEXED = "".join(f"{name} = :{name}, " for name in _INDEXED)

# A lease is for one deadline; a new deadline drops it.
_UPDATE = f"""
UPDATE tables SET {{indexed}}
    game = :game, options = :options, places = :places, host = :host, secret = :secret, created_at = :created_at,
    version = :version, decision = :decision, closing_reason = :closing_reason, rated = :rated,
    turn_seconds = :turn_seconds, invited = :invited, barred = :barred, declined = :declined,
    former = :former, removed = :removed, voided = :voided, yet_to_play = :yet_to_play, excused = :excused,
    proposal = :proposal, thread = :thread, parent_id = :parent_id, clock_rests = :clock_rests,
    starts_full = :starts_full, clock_left = :clock_left, outside = :outside, shard = {SHARD},
    lease_owner = CASE WHEN deadline_kind = :deadline_kind AND deadline_at = :deadline_at THEN lease_owner END,
    deadline_kind = :deadline_kind, deadline_at = :deadline_at, deadline_since = :deadline_since
WHERE id = :id AND version = :version - 1
"""  # noqa: S608  # constant
_UPDATE_ALL = _UPDATE.format(indexed=_SET_INDEXED)
_UPDATE_REST = _UPDATE.format(indexed="")

_NEW_SNAPSHOT = """
INSERT INTO snapshots (table_id, state, recent, drawn) VALUES (:id, :state, :recent, :drawn)
"""
_SNAPSHOT = "UPDATE snapshots SET state = :state, recent = :recent, drawn = :drawn WHERE table_id = :id"

_SELECT = "SELECT * FROM tables JOIN snapshots ON snapshots.table_id = tables.id"


def create(sql: Sql, table: TableRecord) -> TableRecord:
    """Save a new table and return it with its id.

    Raises:
        ChannelTakenError: a live table is in that channel.
    """
    row = _row(table)
    with _one_live_table_a_channel(sql):
        [(number,)] = sql.execute(_INSERT, row).fetchall()
    created = replace(table, id=number)
    sql.execute(_NEW_SNAPSHOT, row | {"id": created.id})
    seats.write(sql, created.id, created.seats)
    _save_people(sql, created, set())
    return created


def overwrite(
    sql: Sql, table: TableRecord, before: TableRecord | None = None, first: Callable[[], None] = lambda: None
) -> None:
    """Save the next version of a table; `before` is the last version, if known, and `first` reads the results of
    earlier statements.

    All statements are sent before any result is read, which takes one round trip to a server instead of five.

    Raises:
        StoreConflictError: the stored version is not the one before it.
        ChannelTakenError: the table became live again in a channel that has a live one.
    """
    row = _row(table)
    with _one_live_table_a_channel(sql):
        updated = sql.execute(_UPDATE_REST if _has_same_indexed_columns(table, before) else _UPDATE_ALL, row)
        sql.execute(_SNAPSHOT, row)
        stored = _stored(sql, table, before)
        first()
        if updated.rowcount == 0:
            raise StoreConflictError
    seated, noted = stored()
    if seated != table.seats:
        seats.write(sql, table.id, table.seats)
    _save_people(sql, table, noted)


def _has_same_indexed_columns(table: TableRecord, before: TableRecord | None) -> bool:
    """Whether the previous version is known and has the same in all columns that indexes are on."""
    return before is not None and before.version == table.version - 1 and _indexed(before) == _indexed(table)


def _stored(
    sql: Sql, table: TableRecord, before: TableRecord | None
) -> Callable[[], tuple[tuple[Seat, ...], AbstractSet[int]]]:
    """The stored seats and people named, from the previous version if known, or else read."""
    if before is not None and before.version == table.version - 1:
        return lambda: (before.seats, people_named(before))
    seated = seats.select(sql, [table.id])
    noted = sql.execute("SELECT person FROM table_people WHERE table_id = ?", (table.id,))
    return lambda: (seats.from_rows(seated).get(table.id, ()), set(chain.from_iterable(noted.fetchall())))


def load(sql: Sql, table_id: int, *, held: bool = False) -> TableRecord | None:
    """The table as stored; `held`: no other process can save it until the transaction ends."""
    row = sql.execute(f"{_SELECT} WHERE tables.id = ? {sql.dialect.held if held else ''}", (table_id,)).fetchone()
    return None if row is None else _record(row, seats.read(sql, table_id))


def newest_in_guild(sql: Sql, guild_id: int, limit: int) -> tuple[TableRecord, ...]:
    """A server's live tables, newest first."""
    found = sql.execute(
        f"""
        {_SELECT} WHERE tables.guild_id = ? AND tables.phase IN ('lobby', 'playing')
        ORDER BY tables.id DESC LIMIT ?
        """,
        (guild_id, limit),
    ).fetchall()
    seated = seats.of_tables(sql, [row["id"] for row in found])
    return tuple(_record(row, seated.get(row["id"], ())) for row in found)


def _save_people(sql: Sql, table: TableRecord, noted: AbstractSet[int]) -> None:
    """Record the people that the table names, if they have changed."""
    named = people_named(table)
    if noted == named:
        return
    sql.executemany(
        "DELETE FROM table_people WHERE table_id = ? AND person = ?",
        [(table.id, person) for person in noted - named],
    )
    sql.executemany(
        "INSERT INTO table_people (table_id, person) VALUES (?, ?)",
        [(table.id, person) for person in named - noted],
    )


@contextmanager
def _one_live_table_a_channel(sql: Sql) -> Iterator[None]:
    try:
        yield
    except sql.dialect.integrity_error as error:
        if sql.dialect.broken_constraint(error) == "one_live_table_a_channel":
            raise ChannelTakenError from None
        raise


def _row(table: TableRecord) -> dict[str, Any]:
    deadline = table.deadline
    return {
        "id": table.id,
        "guild_id": table.guild_id,
        "channel_id": table.channel_id,
        "game": table.game,
        "options": values.dumps(table.options),
        "places": table.places,
        "host": table.host,
        "secret": table.secret,
        "created_at": table.created_at,
        "phase": table.phase.value,
        "version": table.version,
        "decision": table.decision,
        "start_interaction": table.start_interaction,
        "started_at": table.started_at,
        "ended_at": table.ended_at,
        "closing_reason": table.closing_reason,
        "deadline_kind": None if deadline is None else deadline.kind.value,
        "deadline_at": None if deadline is None else deadline.at,
        "deadline_since": 0.0 if deadline is None else deadline.since,
        "rematch_of": table.rematch_of,
        "rated": table.rated,
        "turn_seconds": table.turn_seconds,
        "invited": None if table.invited is None else values.dumps(table.invited),
        "barred": values.dumps(table.barred),
        "declined": values.dumps(table.declined),
        "former": values.dumps(tuple(astuple(one) for one in table.former)),
        "removed": values.dumps(table.removed),
        "yet_to_play": values.dumps(table.yet_to_play),
        "excused": values.dumps(table.excused),
        "voided": table.voided,
        "proposal": None if table.proposal is None else _dump_proposal(table.proposal),
        "ended_by_agreement": table.ended_by_agreement,
        "thread": table.thread,
        "parent_id": table.parent_id,
        "outside": table.outside,
        "clock_rests": table.clock_rests,
        "starts_full": table.starts_full,
        "clock_left": table.clock_left,
        "state": table.state,
        "recent": values.dump_events(table.recent),
        "drawn": values.dumps(table.drawn),
    }


def _record(row: Row, seated: tuple[Seat, ...]) -> TableRecord:
    return TableRecord(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        game=row["game"],
        options=values.loads(row["options"]),
        places=row["places"],
        host=row["host"],
        secret=row["secret"],
        created_at=row["created_at"],
        phase=Phase(row["phase"]),
        seats=seated,
        version=row["version"],
        decision=row["decision"],
        state=row["state"],
        start_interaction=row["start_interaction"],
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        closing_reason=row["closing_reason"],
        deadline=None
        if row["deadline_at"] is None
        else Deadline(Wake(row["deadline_kind"]), row["deadline_at"], row["deadline_since"]),
        rematch_of=row["rematch_of"],
        rated=bool(row["rated"]),
        recent=values.load_events(row["recent"]),
        drawn=values.loads(row["drawn"]),
        turn_seconds=row["turn_seconds"],
        invited=None if row["invited"] is None else values.loads(row["invited"]),
        barred=values.loads(row["barred"]),
        declined=values.loads(row["declined"]),
        former=tuple(Former(*one) for one in values.loads(row["former"])),
        removed=values.loads(row["removed"]),
        yet_to_play=values.loads(row["yet_to_play"]),
        excused=values.loads(row["excused"]),
        voided=bool(row["voided"]),
        proposal=None if row["proposal"] is None else _load_proposal(row["proposal"]),
        ended_by_agreement=bool(row["ended_by_agreement"]),
        thread=bool(row["thread"]),
        parent_id=row["parent_id"],
        outside=bool(row["outside"]),
        clock_rests=bool(row["clock_rests"]),
        starts_full=bool(row["starts_full"]),
        clock_left=row["clock_left"],
    )


def _dump_proposal(proposal: Proposal) -> str:
    return values.dumps((proposal.kind.value, proposal.by, proposal.agreed, proposal.number))


def _load_proposal(text: str) -> Proposal:
    kind, by, agreed, number = values.loads(text)
    return Proposal(ProposalKind(kind), by, agreed, number)
