"""Whether a file is whole, by SQLite's own checks."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

QUICK, THOROUGH = "quick_check", "integrity_check"
MAX_FINDINGS = 10_000
FALSE_ALARM = "NULL value in spent_days.salt"
"""What SQLite 3.40 wrongly reports about that table as migration 32 made it, because the columns of its key are not its
first ones. Migration 33 creates it again.
"""


def first_finding(sql: sqlite3.Connection, check: str) -> str | None:
    """What is wrong with the file, in SQLite's words; None if nothing is."""
    with closing(sql.execute(f"PRAGMA {check}({MAX_FINDINGS})")) as rows:
        findings = (" ".join(str(finding).split()) for (finding,) in rows)
        return next((finding for finding in findings if finding not in ("ok", FALSE_ALARM)), None)
