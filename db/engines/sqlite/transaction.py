"""Atomic transactions on a plain connection, batched where possible."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from db.engines.sqlite.errors import result_code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.engines.sqlite.sql import SqliteSql, SqliteWork

T = TypeVar("T")

READ, WRITE = "BEGIN", "BEGIN IMMEDIATE"
"""How a transaction begins; a read-only one blocks nobody."""


def transaction(sql: SqliteSql, work: SqliteWork[T], begin: str = WRITE) -> T:
    """Run the work between BEGIN and COMMIT; any error, including COMMIT's, rolls it back.

    WRITE takes the write lock before anything is read; READ takes none. If even ROLLBACK fails, `sql.in_transaction`
    stays true and the connection can only be closed.
    """
    sql.execute(begin)
    try:
        result = work(sql)
        sql.execute("COMMIT")
    except BaseException:
        # After some failures (full disk, I/O error) SQLite has already rolled back, and ROLLBACK would be an error.
        if sql.in_transaction:
            with suppress(sqlite3.Error):
                sql.execute("ROLLBACK")
        raise
    return result


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a transaction, or why it was rolled back."""

    value: Any = None
    error: Exception | None = None


def run_batch(sql: SqliteSql, works: Sequence[SqliteWork[Any]], begin: str = WRITE) -> list[Outcome]:
    """Run all works in one transaction, or, if that fails, each in its own; return their outcomes.

    If another program has the file locked, all have already waited for it, and none is retried.
    """
    if len(works) > 1:
        try:
            return [Outcome(value) for value in transaction(sql, lambda sql: [w(sql) for w in works], begin)]
        except sqlite3.OperationalError as error:
            if result_code(error).startswith("SQLITE_BUSY"):
                return [Outcome(error=error)] * len(works)
        except Exception:  # noqa: BLE001, S110  # each hears of its own below
            pass
    outcomes = []
    for work in works:
        try:
            outcomes.append(Outcome(transaction(sql, work, begin)))
        except Exception as error:  # noqa: BLE001  # whoever asked gets it, in another thread
            outcomes.append(Outcome(error=error))
    return outcomes
