"""Backs up a database while the bot is running."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from db.engines.sqlite.errors import read_error, require_readable, result_code
from db.engines.sqlite.opening import connect_read_only
from db.engines.unfinished import written_aside
from db.errors import BackupError

if TYPE_CHECKING:
    from pathlib import Path

_OF_THE_DATABASE = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_BUSY", "SQLITE_READONLY", "SQLITE_IOERR_SHMSIZE")
"""Errors of the database that is copied, even if SQLite's text names the copy."""


def backup(path: Path, target: Path) -> None:
    """Write a compact copy of the database as of now; it is renamed to `target` only once complete on disk.

    Call it in a thread: it reads and writes the whole file. The bot is not blocked.

    Raises:
        BackupError: with one line for the host; `target` is unchanged.
        StoreOpenError: this user may not read the database, or it is damaged or locked.
    """
    require_readable(path)
    try:
        with written_aside(target) as unfinished:
            with closing(connect_read_only(path)) as sql:
                sql.execute("VACUUM INTO ?", (str(unfinished),))
            _flush(unfinished)
    except (sqlite3.Error, OSError) as error:
        if isinstance(error, sqlite3.Error) and result_code(error).startswith(_OF_THE_DATABASE):
            raise read_error(path, error) from error
        why = error.strerror if isinstance(error, OSError) else error  # without the unfinished copy's name
        raise BackupError(f"{path} could not be copied to {target} ({why}): check both paths and the disk.") from error


def _flush(file: Path) -> None:
    """Flush the file to disk; VACUUM INTO leaves that to the operating system."""
    descriptor = os.open(file, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
