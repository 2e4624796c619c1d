"""The schema's numbered steps: each is applied once, in one transaction with the record that it was."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from db.engines.sqlite.transaction import transaction
from db.errors import StoreOpenError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MIGRATIONS = Path(__file__).parents[2] / "migrations"

_RECORDS = """
CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    checksum TEXT NOT NULL,
    applied_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) STRICT
"""


class Migration(NamedTuple):
    """One step: `name` is its file's name without `.sql`, such as `0001_tables`; numbers count from 1."""

    number: int
    name: str
    text: str

    @property
    def checksum(self) -> str:
        """The SHA-256 of the text in hex; the same whether the file has Unix or Windows line ends."""
        return hashlib.sha256("\n".join(self.text.splitlines()).encode()).hexdigest()


@cache
def known_migrations(folder: Path = MIGRATIONS) -> tuple[Migration, ...]:
    """The steps this program knows, in order; read once.

    Raises:
        ValueError: the files are not numbered 0001, 0002, … without a gap.
    """
    files = sorted(folder.glob("*.sql"))
    for number, file in enumerate(files, 1):
        if re.match(rf"{number:04}_\w+\.sql$", file.name) is None:
            raise ValueError(f"Migration {file.name} should be number {number:04}.")
    return tuple(
        Migration(number, file.stem, file.read_text(encoding="utf-8")) for number, file in enumerate(files, 1)
    )


def statements(text: str) -> Iterator[str]:
    """The single statements of an SQL text; a semicolon in a string, comment or trigger ends none.

    `executescript` would do the splitting too, but it commits first.
    """
    statement = ""
    for piece in re.split(r"(?<=;)", text):
        statement += piece
        if sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""
    if statement.strip():
        yield statement.strip()


def migrate(sql: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> None:
    """Bring the schema up to date.

    Raises:
        StoreOpenError: the file is another program's, is newer than this program, was made by other steps than
            these, or a step failed (which leaves the file as the step before left it).
    """
    applied = _check_applied(sql, path, migrations)
    # A step may rebuild a table that others refer to; each is checked before it is committed instead.
    sql.execute("PRAGMA foreign_keys = OFF")
    for migration in migrations[applied:]:
        _apply(sql, path, migration)
    sql.execute("PRAGMA foreign_keys = ON")


def _check_applied(sql: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> int:
    """How many steps were applied, all of them known to this program."""
    tables = {
        name for (name,) in sql.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    }
    if not tables:
        return 0
    if "migrations" not in tables:
        raise StoreOpenError(f"{path} belongs to another program: give the bot a file of its own.")
    records = sql.execute("SELECT number, name, checksum FROM migrations ORDER BY number").fetchall()
    if len(records) > len(migrations):
        raise StoreOpenError(
            f"{path} was written by a newer version of the bot (schema {len(records)}, this version knows "
            f"{len(migrations)}): update the bot, or restore a backup from this version."
        )
    for (number, name, checksum), migration in zip(records, migrations, strict=False):
        if (number, checksum) != (migration.number, migration.checksum):
            raise StoreOpenError(
                f"{path} was made with another “{name}” than this program has: use the version of the bot that made it."
            )
    return len(records)


def _apply(sql: sqlite3.Connection, path: Path, migration: Migration) -> None:
    def step(sql: sqlite3.Connection) -> None:
        sql.execute(_RECORDS)
        sql.set_authorizer(_forbid_transactions)
        try:
            for statement in statements(migration.text):
                sql.execute(statement)
        finally:
            sql.set_authorizer(None)
        if sql.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise sqlite3.IntegrityError("rows refer to rows that are not there")
        sql.execute(
            "INSERT INTO migrations (number, name, checksum) VALUES (?, ?, ?)",
            (migration.number, migration.name, migration.checksum),
        )

    try:
        transaction(sql, step)
    except sqlite3.Error as error:
        raise StoreOpenError(
            f"{path} could not be brought up to date ({migration.name}: {error}); it is as it was before."
        ) from error


def _forbid_transactions(operation: int, *_: object) -> int:
    """An authorizer for a step's own statements: a COMMIT among them would leave half a step behind."""
    return sqlite3.SQLITE_DENY if operation == sqlite3.SQLITE_TRANSACTION else sqlite3.SQLITE_OK
