"""The doctor's local checks: settings, the token's form, the database, the disk, the clock and the metrics' address."""

from __future__ import annotations

import asyncio
import base64
import binascii
import errno
import os
import re
import shutil
import sqlite3
import stat
import sys
import time
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import yarl

from bot.operations.database.which_database import doubt, elapsed, kib, last_beat
from bot.operations.doctor.finding import Finding, bad, counted, doubtful, good
from bot.operations.doctor.reports import COUNTED, LATEST, report_findings
from bot.operations.monitoring.monitor import CannotListenError, Monitor
from bot.settings import MALFORMED, mistyped
from db.engines.sqlite.errors import is_there, read_error, require_readable
from db.engines.sqlite.lock import lock_file
from db.engines.sqlite.opening import THOROUGH, connect_read_only, first_finding, is_on_read_only_disk, require_version
from db.engines.sqlite.schema import check_applied, known_migrations
from db.errors import StoreOpenError, not_installed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.settings import Settings

_TOKEN = re.compile(r"(?P<id>[\w-]{20,})\.[\w-]{5,}\.[\w-]{25,}")
_MIN_FREE_BYTES = 200 * 1024 * 1024
_POSTGRES_PACKAGES = ("psycopg", "psycopg_pool", "cryptography")
"""What the bot imports if DATABASE_URL is set."""
_ALIVE_SECONDS = 60.0
_AHEAD_SECONDS = 5.0
_HEALTH_TIMEOUT = aiohttp.ClientTimeout(total=2)


def check_machine(settings: Settings) -> Iterator[Finding]:
    """Run the checks that need no network. No finding contains the token or a stored card."""
    yield _versions()
    yield from _env_file(Path(".env"))
    yield _token(settings)
    if settings.database_url:
        yield from _server(settings.database_url)
    else:
        yield from _file(settings.database_path.absolute())
    yield from _monitor(settings)


def _versions() -> Finding:
    python = ".".join(str(part) for part in sys.version_info[:3])
    return good("versions", f"Python {python}, SQLite {sqlite3.sqlite_version}.")


def _env_file(file: Path) -> Iterator[Finding]:
    if not file.exists():
        return
    if sys.platform != "win32" and stat.S_IMODE(file.stat().st_mode) & 0o077:
        yield doubtful(".env", "Other users of this machine can read .env, which holds the token: `chmod 600 .env`.")
    else:
        yield good(".env", "It is there, and only its owner can read it.")
    for name, setting in mistyped().items():
        yield doubtful(".env", f"“{name}” is no setting of the bot: is it {setting}? .env.example lists them all.")


def has_token_shape(text: str) -> bool:
    """Whether it has the three parts of a token, of which the first one encodes an application's id.

    >>> has_token_shape("MTIzNDU2Nzg5MDEyMzQ1Njc4.abcdef.abcdefghijklmnopqrstuvwxyz0"), has_token_shape("my secret")
    (True, False)
    """
    match = _TOKEN.fullmatch(text)
    if match is None:
        return False
    part = match["id"]
    try:
        return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)).isdigit()
    except binascii.Error:
        return False


def _token(settings: Settings) -> Finding:
    if not settings.discord_token:
        return bad("token", "DISCORD_TOKEN is not set: put the bot's token into .env (see .env.example).")
    if not settings.can_be_a_token:
        return bad("token", MALFORMED)
    if not has_token_shape(settings.discord_token):
        return bad(
            "token",
            "DISCORD_TOKEN does not look like a bot token (three parts with dots between): "
            "copy it again from the developer portal, page Bot, Reset Token.",
        )
    return good("token", "It has the shape of a bot token.")


def _server(url: str) -> Iterator[Finding]:
    try:
        for package in _POSTGRES_PACKAGES:
            import_module(package)
    except ImportError:
        yield bad("database", str(not_installed()))
        return
    from bot.operations.doctor.postgres_checks import check_postgres

    yield from check_postgres(url)


def _file(path: Path) -> Iterator[Finding]:
    try:
        require_version()
        yield from _database(path)
        yield _disk(path)
    except StoreOpenError as error:
        yield bad("database", str(error))


def _database(path: Path) -> Iterator[Finding]:
    if said := doubt(path):
        yield doubtful("database", f"{path}: {said}")
    if not is_there(path):
        yield _new_database(path)
        return
    require_readable(path)
    yield from _writable(path.resolve())
    try:
        with closing(connect_read_only(path)) as sql:
            yield from _contents(sql, path)
    except sqlite3.Error as error:
        yield bad("database", str(read_error(path, error)))


def _writable(path: Path) -> Iterator[Finding]:
    """What keeps this user from writing the database, or the files that the bot makes beside it."""
    if is_on_read_only_disk(path):
        yield bad(
            "database",
            f"{path} is on a disk that is mounted read-only: look for the disk's errors (`dmesg`), and mount it for "
            "writing.",
        )
        return
    for one in (path.parent, path, lock_file(path)):
        if one.exists() and not os.access(one, os.W_OK):
            yield bad(
                "database",
                f"This user may not write to {one}: let the bot's user write there, and run the command as that user "
                "or with sudo.",
            )
            return
        if one.exists() and _is_for_root_alone(one, path.parent):
            yield doubtful(
                "database",
                f"{one} belongs to another user than its folder, whose user may not write to it: if the bot runs as "
                f"that user, `chown --reference={path.parent} {one}`.",
            )
            return


def _is_for_root_alone(file: Path, folder: Path) -> bool:
    """Whether root, who looks, may write to the file, but not the only other user who may write to its folder."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return False
    of_file, of_folder = file.stat(), folder.stat()
    is_root_or_anybody = of_folder.st_uid == 0 or of_folder.st_mode & 0o022
    return not is_root_or_anybody and of_file.st_uid != of_folder.st_uid and not of_file.st_mode & 0o022


def _new_database(path: Path) -> Finding:
    folder = _nearest_folder(path)
    probe = folder / f".{path.name}.probe"
    try:
        probe.touch()
        probe.unlink()
    except OSError as error:
        return bad("database", f"{path} cannot be made in {folder} ({error.strerror}): choose another DATABASE_PATH.")
    return good("database", f"{path} is not there yet; the bot makes it at its first start.")


def _contents(sql: sqlite3.Connection, path: Path) -> Iterator[Finding]:
    if first_finding(sql, THOROUGH) is not None or sql.execute("PRAGMA foreign_key_check").fetchone() is not None:
        yield bad("database", f"{path} is damaged: stop the bot, keep a copy of the file, and restore a backup.")
        return
    names = {name for (name,) in sql.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not names:
        yield good("database", f"{path} is empty; the bot makes its tables at its first start.")
        return
    schema, known = check_applied(sql, path, known_migrations()), len(known_migrations())
    (live,) = sql.execute("SELECT count(*) FROM tables WHERE phase IN ('lobby', 'playing')").fetchone()
    note = "" if schema == known else f" Its schema {schema} is brought to {known} at the next start."
    yield good("database", f"{path} is whole: {kib(path)}, {counted(live, 'live table')}.{note}")
    if sys.platform != "win32" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        yield doubtful(
            "database",
            f"Other users of this machine can read {path}, which holds every hand: `chmod 600 {path}`.",
        )
    yield from _heartbeat(sql)
    if "reports" in names:
        yield from report_findings(sql.execute(COUNTED).fetchone()[0], sql.execute(LATEST).fetchall())


def _heartbeat(sql: sqlite3.Connection) -> Iterator[Finding]:
    at = last_beat(sql)
    if at is None:
        return
    age = time.time() - at
    if age < -_AHEAD_SECONDS:
        yield bad(
            "clock",
            f"The bot was last alive {-age:.0f} s in the future: this machine's clock was set back; set it right.",
        )
    elif age < _ALIVE_SECONDS:
        yield good("process", f"A bot is running on this database (last sign of life {max(0.0, age):.0f} s ago).")
    else:
        yield good("process", f"No bot is running on this database now; the last one wrote to it {elapsed(age)}.")


def _nearest_folder(path: Path) -> Path:
    """The folder of the file that the path leads to or, if that does not exist, the nearest one above it that does."""
    return next(folder for folder in path.resolve().parents if is_there(folder))


def _disk(path: Path) -> Finding:
    free = shutil.disk_usage(_nearest_folder(path)).free
    said = f"{free / 1024**2:,.0f} MiB free for the database."
    return good("disk", said) if free > _MIN_FREE_BYTES else doubtful("disk", f"Only {said[:-1]}: make room.")


def _monitor(settings: Settings) -> Iterator[Finding]:
    host, port = settings.metrics_host, settings.metrics_port
    if not port:
        return
    try:
        asyncio.run(_require_listening(host, port))
    except CannotListenError as error:
        yield bad("metrics", str(error))
        return
    if host not in ("127.0.0.1", "localhost", "::1"):
        yield doubtful("metrics", f"METRICS_HOST is {host}: whoever reaches it can read the metrics.")


async def _require_listening(host: str, port: int) -> None:
    """Raises: CannotListenError: a bot cannot serve its health there, and none does already."""
    monitor = Monitor()
    try:
        await monitor.start(host, port)
    except CannotListenError as error:
        if getattr(error.__cause__, "errno", None) != errno.EADDRINUSE or not await _serves_health(host, port):
            raise
    finally:
        await monitor.stop()


async def _serves_health(host: str, port: int) -> bool:
    address = yarl.URL.build(scheme="http", host=host, port=port, path="/healthz")
    try:
        async with aiohttp.ClientSession(timeout=_HEALTH_TIMEOUT) as session, session.get(address) as answer:
            return bool(await answer.json() == {"status": "ok"})
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError):
        return False
