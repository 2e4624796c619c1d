"""Errors of the server, each in one plain line that never contains the password or a stored value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from bot.tables.model.stores import DISK_FULL, STORE_AWAY, StoreUnavailableError
from db.errors import StoreAwayError, StoreOpenError

if TYPE_CHECKING:
    from collections.abc import Mapping

_LAST_PORT = 65_535
_SHUTDOWN = "57P"
"""What the states of a server that shuts down begin with."""
_LOOKS = "postgresql://user:password@host:5432/database"


def _refusal(pattern: str, kind: type[StoreOpenError], said: str) -> tuple[re.Pattern[str], type[StoreOpenError], str]:
    return re.compile(pattern, re.IGNORECASE), kind, said


_REFUSALS = (
    _refusal(
        "password authentication failed|no password supplied",
        StoreOpenError,
        "the server refuses the user or the password: check both in DATABASE_URL",
    ),
    _refusal(
        'database ".*" does not exist',  # "database" alone may be the host name
        StoreOpenError,
        "there is no such database: create it (createdb), or correct DATABASE_URL",
    ),
    _refusal(
        'role ".*" does not exist',
        StoreOpenError,
        "there is no such user: create it (createuser), or correct DATABASE_URL",
    ),
    _refusal(
        "pg_hba.conf",
        StoreOpenError,
        "the server lets nobody in from here: allow this machine in its pg_hba.conf",
    ),
    _refusal(
        "is not permitted to log in",
        StoreOpenError,
        "the user may not log in: allow it (ALTER ROLE … LOGIN), or correct DATABASE_URL",
    ),
    _refusal(
        "permission denied for database",
        StoreOpenError,
        "the user may not connect to that database: allow it (GRANT CONNECT), or correct DATABASE_URL",
    ),
    _refusal(
        "^(?:connection is bad: )?((?:invalid|bad|weak) .+)",  # before anything is sent
        StoreOpenError,
        "the address cannot be used ({}): correct it after the “?” in DATABASE_URL",
    ),
    _refusal(
        "resolve host|translate host name|name or service not known",
        StoreAwayError,  # nor is any name while the network is away
        "its host's name is not known: correct DATABASE_URL, or check the network",
    ),
    _refusal(
        "too many clients|remaining connection slots",
        StoreAwayError,
        "the server has no connection left: raise its max_connections",
    ),
    _refusal(
        "too many connections for",
        StoreAwayError,
        "the user or the database has no connection left: raise its CONNECTION LIMIT",
    ),
    _refusal(
        "session is (?:not )?read-only|server is (?:not )?in hot standby mode",
        StoreAwayError,
        "no server there is what target_session_attrs asks for: promote the standby, or correct DATABASE_URL",
    ),
    _refusal(
        "failed: ((?:root |server |SSL error: )?certificate .*|server does not support SSL.*|channel binding .*)",
        StoreAwayError,  # until a certificate is renewed, say
        "the connection cannot be encrypted ({}): check sslmode and the certificates",
    ),
    _refusal(
        "FATAL:  (.+)",  # in the server's language
        StoreAwayError,
        "the server refuses the connection (“{}”): check the server and DATABASE_URL",
    ),
)
"""Errors of connecting that have no class of their own: how to recognise them, and what to say."""


def place_of(url: str) -> str:
    """The database that the address names, without the password.

    Raises:
        StoreOpenError: it is not the address of a database.

    >>> place_of("postgresql://bot:secret@db.example:5433/tables")
    'PostgreSQL database tables at db.example:5433'
    """
    if not url.startswith(("postgresql://", "postgres://")):
        raise StoreOpenError(f"DATABASE_URL is no address of a PostgreSQL database: it looks like {_LOOKS}.")
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:  # its text repeats the whole URL, including the password
        raise _not_understood() from None
    if _has_misplaced_password(url, parts):
        raise _not_understood()
    host = parts.get("host") or parts.get("hostaddr") or "this machine"
    name = parts.get("dbname") or parts.get("user") or "postgres"
    return f"PostgreSQL database {name} at {host}:{parts.get('port') or 5432}"


def _not_understood() -> StoreOpenError:
    return StoreOpenError(
        f"DATABASE_URL cannot be understood: it looks like {_LOOKS}, and in the password a sign like @, / or % is "
        f"written as %40, %2F or %25."
    )


def _has_misplaced_password(url: str, parts: Mapping[str, Any]) -> bool:
    """Whether the host, port or database may contain a part of the password: after its “/” or “@” that is not written
    as %2F or %40, or because the host is missing.
    """
    _, _, path = url.partition("://")[2].partition("?")[0].partition("/")
    ports = filter(None, str(parts.get("port") or "").split(","))
    return "@" in path or "@" in str(parts.get("host") or "") or not all(map(_is_port, ports))


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdecimal() and 0 < int(text) <= _LAST_PORT


def open_error(where: str, error: psycopg.Error) -> StoreOpenError:
    """Message for an error while connecting or checking the schema."""
    for pattern, kind, said in _REFUSALS:
        if found := pattern.search(str(error)):
            return kind(f"{where}: {said.format(*found.groups())}.")
    kind = StoreOpenError
    if isinstance(error, psycopg.errors.InsufficientPrivilege):
        said = (
            "the user may not create tables there, or not change those that are there: make it the owner of the "
            "database and of its tables"
        )
    elif isinstance(error, psycopg.errors.DiskFull):
        kind, said = StoreAwayError, "the server's disk is full: make room there"
    elif isinstance(error, psycopg.errors.LockNotAvailable):
        kind = StoreAwayError
        said = "another session has the schema or a table locked, an update or a backup perhaps: wait until it is done"
    elif isinstance(error, psycopg.OperationalError) and not (error.sqlstate or _SHUTDOWN).startswith(_SHUTDOWN):
        kind = StoreAwayError
        said = f"the server refuses (“{error.diag.message_primary}”): check the server and DATABASE_URL"
    elif isinstance(error, psycopg.OperationalError):
        kind = StoreAwayError
        said = "the server does not answer there: check that it runs, its host and port, and the network"
    else:
        said = f"it cannot be used ({error.diag.message_primary or type(error).__name__})"
    return kind(f"{where}: {said}.")


def is_bug(error: psycopg.Error) -> bool:
    """Whether a transaction failed by a bug in this program, not by the server or by what its administrator did to the
    tables.
    """
    by_administrator = (psycopg.errors.InsufficientPrivilege, psycopg.errors.UndefinedTable)
    bugs = (psycopg.IntegrityError, psycopg.ProgrammingError, psycopg.DataError)
    return isinstance(error, bugs) and not isinstance(error, by_administrator)


def unavailable(error: psycopg.Error) -> StoreUnavailableError:
    """Message for a transaction that was rolled back because the server failed."""
    if isinstance(error, psycopg.errors.DiskFull):
        return StoreUnavailableError(DISK_FULL)
    return StoreUnavailableError(STORE_AWAY)
