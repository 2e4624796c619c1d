"""Errors of the database file, each in one plain line that never contains a stored value."""

from __future__ import annotations

import os
import sqlite3
from typing import TYPE_CHECKING

from bot.tables.model.stores import DISK_FULL, STORE_AWAY, StoreUnavailableError
from db.errors import StoreAwayError, StoreOpenError

if TYPE_CHECKING:
    from pathlib import Path


_UNREADABLE_TEXT = "a text in it cannot be read"
_FULL = ("SQLITE_FULL", "SQLITE_IOERR_SHMSIZE")
"""What SQLite says of a full disk; the latter if there is no room for the index of the write-ahead log."""


def is_there(path: Path) -> bool:
    """Whether the file or folder exists.

    Raises:
        StoreOpenError: this user may not look there.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise _not_allowed(path, "looked at", error) from error
    return True


def require_readable(path: Path) -> None:
    """Check what SQLite would report only as a failing disk or a file that cannot be opened.

    Raises:
        StoreOpenError: it is a folder, or this user may not read the file.
    """
    if os.path.isdir(path):  # noqa: PTH112  # unlike Path's, it raises nothing where this user may not look
        raise a_folder(path)
    try:
        os.close(os.open(path, os.O_RDONLY))
    except PermissionError as error:
        raise _not_allowed(path, "read", error) from error
    except OSError:
        return  # SQLite says what is wrong


def a_folder(path: Path) -> StoreOpenError:
    return StoreOpenError(f"{path} is a folder: name a file in it, such as {path / 'bot.db'}.")


def _not_allowed(path: Path, done: str, error: OSError) -> StoreOpenError:
    return StoreOpenError(
        f"{path} cannot be {done} ({error.strerror}): run the command as the user whom it belongs to, or with sudo."
    )


def open_error(path: Path, error: sqlite3.Error) -> StoreOpenError:
    """Message for an error while opening the file."""
    if quotes_a_value(error):
        return damaged(path, _UNREADABLE_TEXT)
    code = result_code(error)
    if code == "SQLITE_NOTADB":
        return StoreOpenError(f"{path} is not a database: choose another file, or restore a backup.")
    if code.startswith("SQLITE_CORRUPT"):
        return damaged(path, "its pages cannot be read")
    if code.startswith("SQLITE_READONLY"):
        return read_only(path)
    if code.startswith("SQLITE_BUSY"):
        return StoreAwayError(_locked(path))
    if code in _FULL:
        return StoreAwayError(_full(path))
    return StoreOpenError(f"{path} cannot be opened as a database ({error}): check the path and the disk.")


def read_error(path: Path, error: sqlite3.Error) -> StoreOpenError:
    """Message for an error while reading the file through a connection that may not write."""
    if result_code(error).startswith("SQLITE_READONLY"):  # it would make the write-ahead log, which no bot has open
        return StoreOpenError(
            f"{path} cannot be read by a user who may not write to its folder, while no bot uses it: run the command "
            "as the user whom it belongs to, or with sudo."
        )
    return open_error(path, error)


def damaged(path: Path, finding: str) -> StoreOpenError:
    return StoreOpenError(f"{path} is damaged ({finding}): keep a copy of it and restore a backup.")


class FileReplacedError(sqlite3.OperationalError):
    """The path no longer leads to the file that was opened."""


def read_only(path: Path) -> StoreOpenError:
    return StoreOpenError(f"{path} is read-only: let the bot write to it, or choose another file.")


def failing(path: Path, error: sqlite3.Error) -> str:
    """For the log: why transactions on the open file fail, and what to do."""
    if quotes_a_value(error):
        return str(damaged(path, _UNREADABLE_TEXT))
    code = result_code(error)
    if isinstance(error, FileReplacedError):
        return (
            f"{path} was moved, deleted or replaced while the bot runs, so nothing is saved: stop the bot, put the "
            "right file there without the -wal and -shm files of another one, and start it again."
        )
    if code in _FULL:
        return _full(path)
    if code.startswith("SQLITE_BUSY"):
        return _locked(path)
    return f"{path} cannot be used ({error}): check the disk."


def _full(path: Path) -> str:
    return f"The disk that holds {path} is full: make room."


def _locked(path: Path) -> str:
    return f"{path} is in use by another program: close that program."


def unavailable(error: sqlite3.Error) -> StoreUnavailableError:
    """Message for a transaction that was rolled back because the file or disk failed."""
    if result_code(error) in _FULL:
        return StoreUnavailableError(DISK_FULL)
    return StoreUnavailableError(STORE_AWAY)


def quotes_a_value(error: sqlite3.Error) -> bool:
    """Whether the error's own text may not be shown: Python's, for a stored text that is not UTF-8, has all of it."""
    return str(error).startswith("Could not decode to UTF-8")


def result_code(error: sqlite3.Error) -> str:
    """SQLite's name for the error, such as `"SQLITE_FULL"`; empty if Python raised it."""
    return getattr(error, "sqlite_errorname", None) or ""
