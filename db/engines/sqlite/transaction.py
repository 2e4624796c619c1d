"""Transactions on a plain connection: each whole or not at all, and many as one where they can be."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db.database import Work

T = TypeVar("T")


def transaction(sql: sqlite3.Connection, work: Work[T]) -> T:
    """Do the work between BEGIN and COMMIT; whatever is raised, COMMIT's own errors too, is rolled back.

    The write lock is taken before anything is read; a transaction that only reads flushes nothing.
    When even ROLLBACK fails, `sql.in_transaction` stays true and the connection is fit for closing only.
    """
    sql.execute("BEGIN IMMEDIATE")
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


def together(sql: sqlite3.Connection, works: Sequence[Work[Any]]) -> list[Outcome]:
    """Each work's outcome. All are done in one transaction; where that fails, it is undone and each has its own."""
    if len(works) > 1:
        with suppress(Exception):
            return [Outcome(value) for value in transaction(sql, lambda sql: [w(sql) for w in works])]
    outcomes = []
    for work in works:
        try:
            outcomes.append(Outcome(transaction(sql, work)))
        except Exception as error:  # noqa: BLE001  # whoever asked gets it, in another thread
            outcomes.append(Outcome(error=error))
    return outcomes
