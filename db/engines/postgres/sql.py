"""PostgreSQL's connection as the store's functions see it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg.adapt import Dumper
from psycopg.types.numeric import Int8Dumper

from db.sql import Dialect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

CHANNEL = "rummy_table"
"""Where notices are said and heard; each database has its own."""

_PLACES = re.compile(r"'[^']*'|--[^\n]*|::|\?|:(\w+)")


class Row(tuple[Any, ...]):  # noqa: SLOT001  # the names are per statement
    """A row whose values have names too, as `sqlite3.Row` has."""

    names: tuple[str, ...]

    def __getitem__(self, key: Any, /) -> Any:
        return tuple.__getitem__(self, self.names.index(key) if isinstance(key, str) else key)

    def keys(self) -> tuple[str, ...]:
        return self.names


def rows_with_names(cursor: psycopg.Cursor[Any]) -> Callable[[Sequence[Any]], Row]:
    """psycopg's row factory for `Row`."""
    names = tuple(column.name for column in cursor.description or ())

    def row(values: Sequence[Any]) -> Row:
        made = Row(values)
        made.names = names
        return made

    return row


class _Flag(Dumper):
    """Booleans are whole numbers in the schema, as SQLite has no others."""

    oid = Int8Dumper.oid

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


def adapt(connection: psycopg.Connection[Any]) -> None:
    """Let values travel as the schema has them; one type for all whole numbers, so that few statements are prepared."""
    connection.adapters.register_dumper(bool, _Flag)
    connection.adapters.register_dumper(int, Int8Dumper)


def _broken_constraint(error: Exception) -> str:
    return (error.diag.constraint_name or "") if isinstance(error, psycopg.Error) else ""


DIALECT = Dialect(
    integrity_error=psycopg.IntegrityError,
    broken_constraint=_broken_constraint,
    merge_settings="jsonb_strip_nulls(CAST({} AS jsonb) || CAST({} AS jsonb))::text",
    by_leaderboards="",
    held="FOR SHARE",
    not_held="FOR UPDATE SKIP LOCKED",
)


class PostgresSql:
    """A connection within a transaction."""

    dialect = DIALECT

    def __init__(self, connection: psycopg.Connection[Row]) -> None:
        self.connection = connection

    def execute(self, statement: str, values: Sequence[Any] | Mapping[str, Any] = (), /) -> psycopg.RawCursor[Row]:
        text, names = numbered(statement)
        cursor = psycopg.RawCursor(self.connection, row_factory=rows_with_names)
        given = [values[name] for name in names] if isinstance(values, dict) else values
        return cursor.execute(text.encode(), given)

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> None:
        for one in values:
            self.execute(statement, one)

    def lock(self, name: str, /) -> None:
        self.execute("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", (name,))

    def tell(self, notice: str, /) -> None:
        self.execute("SELECT pg_notify(?, ?)", (CHANNEL, notice))


@lru_cache(maxsize=512)
def numbered(statement: str) -> tuple[str, tuple[str, ...]]:
    """The statement with PostgreSQL's numbered places, and the names of the values in their order.

    >>> numbered("SELECT ':no', a::text FROM t WHERE b = :b AND c = :c OR d = :b")
    ("SELECT ':no', a::text FROM t WHERE b = $1 AND c = $2 OR d = $1", ('b', 'c'))
    >>> numbered("INSERT INTO t VALUES (?, ?)")
    ('INSERT INTO t VALUES ($1, $2)', ())
    """
    names: list[str] = []
    count = 0

    def place(found: re.Match[str]) -> str:
        nonlocal count
        if found[0] == "?":
            count += 1
            return f"${count}"
        name = found[1]
        if name is None:
            return found[0]
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    return _PLACES.sub(place, statement), tuple(names)
