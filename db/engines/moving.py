"""Copies everything in a SQLite file into an empty PostgreSQL database, in one transaction, and compares both."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import psycopg
from psycopg import sql as text

from db.engines.postgres.errors import open_error, place_of
from db.engines.postgres.opening import conninfo_of, open_checked
from db.engines.postgres.processes import exclusive
from db.engines.postgres.schema import known_migrations as postgres_migrations
from db.engines.sqlite.errors import is_there
from db.engines.sqlite.errors import open_error as file_error
from db.engines.sqlite.opening import open_locked
from db.engines.sqlite.schema import known_migrations as sqlite_migrations
from db.errors import StoreOpenError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

PROCESS_TABLES = ("heartbeat", "shards", "processes", "shard_plan")
"""Tables that a bot fills before anybody has played; their rows are replaced."""
_BATCH_SIZE = 500
_IDENTITY_TABLES = """
SELECT table_name FROM information_schema.columns
WHERE table_schema = current_schema() AND column_name = 'id' AND is_identity = 'YES'
"""
"""The tables whose rows the server numbers."""


class CopiedTable(NamedTuple):
    """A table's number of rows, and a hash of them that does not depend on their order; the same on both sides."""

    table: str
    rows: int
    hash: str


@contextmanager
def opened(path: Path, url: str) -> Iterator[Move]:
    """Open both, keep bots from using either, and bring both schemas up to date.

    Raises:
        StoreOpenError: with one line for the host: one of them cannot be opened or is in use, or the database is not
            empty.
    """
    if not is_there(path):
        raise StoreOpenError(f"There is no database at {path}: name the SQLite file to move.")
    where = place_of(url)
    open_checked(url, postgres_migrations())  # first, so that a server that cannot be used leaves the file as it is
    lock, file = open_locked(path.resolve(), sqlite_migrations())
    try:
        with closing(file), exclusive(url), psycopg.connect(conninfo_of(url)) as server:
            move = Move(file, server, where)
            move.require_empty()
            yield move
    except psycopg.Error as error:
        raise open_error(where, error) from error
    except sqlite3.Error as error:
        raise file_error(path, error) from error
    finally:
        lock.release()


class Move:
    """A file and a database, both open; nothing is stored before `run` has compared them."""

    def __init__(self, file: sqlite3.Connection, server: psycopg.Connection[Any], where: str) -> None:
        self._file = file
        self._server = server
        self._where = where
        self._columns = {table: self._columns_of(table) for table in self._tables()}
        self.sizes = {table: self._count(table) for table in self._columns}

    def require_empty(self) -> None:
        """Raises: StoreOpenError: the database already has games."""
        for table in self._columns:
            name = text.Identifier(table)
            self._server.execute(text.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(name))
            if table in PROCESS_TABLES:
                self._server.execute(text.SQL("DELETE FROM {}").format(name))
            elif self._server.execute(text.SQL("SELECT 1 FROM {} LIMIT 1").format(name)).fetchone():
                raise StoreOpenError(f"{self._where} is not empty (it has rows in “{table}”): make a new database.")

    def run(self, on_progress: Callable[[str, int], None]) -> Iterator[CopiedTable]:
        """Copy table by table, reporting the numbers of rows, and commit once all are the same on both sides. The
        server analyzes each, as it would choose slow plans until then.

        Raises:
            StoreOpenError: a table differs; nothing was stored.
        """
        for table in self._columns:
            copied = self._copy_table(table, on_progress)
            if self._read_back(table) != copied:
                raise StoreOpenError(f"“{table}” is not the same in {self._where}: nothing was moved.")
            self._server.execute(text.SQL("ANALYZE {}").format(text.Identifier(table)))
            yield copied
        self._continue_sequences()
        self._server.commit()

    def _copy_table(self, table: str, on_progress: Callable[[str, int], None]) -> CopiedTable:
        tally = Tally()
        into = text.SQL("COPY {} ({}) FROM STDIN").format(text.Identifier(table), self._names(table))
        with self._server.cursor() as cursor, cursor.copy(into) as copy:
            for rows in self._rows(table):
                for row in rows:
                    tally.add(row)
                    copy.write_row(row)
                on_progress(table, len(rows))
        return tally.of(table)

    def _read_back(self, table: str) -> CopiedTable:
        """The table as the server has it now."""
        tally = Tally()
        with self._server.cursor(name="moved") as cursor:
            cursor.itersize = _BATCH_SIZE
            for row in cursor.execute(text.SQL("SELECT {} FROM {}").format(self._names(table), text.Identifier(table))):
                tally.add(row)
        return tally.of(table)

    def _rows(self, table: str) -> Iterator[list[tuple[Any, ...]]]:
        """Yield rows in key order, because a rematch refers to an earlier table."""
        columns = ", ".join(f'"{column}"' for column in self._columns[table])
        cursor = self._file.execute(f'SELECT {columns} FROM "{table}" ORDER BY 1')  # noqa: S608  # the schema's names
        while found := cursor.fetchmany(_BATCH_SIZE):
            yield [tuple(map(_storable, row)) for row in found]

    def _continue_sequences(self) -> None:
        """Continue the id sequences, so that no new row has the id of one that was moved, and an old button never names
        a newer table, even if its own was deleted.
        """
        counted = dict(self._file.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
        for (table,) in self._server.execute(_IDENTITY_TABLES).fetchall():
            if table not in self._columns:
                continue
            (highest,) = self._file.execute(f'SELECT max(id) FROM "{table}"').fetchone()  # noqa: S608  # the schema's
            last = max(highest or 0, counted.get(table, 0))
            restart = text.SQL("ALTER TABLE {} ALTER COLUMN id RESTART WITH {}")
            self._server.execute(restart.format(text.Identifier(table), text.Literal(last + 1)))

    def _tables(self) -> list[str]:
        """The tables in both databases, referenced ones first."""
        found = [
            name
            for (name,) in self._file.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
            if name != "migrations" and not name.startswith("sqlite_")
        ]
        ordered: list[str] = []
        while found:
            ready = [name for name in found if self._referenced_tables(name) <= {name, *ordered}]
            ordered += ready
            found = [name for name in found if name not in ready]
        return ordered

    def _referenced_tables(self, table: str) -> set[str]:
        return {row[2] for row in self._file.execute(f'PRAGMA foreign_key_list("{table}")')}

    def _columns_of(self, table: str) -> list[str]:
        return [row[1] for row in self._file.execute(f'PRAGMA table_info("{table}")')]

    def _names(self, table: str) -> text.Composed:
        return text.SQL(", ").join(map(text.Identifier, self._columns[table]))

    def _count(self, table: str) -> int:
        return int(self._file.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0])  # noqa: S608  # the schema's


class Tally:
    """Counts rows and adds up their hashes, so that their order makes no difference."""

    def __init__(self) -> None:
        self.rows, self._sum = 0, 0

    def add(self, row: Iterable[Any]) -> None:
        self.rows += 1
        self._sum += int.from_bytes(hashlib.sha256(repr(tuple(row)).encode()).digest())

    def of(self, table: str) -> CopiedTable:
        """What was counted, as that table's; the hash has 64 hex digits."""
        return CopiedTable(table, self.rows, f"{self._sum % 2**256:064x}")


def _storable(value: Any) -> Any:
    """The value without NUL characters, which PostgreSQL's texts cannot hold and no name or action needs."""
    return value.replace("\0", "") if isinstance(value, str) else value
