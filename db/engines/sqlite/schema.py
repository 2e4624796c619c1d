"""The schema's numbered migrations: each is applied and recorded once, in one transaction."""

from __future__ import annotations

import re
import sqlite3
from functools import partial
from typing import TYPE_CHECKING

from db.engines.sqlite.errors import open_error
from db.engines.sqlite.transaction import transaction
from db.errors import StoreAwayError, StoreOpenError
from db.migrations.steps import HERE, migrations_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from db.engines.sqlite.sql import SqliteSql
    from db.migrations.steps import Migration

_RECORDS = """
CREATE TABLE IF NOT EXISTS migrations (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    checksum TEXT NOT NULL,
    applied_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) STRICT
"""


known_migrations = partial(migrations_in, HERE / "sqlite")
"""The migrations known to this program, in order; read once."""


def statements(text: str) -> Iterator[str]:
    """Split an SQL script into statements; semicolons in strings, comments and triggers do not end one.

    `executescript` splits too, but it commits first.
    """
    statement = ""
    for piece in re.split(r"(?<=;)", text):
        statement += piece
        if sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""
    if statement.strip():
        yield statement.strip()


def migrate(sql: SqliteSql, path: Path, migrations: Sequence[Migration]) -> None:
    """Bring the schema up to date.

    Raises:
        StoreOpenError: the file belongs to another program, is newer than this program or had other migrations
            applied, or a migration failed (and was rolled back).
    """
    applied = check_applied(sql, path, migrations)
    # A migration may rebuild a table that others refer to; foreign keys are checked before the commit instead.
    sql.execute("PRAGMA foreign_keys = OFF")
    for migration in migrations[applied:]:
        _apply(sql, path, migration)
    sql.execute("PRAGMA foreign_keys = ON")


def check_applied(sql: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> int:
    """The number of migrations applied, all known to this program.

    Raises:
        StoreOpenError: the file belongs to another program, is newer than this program or had other migrations applied.
    """
    tables = {name for (name,) in sql.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()}
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


def _apply(sql: SqliteSql, path: Path, migration: Migration) -> None:
    def step(sql: SqliteSql) -> None:
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
        if isinstance(known := open_error(path, error), StoreAwayError):
            raise known from error
        raise StoreOpenError(
            f"{path} could not be brought up to date ({migration.name}: {error}); it is as it was before."
        ) from error


def _forbid_transactions(operation: int, *_: object) -> int:
    """Authorizer for a migration's statements: a COMMIT among them would leave it half applied."""
    return sqlite3.SQLITE_DENY if operation == sqlite3.SQLITE_TRANSACTION else sqlite3.SQLITE_OK
