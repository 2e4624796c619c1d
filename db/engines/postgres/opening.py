"""Connecting to the server: settings of every connection, and the check before the first."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from db.engines.postgres.errors import open_error, place_of
from db.engines.postgres.schema import migrate
from db.engines.postgres.sql import Connection, adapt
from db.errors import StoreAwayError, StoreOpenError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.migrations.steps import Migration

OLDEST_SERVER = 15
EXCLUSIVE_LOCK = "alone"
"""The advisory lock of a command that works on the database alone."""
_TRY_SHARED_LOCK = "SELECT pg_try_advisory_xact_lock_shared(hashtextextended(%s, 0))"

_DEFAULTS: dict[str, Any] = {
    "application_name": "rummy-table",
    "connect_timeout": 5,
    "client_encoding": "utf8",
    # Whichever side is waiting notices a cut network within half a minute.
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
# A client cut off in mid-transaction loses it before others that wait for its locks give up.
_SETTINGS = (
    "SET statement_timeout = '10s'; SET lock_timeout = '5s'; SET idle_in_transaction_session_timeout = '3s';"
    " SET timezone = 'UTC'"
)
_ACCEPTS_NO_CHANGES = """
SELECT pg_is_in_recovery()
    OR (SELECT reset_val = 'on' FROM pg_settings WHERE name = 'default_transaction_read_only')
"""
_FORBIDDEN = """
SELECT count(*) FROM pg_tables
WHERE schemaname = current_schema() AND tablename IN ('migrations', 'tables')
    AND NOT (
        has_table_privilege(format('%I.%I', schemaname, tablename), 'SELECT')
        AND has_table_privilege(format('%I.%I', schemaname, tablename), 'INSERT')
        AND has_table_privilege(format('%I.%I', schemaname, tablename), 'UPDATE')
        AND has_table_privilege(format('%I.%I', schemaname, tablename), 'DELETE')
    )
"""
_SESSION_MARK = "rummy_table.session"
"""A setting that no other program has, to tell sessions apart."""
_ANY_SIGN = ("UTF8", "SQL_ASCII")
"""The encodings with every sign; the second one stores what it gets."""


def conninfo_of(url: str) -> str:
    """The address with the bot's own connection settings; settings in the address take precedence.

    Raises:
        StoreOpenError: it is no address of a database.
    """
    place_of(url)
    return make_conninfo("", **_DEFAULTS | conninfo_to_dict(url))


def configure(connection: Connection) -> None:
    """Prepare a new connection: transactions are explicit and time-limited."""
    connection.autocommit = True
    connection.prepare_threshold = 2
    connection.execute(_SETTINGS)
    adapt(connection)
    connection.start_sending()


def connect_read_only(url: str) -> psycopg.Connection[Any]:
    """Open a connection for reading only.

    Raises:
        StoreOpenError: it is no address of a database.
        psycopg.Error: the server cannot be reached.
    """
    connection = psycopg.connect(conninfo_of(url), autocommit=True)
    connection.execute("SET default_transaction_read_only = on")
    return connection


def open_checked(url: str, migrations: Sequence[Migration]) -> None:
    """Connect once, check the server's version and bring the schema up to date.

    Raises:
        StoreOpenError: with one line for the host; StoreAwayError while a command works on the database alone, or the
            server accepts no changes.
    """
    where, conninfo = place_of(url), conninfo_of(url)
    try:
        with psycopg.connect(conninfo, autocommit=True) as connection:
            version = connection.info.server_version // 10_000
            if version < OLDEST_SERVER:
                raise StoreOpenError(f"{where} is PostgreSQL {version}; the bot needs {OLDEST_SERVER} or newer.")
            [(is_free,)] = connection.execute(_TRY_SHARED_LOCK, (EXCLUSIVE_LOCK,)).fetchall()
            if not is_free:
                raise StoreAwayError(f"{where}: a command is using it exclusively; the bot starts when that is done.")
            require_sessions(connection, url)
            require_usable(connection, where)
            migrate(connection, where, migrations)
    except psycopg.Error as error:
        raise open_error(where, error) from error


def require_usable(connection: psycopg.Connection[Any], where: str) -> None:
    """Check that the bot can keep what it saves there.

    Raises:
        StoreOpenError: there is no schema for the tables, the user may not change them, or there are none yet and the
            encoding lacks signs.
        StoreAwayError: the server accepts no changes, as a standby does until it is promoted.
    """
    [(accepts_none,)] = connection.execute(_ACCEPTS_NO_CHANGES).fetchall()
    if accepts_none:
        raise StoreAwayError(
            f"{where} accepts no changes: it is a standby, or default_transaction_read_only is on. Name the primary in "
            "DATABASE_URL, or switch that off."
        )
    [(schema,)] = connection.execute("SELECT current_schema()").fetchall()
    if schema is None:
        raise StoreOpenError(
            f"{where}: no schema of its search_path is there and may be used: create it, allow it (GRANT USAGE ON "
            "SCHEMA), or correct search_path."
        )
    [(forbidden,)] = connection.execute(_FORBIDDEN).fetchall()
    if forbidden:
        raise open_error(where, psycopg.errors.InsufficientPrivilege())
    [(number,)] = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()").fetchall()
    if not number and (wrong := wrong_encoding(connection)):
        raise StoreOpenError(f"{where} {wrong}")


def require_sessions(connection: psycopg.Connection[Any], url: str) -> None:
    """Check that each connection has a session of its own: through a pooler that lends one to every transaction, no
    notice of another process would arrive, and settings and locks would be those of others.

    Raises:
        StoreOpenError: what one connection sets, another one finds.
        psycopg.Error: the server cannot be reached.
    """
    own = os.urandom(8).hex()
    connection.execute("SELECT set_config(%s, %s, false)", (_SESSION_MARK, own))
    with psycopg.connect(conninfo_of(url), autocommit=True) as other:
        [(found,)] = other.execute("SELECT current_setting(%s, true)", (_SESSION_MARK,)).fetchall()
    if found == own:
        raise StoreOpenError(
            f"{place_of(url)} is reached through a pooler in transaction mode, but the bot needs sessions of its own: "
            "name the server itself in DATABASE_URL, or a pooler in session mode."
        )


def wrong_encoding(connection: psycopg.Connection[Any]) -> str:
    """What is wrong with the database's encoding and what to do, after the database's name; empty if nothing is."""
    encoding = connection.info.parameter_status("server_encoding")
    if encoding in _ANY_SIGN:
        return ""
    return (
        f"has the encoding {encoding}, which lacks most signs of names and cards: make another one with `createdb "
        "--encoding=UTF8 --template=template0`."
    )
