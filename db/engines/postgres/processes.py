"""The processes of the bot that are at work on a database, as they note themselves there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import psycopg

from db.engines.postgres.errors import not_opened, place_of
from db.engines.postgres.opening import connect_to_look
from db.errors import StoreOpenError

if TYPE_CHECKING:
    from collections.abc import Sequence

NOW = "extract(epoch FROM clock_timestamp())::float8"
_LIVING = f"SELECT name FROM processes WHERE until > {NOW} ORDER BY name"  # noqa: S608  # constant


def living(connection: psycopg.Connection[Any]) -> Sequence[str] | None:
    """The names of processes whose lease has not run out; None where the schema has none yet."""
    [(there,)] = connection.execute("SELECT to_regclass('processes') IS NOT NULL").fetchall()
    return [name for (name,) in connection.execute(_LIVING.encode()).fetchall()] if there else None


def refuse_beside_others(url: str) -> None:
    """Raises: StoreOpenError: a bot is at work on the database, or nobody can look."""
    where = place_of(url)
    try:
        with connect_to_look(url) as connection:
            names = living(connection)
    except psycopg.Error as error:
        raise not_opened(where, error) from error
    if names:
        raise StoreOpenError(
            f"{where} is used by the bot ({', '.join(names)}): stop all its processes first; one that was killed "
            "counts until its lease has run out, half a minute as a rule."
        )
