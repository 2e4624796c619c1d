"""PostgreSQL's connection as the store's functions see it."""

from __future__ import annotations

import os
import re
import socket
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg.adapt import Dumper
from psycopg.types.numeric import Int8Dumper

from db.sql import Dialect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

CHANNEL = "rummy_table"
"""The channel for notices; each database has its own."""

_PLACES = re.compile(r"'[^']*'|--[^\n]*|::|\?|:(\w+)")


class Row(tuple[Any, ...]):  # noqa: SLOT001  # the names are per statement
    """A row whose values also have names, like `sqlite3.Row`."""

    names: tuple[str, ...]

    def __getitem__(self, key: Any, /) -> Any:
        return tuple.__getitem__(self, self.names.index(key) if isinstance(key, str) else key)

    def keys(self) -> tuple[str, ...]:
        return self.names


def rows_with_names(cursor: psycopg.Cursor[Any] | psycopg.RawCursor[Any]) -> Callable[[Sequence[Any]], Row]:
    """psycopg's row factory for `Row`."""
    names = tuple(column.name for column in cursor.description or ())

    def row(values: Sequence[Any]) -> Row:
        made = Row(values)
        made.names = names
        return made

    return row


class _Flag(Dumper):
    """Sends booleans as integers, as the schema stores them, since SQLite has no booleans."""

    oid = Int8Dumper.oid

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


def adapt(connection: psycopg.Connection[Any]) -> None:
    """Send values with the schema's types, and all integers with one type, so that few statements are prepared."""
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


class Connection(psycopg.Connection[Row]):
    """A connection that is always in pipeline mode: statements are sent without waiting for earlier ones."""

    sent: psycopg.Pipeline

    def start_sending(self) -> None:
        """Enter pipeline mode for the connection's lifetime."""
        self._sending = self.pipeline()  # kept, because it leaves the mode when it is garbage-collected
        self.sent = self._sending.__enter__()

    def stop_sending(self) -> None:
        """Leave pipeline mode after closing or losing the connection."""
        with suppress(psycopg.Error):
            self._sending.__exit__(None, None, None)

    def abort(self) -> None:
        """Shut the connection's socket; a thread that waits for it gets an error at once."""
        with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(self.pgconn.socket)) as end:
            end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close, then leave pipeline mode, which would wait for a server that does not answer."""
        was_open = not self.closed
        super().close()
        if was_open:
            self.stop_sending()


class PostgresSql:
    """A connection within a transaction.

    A statement is sent at once, and waited for only when its result is read: all statements sent until then share one
    round trip. The error of a statement whose result is never read is raised by the next read or by the commit.
    """

    dialect = DIALECT

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._error: psycopg.Error | None = None
        self._has_answered = False

    def execute(self, statement: str, values: Sequence[Any] | Mapping[str, Any] = (), /) -> DeferredResult:
        text, names = numbered(statement)
        cursor = psycopg.RawCursor(self._connection, row_factory=rows_with_names)
        given = [values[name] for name in names] if isinstance(values, dict) else values
        if self._error is None:
            try:
                cursor.execute(text, given)
            except psycopg.Error as error:  # perhaps an earlier statement's, whose result has yet to be read
                self._error = error
        return DeferredResult(self, cursor)

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> None:
        for one in values:
            self.execute(statement, one)

    def lock(self, name: str, /) -> None:
        self.execute("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", (name,))

    def notify(self, notice: str, /) -> None:
        self.execute("SELECT pg_notify(?, ?)", (CHANNEL, notice))

    def await_result(self, cursor: psycopg.Cursor[Row]) -> None:
        """Wait for this statement's result.

        Raises:
            psycopg.Error: this statement or an earlier one failed.
        """
        if cursor.pgresult is None and self._error is None:
            try:
                self._connection.sent.sync()
                self._has_answered = True
            except psycopg.Error as error:
                self._error = error
        if cursor.pgresult is None and self._error is not None:
            raise self._error

    def confirm_connection(self) -> None:
        """Wait for an answer before sending COMMIT: if the connection is lost until then, nothing was committed."""
        if not self._has_answered:
            self.execute("SELECT 1").fetchone()

    def commit(self) -> None:
        """Wait for everything sent so far, then commit.

        Raises:
            psycopg.Error: a statement whose result was not read failed, or COMMIT did.
        """
        cursor = self.execute("COMMIT").cursor
        self.await_result(cursor)
        if self._error is not None:
            raise self._error
        if cursor.statusmessage != "COMMIT":
            raise psycopg.InternalError("The transaction had failed before COMMIT.")

    def roll_back(self) -> None:
        """Roll back, whatever became of the statements sent."""
        with suppress(psycopg.Error):
            self._connection.sent.sync()
        with suppress(psycopg.Error):
            self._connection.execute(b"ROLLBACK")
            self._connection.sent.sync()


class DeferredResult:
    """A statement's result, waited for when it is read."""

    def __init__(self, sql: PostgresSql, cursor: psycopg.RawCursor[Row]) -> None:
        self._sql = sql
        self.cursor = cursor

    @property
    def rowcount(self) -> int:
        self._sql.await_result(self.cursor)
        return self.cursor.rowcount

    def fetchone(self) -> Any:
        self._sql.await_result(self.cursor)
        return self.cursor.fetchone()

    def fetchall(self) -> list[Any]:
        self._sql.await_result(self.cursor)
        return self.cursor.fetchall()

    def __iter__(self) -> Iterator[Any]:
        return iter(self.fetchall())


@lru_cache(maxsize=512)
def numbered(statement: str) -> tuple[str, tuple[str, ...]]:
    """The statement with PostgreSQL's numbered placeholders, and the names of the values in their order.

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
