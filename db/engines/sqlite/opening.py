"""Opening the file: locking, integrity check, and settings."""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
from contextlib import closing
from typing import TYPE_CHECKING

from db.engines.sqlite.errors import FileReplacedError, a_folder, damaged, open_error, read_only, result_code
from db.engines.sqlite.lock import FileLock
from db.engines.sqlite.schema import migrate
from db.engines.sqlite.sql import SqliteSql
from db.errors import StoreOpenError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from db.migrations.steps import Migration

CHECK_SECONDS = 1.0
"""Time limit of the integrity check, which would read the whole file; on timeout the file counts as good."""

LOCK_SECONDS = 5.0
"""How long to wait while another program has the file locked."""

QUICK, THOROUGH = "quick_check", "integrity_check"
"""SQLite's own checks that a file is whole."""
MAX_FINDINGS = 10_000
FALSE_ALARM = "NULL value in spent_days.salt"
"""What SQLite 3.40 wrongly reports about that table as migration 32 made it, because the columns of its key are not its
first ones. Migration 33 creates it again.
"""

_SETTINGS = (
    "PRAGMA synchronous = FULL",  # a completed commit survives a power cut
    "PRAGMA foreign_keys = ON",
    "PRAGMA journal_size_limit = 16777216",  # the write-ahead log grows during a long backup; shrink it afterwards
)


def open_locked(path: Path, migrations: Sequence[Migration]) -> tuple[FileLock, SqliteSql]:
    """Lock the database against a second copy of the bot, open or create it, check it and bring it up to date.

    Raises:
        StoreOpenError: with one line for the host.
    """
    require_version()
    lock = _claim(path)
    try:
        return lock, _open_checked(path, migrations)
    except BaseException:
        lock.release()
        raise


def require_version() -> None:
    """Raises: StoreOpenError: this Python's SQLite is too old."""
    if sqlite3.sqlite_version_info < (3, 37):
        raise StoreOpenError(
            f"This Python has SQLite {sqlite3.sqlite_version}, the bot needs 3.37 or newer: use a newer Python."
        )


def connect(path: Path) -> SqliteSql:
    """A connection with the store's settings, for use from any one thread at a time; transactions are explicit."""
    sql = sqlite3.connect(path, timeout=LOCK_SECONDS, isolation_level=None, check_same_thread=False, factory=SqliteSql)
    try:
        sql.row_factory = sqlite3.Row
        for setting in _SETTINGS:
            sql.execute(setting)
    except BaseException:
        sql.close()
        raise
    return sql


def connect_read_only(path: Path) -> SqliteSql:
    """A read-only connection, next to the writer's or without a running bot.

    Raises:
        sqlite3.Error: the database does not exist or cannot be read.
    """
    path = path.resolve()
    log = path.with_name(f"{path.name}-wal")
    # SQLite would make the write-ahead log to read the file, but nobody can write there anyway.
    fixed = "&immutable=1" if is_on_read_only_disk(path) and not log.exists() else ""
    sql = sqlite3.connect(
        f"{path.as_uri()}?mode=ro{fixed}",
        uri=True,
        timeout=LOCK_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        factory=SqliteSql,
    )
    sql.row_factory = sqlite3.Row
    return sql


class OpenFile:
    """The database file that was opened, by its number on the disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._number = _number_of(path)

    def require_unmoved(self) -> None:
        """Check that the path still leads to this file.

        SQLite goes on writing to a file that was moved or deleted; after a restart, none of that would be there.

        Raises:
            FileReplacedError: it does not.
        """
        try:
            number = _number_of(self._path)
        except OSError:
            number = None
        if number != self._number:
            raise FileReplacedError


def _number_of(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_dev, found.st_ino


def is_on_read_only_disk(path: Path) -> bool:
    """Whether the file is on a disk that is mounted read-only, as a system does when a disk fails."""
    if sys.platform == "win32":
        return False
    try:
        return bool(os.statvfs(path).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def _claim(path: Path) -> FileLock:
    """Take the lock; create the folder and an empty file if needed, private because it contains every hand."""
    try:
        if path.is_dir():
            raise a_folder(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock.of(path)
    except OSError as error:
        raise StoreOpenError(
            f"The bot cannot write to the folder {path.parent} ({error.strerror}): choose another, or let it "
            f"write there."
        ) from error
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        lock.release()
        raise read_only(path) from error
    return lock


def _open_checked(path: Path, migrations: Sequence[Migration]) -> SqliteSql:
    try:
        sql = connect(path)
        try:
            _check_whole(sql, path)
            _use_write_ahead_log(sql, path)
            migrate(sql, path, migrations)
        except BaseException:
            sql.close()
            raise
    except sqlite3.Error as error:
        raise open_error(path, error) from error
    return sql


def _check_whole(sql: sqlite3.Connection, path: Path) -> None:
    stop = threading.Timer(CHECK_SECONDS, sql.interrupt)
    stop.start()
    try:
        finding = first_finding(sql, QUICK)
    except sqlite3.OperationalError as error:
        if result_code(error) != "SQLITE_INTERRUPT":
            raise
        return
    finally:
        stop.cancel()
        stop.join()
    if finding is not None:
        raise damaged(path, finding)


def first_finding(sql: sqlite3.Connection, check: str) -> str | None:
    """What is wrong with the file, in SQLite's words; None if nothing is."""
    with closing(sql.execute(f"PRAGMA {check}({MAX_FINDINGS})")) as rows:
        findings = (" ".join(str(finding).split()) for (finding,) in rows)
        return next((finding for finding in findings if finding not in ("ok", FALSE_ALARM)), None)


def _use_write_ahead_log(sql: sqlite3.Connection, path: Path) -> None:
    mode = sql.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise StoreOpenError(
            f"{path} is on a disk where SQLite cannot keep its write-ahead log: use a disk of this machine."
        )
    sql.execute("BEGIN IMMEDIATE")  # reports a read-only file now, not at the first move
    sql.execute("ROLLBACK")
