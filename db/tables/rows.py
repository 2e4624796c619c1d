"""Tables with their snapshots and seats as rows: create, overwrite with a version check, load."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import fields, replace
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, get_type_hints

from bot.tables.acts.forgetting import people_named
from bot.tables.model.damage import DAMAGES, checked, is_time, report_damage
from bot.tables.model.errors import DamagedStateError, UnknownRulesError
from bot.tables.model.records import Deadline, Phase, Seat, TableRecord, Wake
from bot.tables.model.stores import ChannelTakenError, StoreConflictError
from db import values
from db.tables import seats
from db.tables.naming import dump_former, dump_proposal, load_former, load_proposal
from db.tables.shares import SHARD

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from bot.rules.game import Event
    from db.sql import Row, Sql

_SNAPSHOT = ("state", "recent", "drawn")
"""The columns of the table `snapshots`; all others are those of `tables`."""
_FIELDS = tuple(field.name for field in fields(TableRecord) if field.name not in ("seats", "deadline"))
"""The fields of a record that are stored in a column of the same name."""
_fields = attrgetter(*_FIELDS)
_COLUMNS = (
    *(name for name in _FIELDS if name not in ("id", *_SNAPSHOT)),
    "deadline_kind",
    "deadline_at",
    "deadline_since",
)

_INSERT = f"""
INSERT INTO tables ({", ".join(_COLUMNS)}, shard)
VALUES ({", ".join(f":{name}" for name in _COLUMNS)}, {SHARD})
RETURNING id
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


def _set(names: Iterable[str]) -> str:
    return ", ".join(f"{name} = :{name}" for name in names)


# A lease is for one deadline; a new deadline drops it.
_UPDATE = f"""
UPDATE tables SET
    {{columns}}, shard = {SHARD},
    lease_owner = CASE WHEN deadline_kind = :deadline_kind AND deadline_at = :deadline_at THEN lease_owner END
WHERE id = :id AND version = :version - 1
"""  # noqa: S608  # constant
_UPDATE_ALL = _UPDATE.format(columns=_set(_COLUMNS))
_UPDATE_REST = _UPDATE.format(columns=_set(name for name in _COLUMNS if name not in _INDEXED))

_INSERT_SNAPSHOT = "INSERT INTO snapshots (table_id, state, recent, drawn) VALUES (:id, :state, :recent, :drawn)"
_UPDATE_SNAPSHOT = f"UPDATE snapshots SET {_set(_SNAPSHOT)} WHERE table_id = :id"  # noqa: S608  # constant

_PHASES = frozenset(Phase)
_WAKES = frozenset({None, *Wake})
_DEFAULTS = {field.name: field.default for field in fields(TableRecord)} | {"options": {}, "created_at": 0.0}
"""What stands for a damaged field."""
_KINDS = get_type_hints(TableRecord)
_TIMES = ("created_at", "started_at", "ended_at", "deadline_at", "deadline_since")
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
    sql.execute(_INSERT_SNAPSHOT, row | {"id": created.id})
    seats.write(sql, created.id, created.seats)
    _save_people(sql, created, set())
    return created


def overwrite(sql: Sql, table: TableRecord, before: TableRecord | None, first: Callable[[], None]) -> None:
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
        sql.execute(_UPDATE_SNAPSHOT, row)
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
    """The table as stored; `held`: no other process can save it until the transaction ends.

    Raises:
        UnknownRulesError: another version of the bot has put it into a phase or given it a deadline of its own.
        DamagedStateError: a field cannot be read.
    """
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
    return tuple(_shown(row, seated.get(row["id"], ())) for row in found)


def load_to_forget(sql: Sql, table_id: int) -> tuple[TableRecord | None, tuple[str, ...]]:
    """The table, held, with defaults for what cannot be read or belongs to another version; and the names of the fields
    that cannot be read.
    """
    try:
        return load(sql, table_id, held=True), ()
    except UnknownRulesError as error:
        return error.table, error.damaged


def rewrite(sql: Sql, before: TableRecord, after: TableRecord, also: Collection[str] = ()) -> None:
    """Save the next version of a table that is held: the columns that have changed, and those of the fields `also`.

    All others stay as they are, whether this version can read them or not.
    """
    row, old = _row(after), _row(before)
    changed = [name for name in row if row[name] != old[name] or name in also]
    of_table = _set(name for name in changed if name not in _SNAPSHOT)
    of_snapshot = _set(name for name in changed if name in _SNAPSHOT)
    sql.execute(f"UPDATE tables SET {of_table} WHERE id = :id", row)  # noqa: S608  # constants
    if of_snapshot:
        sql.execute(f"UPDATE snapshots SET {of_snapshot} WHERE table_id = :id", row)  # noqa: S608  # constants
    seated, noted = _stored(sql, after, None)()
    if seated != after.seats:
        seats.write(sql, after.id, after.seats)
    _save_people(sql, after, noted)


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
    row = dict(zip(_FIELDS, _fields(table), strict=True))
    for name, (dump, _load) in _FORMS.items():
        if row[name] is not None:
            row[name] = dump(row[name])
    deadline = table.deadline
    return row | {
        "deadline_kind": None if deadline is None else deadline.kind.value,
        "deadline_at": None if deadline is None else deadline.at,
        "deadline_since": 0.0 if deadline is None else deadline.since,
    }


def _record(row: Row, seated: tuple[Seat, ...]) -> TableRecord:
    """The stored table. The errors of `load` have it with defaults for what cannot be read."""
    found, damaged = _fields_in(row)
    if not _has_news_of(found["recent"], len(seated)) or "recent" in damaged:
        report_damage("snapshots.recent", f"of table {found['id']}")
        found["recent"] = ()  # the game goes on without its news
        damaged = [name for name in damaged if name != "recent"]
    try:
        deadline = _deadline_in(row)
    except DAMAGES:
        deadline = None
        damaged.append("deadline_at")
    is_known = row["phase"] in _PHASES and row["deadline_kind"] in _WAKES
    table = TableRecord(seats=seated, deadline=deadline, **found)
    if damaged:
        columns = (f"{'snapshots' if name in _SNAPSHOT else 'tables'}.{name}" for name in damaged)
        report_damage(", ".join(columns), f"of table {table.id}")
        raise DamagedStateError(table, damaged)
    if not is_known:
        raise UnknownRulesError(table)
    return table


def _has_news_of(events: Iterable[Event], seats: int) -> bool:
    """Whether all events are of seats that the table has."""
    return all(event.seat is None or event.seat in range(seats) for event in events)


def _fields_in(row: Row) -> tuple[dict[str, Any], list[str]]:
    """The fields that are stored under their names, with defaults for what cannot be read; and the names of those."""
    found, damaged = {name: row[name] for name in _FIELDS}, []
    if found["phase"] not in _PHASES:
        found["phase"] = Phase.CLOSED.value
    for name, value in found.items():
        try:
            read = _FORMS[name][1] if name in _FORMS and value is not None else _as_it_is
            found[name] = _timed(name, checked(read(value), _KINDS[name]))
        except DAMAGES:
            damaged.append(name)
            found[name] = _DEFAULTS[name]
    return found, damaged


def _deadline_in(row: Row) -> Deadline | None:
    if row["deadline_at"] is None or row["deadline_kind"] not in _WAKES:
        return None
    at, since = (_timed(name, row[name]) for name in ("deadline_at", "deadline_since"))
    return Deadline(Wake(row["deadline_kind"]), at, since)


def _timed(name: str, value: Any) -> Any:
    """The value of the column. Raises ValueError if it should be a time and is none."""
    if name in _TIMES and not is_time(value):
        raise ValueError(name)
    return value


def _as_it_is(value: Any) -> Any:
    return value


def _shown(row: Row, seated: tuple[Seat, ...]) -> TableRecord:
    """The stored table for a list, which shows a damaged one by what can be read."""
    try:
        return _record(row, seated)
    except UnknownRulesError as error:
        return error.table


_VALUE = (values.dumps, values.loads)
_FLAG = (bool, bool)
_FORMS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "options": _VALUE,
    "phase": (attrgetter("value"), Phase),
    "rated": _FLAG,
    "invited": _VALUE,
    "barred": _VALUE,
    "declined": _VALUE,
    "former": (dump_former, load_former),
    "removed": _VALUE,
    "yet_to_play": _VALUE,
    "excused": _VALUE,
    "voided": _FLAG,
    "proposal": (dump_proposal, load_proposal),
    "ended_by_agreement": _FLAG,
    "thread": _FLAG,
    "outside": _FLAG,
    "clock_rests": _FLAG,
    "starts_full": _FLAG,
    "recent": (values.dump_events, values.load_events),
    "drawn": _VALUE,
}
"""What writes and reads a field that is not stored as it is; None always is."""
