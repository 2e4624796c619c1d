"""The processes of the bot that are at work on a database, as they note themselves there."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import psycopg

from db.engines.postgres.errors import open_error, place_of
from db.engines.postgres.opening import EXCLUSIVE_LOCK, connect_read_only
from db.errors import StoreOpenError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NOW = "extract(epoch FROM clock_timestamp())::float8"
_LIVING = f"SELECT name FROM processes WHERE until > {NOW} ORDER BY name"  # noqa: S608  # constant
_TAKE_LOCK = "SELECT pg_advisory_lock(hashtextextended(%s, 0))"
_CLAIMS_LOCK = "shards"
"""The lock under which processes claim shards (db/tables/shards.py)."""


def live_processes(connection: psycopg.Connection[Any]) -> Sequence[str] | None:
    """The names of processes whose lease has not run out; None where the schema has none yet."""
    [(there,)] = connection.execute("SELECT to_regclass('processes') IS NOT NULL").fetchall()
    return [name for (name,) in connection.execute(_LIVING.encode()).fetchall()] if there else None


def refuse_if_in_use(url: str) -> None:
    """Raises: StoreOpenError: a bot is at work on the database, or nobody can look."""
    where = place_of(url)
    try:
        with connect_read_only(url) as connection:
            _refuse(where, live_processes(connection))
    except psycopg.Error as error:
        raise open_error(where, error) from error


@contextmanager
def exclusive(url: str) -> Iterator[None]:
    """Let no bot start on the database within the block: one that is opening it tries again later, and one that has
    opened it gets no shard.

    Raises:
        StoreOpenError: a bot is at work on the database, or nobody can look.
    """
    where = place_of(url)
    try:
        with connect_read_only(url) as connection:
            for lock in (EXCLUSIVE_LOCK, _CLAIMS_LOCK):
                connection.execute(_TAKE_LOCK, (lock,))
            _refuse(where, live_processes(connection))
            yield
    except psycopg.Error as error:
        raise open_error(where, error) from error


def _refuse(where: str, names: Sequence[str] | None) -> None:
    if names:
        raise StoreOpenError(
            f"{where} is used by the bot ({', '.join(names)}): stop all its processes first; one that was killed "
            "counts until its lease has run out, half a minute as a rule."
        )
