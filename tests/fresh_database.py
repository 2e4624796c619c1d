"""Databases of tests that are about something else: migrated once a process, and never flushed to the disk."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from db.engines.sqlite import opening
from db.engines.sqlite.schema import known_migrations

if TYPE_CHECKING:
    import pytest


def begin(path: Path) -> None:
    """Put an empty database of today's schema there, unless there is one already."""
    if not path.exists():
        path.write_bytes(_empty())


def leave_unflushed(patch: pytest.MonkeyPatch) -> None:
    """Nobody cuts the power of these: each flush is most of a millisecond, and a game has hundreds."""
    settings = tuple(it.replace("synchronous = FULL", "synchronous = OFF") for it in opening._SETTINGS)
    assert settings != opening._SETTINGS
    patch.setattr(opening, "_SETTINGS", settings)


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "empty.sqlite3")
        lock, sql = opening.open_locked(path, known_migrations())
        sql.close()
        lock.release()
        return path.read_bytes()
