"""The schema's migrations on PostgreSQL: applied by one process at a time, each in one transaction."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import psycopg

from db.errors import StoreOpenError
from db.migrations.steps import HERE, migrations_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.migrations.steps import Migration

LOCK = 7_255_486_269_017
"""The advisory lock for checking and changing the schema; an arbitrary number, the same in all versions."""
LOCK_SECONDS = 5.0
"""How long to wait for that lock and for those of the tables, behind which all other sessions would wait as well."""

_RECORDS = """
CREATE TABLE IF NOT EXISTS migrations (
    number BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    checksum TEXT NOT NULL,
    oldest_code BIGINT NOT NULL,
    applied_at TIMESTAMPTZ NOT NULL DEFAULT now()
)
"""
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"


known_migrations = partial(migrations_in, HERE / "postgres")
"""The migrations known to this program, in order; read once."""


def migrate(connection: psycopg.Connection[Any], where: str, migrations: Sequence[Migration]) -> None:
    """Bring the schema up to date; a newer one that declares itself compatible with this program is left alone.

    Raises:
        StoreOpenError: the database belongs to another program, is too new for this one or had other migrations
            applied, or a migration failed (and was undone).
        psycopg.Error: the server has no room, was lost, or does not let this user do it, or another session has
            something locked; nothing was changed.
    """
    connection.execute("SELECT set_config('lock_timeout', %s, false)", (f"{LOCK_SECONDS * 1000:.0f}ms",))
    connection.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
    try:
        for migration in missing(connection, where, migrations):
            _apply(connection, where, migration)
    finally:
        if not connection.closed:
            connection.execute("SELECT pg_advisory_unlock(%s)", (LOCK,))


def missing(connection: psycopg.Connection[Any], where: str, migrations: Sequence[Migration]) -> Sequence[Migration]:
    """The migrations that have yet to be applied.

    Raises:
        StoreOpenError: the database belongs to another program, is too new for this one or had other migrations
            applied.
    """
    tables = {name for (name,) in connection.execute(_TABLES).fetchall()}
    if not tables:
        return migrations
    if "migrations" not in tables:
        raise StoreOpenError(f"{where} belongs to another program: give the bot a database of its own.")
    records = connection.execute("SELECT number, name, checksum, oldest_code FROM migrations ORDER BY 1").fetchall()
    known = {migration.number: migration for migration in migrations}
    newest = migrations[-1].number
    for number, name, checksum, oldest in records:
        if oldest > newest:
            raise StoreOpenError(
                f"{where} was written by a newer version of the bot (schema {number}, this version knows {newest}): "
                f"update the bot, or restore a backup from this version."
            )
        if number <= newest and (number not in known or known[number].checksum != checksum):
            raise StoreOpenError(
                f"{where} was made with another “{name}” than this program has: use the version of the bot that made "
                f"it."
            )
    applied = max((number for number, *_ in records), default=0)
    if records and migrations[0].number not in {number for number, *_ in records}:
        raise StoreOpenError(f"{where} lacks the first step of its schema: restore a backup.")
    return [migration for migration in migrations if migration.number > applied]


def _apply(connection: psycopg.Connection[Any], where: str, migration: Migration) -> None:
    try:
        with connection.transaction():
            connection.execute(_RECORDS)
            connection.execute(migration.text.encode())
            connection.execute(
                "INSERT INTO migrations (number, name, checksum, oldest_code) VALUES (%s, %s, %s, %s)",
                (migration.number, migration.name, migration.checksum, migration.oldest_code),
            )
    except (psycopg.errors.InsufficientPrivilege, psycopg.errors.DiskFull, psycopg.errors.LockNotAvailable):
        raise
    except psycopg.Error as error:
        if connection.closed:
            raise
        reason = error.diag.message_primary or type(error).__name__
        raise StoreOpenError(
            f"{where} could not be brought up to date ({migration.name}: {reason}); it is as it was before."
        ) from error
