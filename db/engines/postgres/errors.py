"""Errors of the server, each in one plain line that never contains the password or a stored value."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from bot.tables.model.stores import DISK_FULL, PERHAPS_DONE, STORE_AWAY, StoreUnavailableError
from db.errors import StoreAwayError, StoreOpenError

if TYPE_CHECKING:
    from collections.abc import Mapping

_LAST_PORT = 65_535
_LOOKS = "postgresql://user:password@host:5432/database"


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


def not_opened(where: str, error: psycopg.Error) -> StoreOpenError:
    """Message for an error while connecting or checking the schema."""
    text, kind = str(error).lower(), StoreOpenError
    if "password authentication failed" in text or "no password supplied" in text:
        said = "the server refuses the user or the password: check both in DATABASE_URL"
    elif re.search(r'database ".*" does not exist', text):  # "database" alone may be the host name
        said = "there is no such database: create it (createdb), or correct DATABASE_URL"
    elif re.search(r'role ".*" does not exist', text):
        said = "there is no such user: create it (createuser), or correct DATABASE_URL"
    elif "pg_hba.conf" in text:
        said = "the server lets nobody in from here: allow this machine in its pg_hba.conf"
    elif "resolve host" in text or "translate host name" in text or "name or service not known" in text:
        kind = StoreAwayError  # nor is any name while the network is away
        said = "its host's name is not known: correct DATABASE_URL, or check the network"
    elif isinstance(error, psycopg.errors.InsufficientPrivilege):
        said = "the user may not create tables there: make it the database's owner"
    elif isinstance(error, psycopg.errors.DiskFull):
        kind, said = StoreAwayError, "the server's disk is full: make room there"
    elif "too many clients" in text or "remaining connection slots" in text:
        kind, said = StoreAwayError, "the server has no connection left: raise its max_connections"
    elif isinstance(error, psycopg.OperationalError):
        kind = StoreAwayError
        said = "the server does not answer there: check that it runs, its host and port, and the network"
    else:
        said = f"it cannot be used ({error.diag.message_primary or type(error).__name__})"
    return kind(f"{where}: {said}.")


def not_done(error: psycopg.Error) -> StoreUnavailableError:
    """Message for a transaction that was rolled back because the server failed."""
    if isinstance(error, psycopg.errors.DiskFull):
        return StoreUnavailableError(DISK_FULL)
    return StoreUnavailableError(STORE_AWAY)


def perhaps_done() -> StoreUnavailableError:
    """Message for a transaction whose connection was lost during the commit."""
    return StoreUnavailableError(PERHAPS_DONE)
