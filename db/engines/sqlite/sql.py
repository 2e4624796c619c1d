"""SQLite's connection as the store's functions see it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TypeAlias, TypeVar

from db.sql import Dialect

T = TypeVar("T")

_INDEXES = {"tables.channel_id": "one_live_table_a_channel"}
"""Unique indexes by the columns that SQLite's errors name; PostgreSQL's name the index."""


def _broken_constraint(error: Exception) -> str:
    text = str(error)
    return next((name for column, name in _INDEXES.items() if column in text), "")


DIALECT = Dialect(
    integrity_error=sqlite3.IntegrityError,
    broken_constraint=_broken_constraint,
    merge_settings="json_patch({}, {})",
    by_leaderboards="INDEXED BY leaderboards",
    held="",
    not_held="",
)


class SqliteSql(sqlite3.Connection):
    """With one process and one writing transaction at a time, nobody needs to be locked out or notified."""

    dialect = DIALECT

    def lock(self, name: str, /) -> None:
        """Nothing to do."""

    def notify(self, notice: str, /) -> None:
        """Nothing to do."""


SqliteWork: TypeAlias = Callable[[SqliteSql], T]
"""Work that may also use what only SQLite has."""
