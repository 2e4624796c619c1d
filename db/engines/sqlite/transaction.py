"""Transactions on a plain connection: each whole or not at all, and many as one where they can be."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from db.errors import result_code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.database import Work

T = TypeVar("T")

READ, WRITE = "BEGIN", "BEGIN IMMEDIATE"
"""How a transaction begins: one that only reads takes no lock that others wait for."""


def transaction(sql: sqlite3.Connection, work: Work[T], begin: str = WRITE) -> T:
    """Do the work between BEGIN and COMMIT; whatever is raised, COMMIT's own errors too, is rolled back.

    Who may write takes the write lock before anything is read; a connection that only reads takes none.
    When even ROLLBACK fails, `sql.in_transaction` stays true and the connection is fit for closing only.
    """
    sql.execute(begin)
    try:
        result = work(sql)
        sql.execute("COMMIT")
    except BaseException:
        # SQLite rolls some failures back by itself (a full disk, an I/O error); ROLLBACK would then be an error.
        if sql.in_transaction:
            with suppress(sqlite3.Error):
                sql.execute("ROLLBACK")
        raise
    return result


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a transaction found, or why it was undone."""

    value: Any = None
    error: Exception | None = None


def together(sql: sqlite3.Connection, works: Sequence[Work[Any]], begin: str = WRITE) -> list[Outcome]:
    """Each work's outcome. All are done in one transaction; where that fails, it is undone and each has its own.

    When another program has the file locked, all have waited for it already, and none is tried again.
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
