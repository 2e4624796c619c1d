"""The database that a command uses: when a bot last used it, and whether the service uses the same one.

Settings depend on the folder: a command run in a clone reads another `.env` than the systemd service does.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from bot.operations.database.service_unit import database_of
from bot.tables.model.durations import DAY, HOUR, MINUTE
from db.engines.sqlite.errors import is_there, require_readable
from db.engines.sqlite.opening import connect_read_only
from db.errors import StoreOpenError

UNIT = Path("/etc/systemd/system/rummy-table.service")
LONG_UNUSED_SECONDS = 3600.0
"""Seconds without a heartbeat after which the doctor doubts that any bot uses the file."""

_LATEST_BEATS = {"heartbeat": "SELECT max(at) FROM heartbeat", "shards": "SELECT max(beat) FROM shards"}
"""By table; an empty or older database has none of them, or only the first."""
_UNITS = (("day", DAY), ("hour", HOUR), ("minute", MINUTE), ("second", 1))


def last_sign_of_life(path: Path) -> float | None:
    """The last heartbeat of a bot, in seconds since the epoch; None if there never was one.

    Raises:
        sqlite3.Error: the file cannot be read: it is damaged or locked, for example.
    """
    with closing(connect_read_only(path)) as sql:
        return last_beat(sql)


def last_beat(sql: sqlite3.Connection) -> float | None:
    """The last heartbeat, of a bot with one shard or of any of several; None if there never was one."""
    tables = {name for (name,) in sql.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    beats = [sql.execute(latest).fetchone()[0] for table, latest in _LATEST_BEATS.items() if table in tables]
    return max((float(beat) for beat in beats if beat is not None), default=None)


def described(path: Path) -> str:
    """The file's absolute path, its size, and when a bot last wrote to it."""
    at = None
    with suppress(sqlite3.Error):
        at = last_sign_of_life(path)
    used = "no bot has used it yet" if at is None else f"a bot last wrote to it {elapsed(time.time() - at)}"
    return f"{path.absolute()} ({kib(path)}; {used})"


def kib(path: Path) -> str:
    """The size of the database with its write-ahead log, which holds what was written last, while a bot runs."""
    log = path.resolve()
    log = log.with_name(log.name + "-wal")
    size = path.stat().st_size
    with suppress(OSError):  # the bot may have ended just now
        size += log.stat().st_size
    return f"{size / 1024:,.0f} KiB"


def elapsed(seconds: float) -> str:
    """An elapsed time in its largest unit; it is negative if the clock was set back.

    >>> elapsed(3), elapsed(60), elapsed(200000)
    ('3 seconds ago', '1 minute ago', '2 days ago')
    """
    for name, length in _UNITS:
        count = int(abs(seconds) / length)
        if count:
            span = f"{count} {name}{'s' * (count > 1)}"
            return f"{span} ago" if seconds > 0 else f"{span} in the future, as this machine's clock was set back"
    return "just now"


def doubt(path: Path) -> str:
    """Why this may not be the file that the bot uses, and what to do; empty if it seems to be, or cannot be read.

    Raises:
        StoreOpenError: this user may not look at the file, or not read it.
    """
    of_service = database_of(UNIT)
    if of_service is not None and not _same(path, of_service):
        return (
            f"The service {UNIT.stem} uses {of_service}, not this file: run the command in the service's folder "
            "(docs/operations.md, “Update”)."
        )
    if not is_there(path):
        return ""
    require_readable(path)
    try:
        at = last_sign_of_life(path)
    except sqlite3.Error:
        return ""  # whoever reads it next reports why
    age = None if at is None else time.time() - at
    if age is not None and age <= LONG_UNUSED_SECONDS:
        return ""
    unused = "yet" if age is None else f"for {elapsed(age).removesuffix(' ago')}"
    return (
        f"No bot has used this file {unused}: if your bot is running, it uses another one. "
        "DATABASE_PATH in the settings says which."
    )


def require_there(path: Path) -> None:
    """Raises: StoreOpenError: there is no such file (the text names the service's), or this user may not look there."""
    if not is_there(path):
        said = f"There is no database at {path.absolute()}: check DATABASE_PATH. {doubt(path)}"
        raise StoreOpenError(said.rstrip())


def _same(path: Path, other: Path) -> bool:
    try:
        return path.resolve() == other.resolve()
    except OSError:
        return path.absolute() == other
