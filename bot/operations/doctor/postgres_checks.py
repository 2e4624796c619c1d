"""The doctor's checks of a PostgreSQL database: reaching it, its schema, and its clock."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import psycopg

from bot.operations.database.which_database import elapsed
from bot.operations.doctor.finding import Finding, bad, counted, doubtful, good
from bot.operations.doctor.reports import COUNTED, LATEST, report_findings
from db.engines.postgres.errors import open_error, place_of
from db.engines.postgres.opening import (
    OLDEST_SERVER,
    connect_read_only,
    require_sessions,
    require_usable,
    wrong_encoding,
)
from db.engines.postgres.processes import NOW, live_processes
from db.engines.postgres.schema import known_migrations, missing
from db.errors import StoreOpenError

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUBJECT = "database"
_AGE = f"SELECT {NOW} - greatest((SELECT max(beat) FROM shards), (SELECT max(at) FROM heartbeat))"  # noqa: S608
_FREE = f"""
SELECT number FROM shards
WHERE number < (SELECT shards FROM shard_plan)
    AND NOT EXISTS (SELECT 1 FROM processes WHERE name = owner AND until > {NOW})
ORDER BY number
"""  # noqa: S608  # constant
_OWNS_TABLES = """
SELECT coalesce(bool_and(pg_has_role(tableowner, 'USAGE')), true) FROM pg_tables WHERE schemaname = current_schema()
"""
"""Whether the user may change all tables, as a migration does."""
_MAX_CLOCK_SECONDS = 5.0


def check_postgres(url: str) -> Iterator[Finding]:
    """Check the database without changing it. No finding contains the password."""
    try:
        where = place_of(url)
        with connect_read_only(url) as connection:
            require_sessions(connection, url)
            yield from _contents(connection, where)
    except StoreOpenError as error:
        yield bad(_SUBJECT, str(error))
    except psycopg.Error as error:
        yield bad(_SUBJECT, str(open_error(where, error)))


def _contents(connection: psycopg.Connection[Any], where: str) -> Iterator[Finding]:
    version = connection.info.server_version // 10_000
    if version < OLDEST_SERVER:
        yield bad(_SUBJECT, f"{where} is PostgreSQL {version}; the bot needs {OLDEST_SERVER} or newer.")
        return
    require_usable(connection, where)
    tables = {
        name for (name,) in _ask(connection, "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    }
    if not tables:
        yield _empty(connection, where)
    else:
        yield _schema(connection, where, version)
        if wrong := wrong_encoding(connection):
            yield doubtful(_SUBJECT, f"{where} {wrong}")
        yield from _process(connection)
        if "reports" in tables:
            [(number,)] = _ask(connection, COUNTED)
            yield from report_findings(number, _ask(connection, LATEST))
    [(durable,)] = _ask(connection, "SHOW synchronous_commit")
    if durable == "off":
        yield doubtful(_SUBJECT, f"{where} has synchronous_commit off: a power cut loses moves that were answered.")
    yield _clock(connection)


def _empty(connection: psycopg.Connection[Any], where: str) -> Finding:
    [(may_create,)] = _ask(connection, "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)")
    if not may_create:
        return bad(_SUBJECT, str(open_error(where, psycopg.errors.InsufficientPrivilege())))
    return good(_SUBJECT, f"{where} is reached and empty; the bot makes its tables at its first start.")


def _schema(connection: psycopg.Connection[Any], where: str, version: int) -> Finding:
    known, yet_to_come = known_migrations()[-1].number, len(missing(connection, where, known_migrations()))
    [(is_owner,)] = _ask(connection, _OWNS_TABLES)
    if yet_to_come and not is_owner:
        return bad(_SUBJECT, str(open_error(where, psycopg.errors.InsufficientPrivilege())))
    [(size, live)] = _ask(
        connection,
        "SELECT pg_database_size(current_database()),"
        " (SELECT count(*) FROM tables WHERE phase IN ('lobby', 'playing'))",
    )
    note = f" Its schema {known - yet_to_come} is brought to {known} at the next start." if yet_to_come else ""
    tables = counted(live, "live table")
    return good(_SUBJECT, f"{where} is PostgreSQL {version}: {size / 1024:,.0f} KiB, {tables}.{note}")


def _process(connection: psycopg.Connection[Any]) -> Iterator[Finding]:
    """The running processes, and shards that none of them has; nothing for a schema older than shards."""
    names = live_processes(connection)
    if names is None:
        return
    if names:
        yield good("process", f"At work on this database: {', '.join(names)}.")
        free = [str(number) for (number,) in _ask(connection, _FREE)]
        if free:
            yield doubtful(
                "shards",
                f"No process has {'shard' if len(free) == 1 else 'the shards'} {', '.join(free)}: wait three minutes, "
                f"or start one with BOT_SHARDS=auto.",
            )
        return
    [(age,)] = _ask(connection, _AGE)
    if age is not None:
        yield good("process", f"No bot is running on this database now; the last one wrote to it {elapsed(age)}.")


def _clock(connection: psycopg.Connection[Any]) -> Finding:
    before = time.time()
    [(there,)] = _ask(connection, "SELECT extract(epoch FROM clock_timestamp())::float8")
    off = (before + time.time()) / 2 - there
    if abs(off) <= _MAX_CLOCK_SECONDS:
        return good("clock", "It agrees with the database's.")
    which = "ahead of" if off > 0 else "behind"
    said = f"This machine's clock is {abs(off):.0f} s {which} the database's"
    return doubtful("clock", f"{said}: switch on time synchronisation (NTP) on both.")


def _ask(connection: psycopg.Connection[Any], question: str) -> list[Any]:
    return connection.execute(question.encode()).fetchall()
