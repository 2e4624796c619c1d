"""What people who deleted their data had seen of a day, as salted hashes that are kept until the day is over."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from db.database import StorePart, reads, writes

if TYPE_CHECKING:
    from db.sql import Sql

PUZZLE, DEAL = "puzzle", "deal"
_SEEN = {
    PUZZLE: "SELECT 1 FROM puzzle_tries WHERE person = ? AND day = ?",
    DEAL: "SELECT 1 FROM lines WHERE person = ? AND day = ?",
}


class SpentDays(StorePart):
    """Notes, before a deletion, what the person has seen of a day, and deletes these notes."""

    @writes
    def spend_day(self, sql: Sql, person: int, day: int) -> None:
        for what, seen in _SEEN.items():
            if sql.execute(seen, (person, day)).fetchone() is not None:
                salt = secrets.token_hex(16)
                sql.execute(
                    "INSERT INTO spent_days (day, what, salt, mark) VALUES (?, ?, ?, ?)",
                    (day, what, salt, _mark(salt, person)),
                )

    @reads
    def has_spent_deal(self, sql: Sql, person: int, day: int) -> bool:
        return is_spent(sql, DEAL, person, day)

    @writes
    def drop_spent_days(self, sql: Sql, before: int) -> None:
        sql.execute("DELETE FROM spent_days WHERE day < ?", (before,))


def is_spent(sql: Sql, what: str, person: int, day: int) -> bool:
    """Whether the person deleted their data after they had seen that day's puzzle or deal."""
    rows = sql.execute("SELECT salt, mark FROM spent_days WHERE day = ? AND what = ?", (day, what)).fetchall()
    return any(_mark(salt, person) == mark for salt, mark in rows)


def _mark(salt: str, person: int) -> str:
    return hashlib.sha256(f"{salt} {person}".encode()).hexdigest()
