"""One transaction on a plain connection: whole or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import Literal, TypeVar

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
Begin = Literal["BEGIN", "BEGIN IMMEDIATE"]
"""`BEGIN` reads one unchanging picture; `BEGIN IMMEDIATE` takes the write lock before anything is read."""


def transaction(sql: sqlite3.Connection, begin: Begin, work: Work[T]) -> T:
    """Do the work between `begin` and COMMIT; whatever is raised, COMMIT's own errors too, is rolled back.

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
