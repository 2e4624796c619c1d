"""A file that the bot cannot or must not use is refused in one line, and nothing is lost."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import db.engines.sqlite.opening
from db.engines.sqlite.errors import open_error
from db.errors import StoreAwayError, StoreOpenError
from db.store import SqliteStore
from tests.db.examples import a_table_with_everything, moved, saved
from tests.without_rights import NOBODY, shut

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

ROOT = Path(__file__).parents[2]

FAIL = """
import asyncio, sys
from db.store import SqliteStore

async def fail() -> None:
    global store  # something else holds it still, so that no garbage collector closes it
    store = await SqliteStore.open(sys.argv[1])
    raise LookupError

asyncio.run(fail())
"""


async def refusal(path: Path) -> str:
    """Try to open the file, and return the one line with which it is refused."""
    with pytest.raises(StoreOpenError) as error:
        await SqliteStore.open(path)
    line = str(error.value)
    assert "\n" not in line
    assert line.endswith(".")
    return line


@pytest.fixture(scope="module")
def big_file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The content of a database of more than a hundred pages."""
    path = tmp_path_factory.mktemp("big") / "bot.db"

    async def fill() -> None:
        store = await SqliteStore.open(path)
        for _ in range(30):
            await moved(store, await saved(store, a_table_with_everything(version=1, decision=0)), state="x" * 20_000)
        await store.close()

    asyncio.run(fill())
    return path.read_bytes()


async def test_a_missing_file_is_created_with_its_folder(tmp_path: Path) -> None:
    """The database is ready to use, and private, because it holds every hand."""
    path = tmp_path / "new" / "folder" / "bot.db"
    store = await SqliteStore.open(str(path))
    table = await saved(store)
    await store.close()
    if sys.platform != "win32":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    store = await SqliteStore.open(path)
    assert await store.tables.load(table.id) == table
    await store.close()


async def test_a_second_store_in_this_process_is_refused(store: SqliteStore, path: Path) -> None:
    """The file is refused even under another name. The first store works on."""
    assert "Another copy of the bot is using" in await refusal(path)
    if sys.platform != "win32":
        link = path.with_name("link.db")
        link.symlink_to(path)
        assert "Another copy of the bot is using" in await refusal(link)
    await saved(store)


async def test_a_disk_without_locks_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network disk may not support locks. The bot used to blame another copy, which nobody could find."""

    def keeps_none(_descriptor: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("db.engines.sqlite.lock._take", keeps_none)
    assert "(No locks available): choose another" in await refusal(path)


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can be somebody else")
async def test_a_command_run_as_root_does_not_lock_the_owner_out() -> None:
    """One such command is `sudo … ratings rebuild` after a restore, which moves the lock away with the old database."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        path = Path(folder, "bot.db")
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
        try:
            await (await SqliteStore.open(path)).close()
            Path(f"{path}.lock").unlink()
            os.seteuid(0)
            await (await SqliteStore.open(path)).close()
            os.seteuid(NOBODY)
            await (await SqliteStore.open(path)).close()
        finally:
            os.seteuid(0)


async def test_a_lock_of_another_user_is_reported(limited_folder: Path) -> None:
    """The folder used to be blamed, in which the bot may write."""
    path = limited_folder / "bot.db"
    lock = Path(f"{path}.lock")
    await (await SqliteStore.open(path)).close()
    lock.chmod(0o000)
    assert f"{lock} cannot be opened (Permission denied): let" in await refusal(path)
    lock.unlink()
    await (await SqliteStore.open(path)).close()


async def test_a_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    """The folder cannot be made because a file is in the way."""
    (tmp_path / "file").write_text("")
    assert "cannot write to the folder" in await refusal(tmp_path / "file" / "bot.db")
    assert "cannot write to the folder" in await refusal(tmp_path / "file" / "deeper" / "bot.db")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="this system has no /proc, which nobody can write to")
async def test_an_unwritable_folder_is_reported() -> None:
    """Even root cannot write there."""
    assert "cannot write to the folder" in await refusal(Path("/proc/bot.db"))


async def test_a_folder_in_place_of_the_file_is_reported(path: Path) -> None:
    """The message suggests a file name that would do."""
    path.mkdir()
    assert f"is a folder: name a file in it, such as {path / 'bot.db'}" in await refusal(path)


@pytest.fixture
async def limited_folder(tmp_path: Path) -> AsyncIterator[Path]:
    """A folder of an unprivileged user, as whom the test runs from then on, because root may write anywhere.

    That user may be unable to enter the folder of the code, so a store is opened first: everything that is loaded late
    is loaded by then.
    """
    if sys.platform == "win32":
        pytest.skip("Windows has no such permissions")
    await (await SqliteStore.open(tmp_path / "first.db")).close()
    was_root = os.geteuid() == 0
    folder = Path(tempfile.mkdtemp(dir="/tmp" if was_root else None))
    if was_root:
        os.chown(folder, 65534, 65534)
        os.seteuid(65534)
    yield folder
    if was_root:
        os.seteuid(0)
    folder.chmod(0o700)
    shutil.rmtree(folder)


async def test_a_read_only_file_is_reported(limited_folder: Path) -> None:
    """A read-only file is reported at the start, not at the first move."""
    path = limited_folder / "bot.db"
    await (await SqliteStore.open(path)).close()
    path.chmod(0o400)
    assert "is read-only" in await refusal(path)
    path.chmod(0o600)
    await (await SqliteStore.open(path)).close()


async def test_a_read_only_folder_is_reported(limited_folder: Path) -> None:
    """A read-only folder is reported whether the database exists or not."""
    await (await SqliteStore.open(limited_folder / "bot.db")).close()
    (limited_folder / "bot.db.lock").unlink()
    limited_folder.chmod(0o500)
    for path in (limited_folder / "bot.db", limited_folder / "new.db", limited_folder / "sub" / "bot.db"):
        assert "cannot write to the folder" in await refusal(path)


@pytest.mark.parametrize("content", [b"no database", b"no database" * 1000, bytes(5000)])
async def test_a_file_that_is_not_a_database_is_refused(path: Path, content: bytes) -> None:
    """The file stays as it is."""
    path.write_bytes(content)
    assert "is not a database" in await refusal(path)
    assert path.read_bytes() == content


async def test_another_programs_database_is_refused(path: Path) -> None:
    """Nothing is added to the other program's database."""
    with closing(sqlite3.connect(path)) as sql, sql:
        sql.execute("CREATE TABLE bookmarks (url TEXT)")
    assert "belongs to another program" in await refusal(path)
    with closing(sqlite3.connect(path)) as sql:
        assert sql.execute("SELECT name FROM sqlite_schema").fetchall() == [("bookmarks",)]


async def test_a_truncated_database_is_refused(path: Path, big_file: bytes) -> None:
    """A copy that was interrupted leaves such a file."""
    path.write_bytes(big_file[: len(big_file) // 2])
    assert "is damaged" in await refusal(path)


@pytest.mark.parametrize("page", [1, 2, 5, 12])
async def test_a_database_with_garbage_in_it_is_refused(path: Path, big_file: bytes, page: int) -> None:
    """The garbage is in the page of the schema or in any other. The file is left unchanged for a repair."""
    content = bytearray(big_file)
    content[(page - 1) * 4096 + 100 : page * 4096] = b"\xa5" * (4096 - 100)
    path.write_bytes(content)
    line = await refusal(path)
    assert "is damaged" in line
    assert "restore a backup" in line
    assert path.read_bytes() == content


class ImpatientTimer:
    """A timer that fires as soon as the connection does anything."""

    def __init__(self, seconds: float, interrupt: Callable[[], None]) -> None:
        assert 0.5 <= seconds <= 2
        self._sql: sqlite3.Connection = interrupt.__self__  # type: ignore[attr-defined]

    def start(self) -> None:
        self._sql.set_progress_handler(lambda: 1, 1)  # makes SQLite stop as `interrupt` does

    def cancel(self) -> None:
        self._sql.set_progress_handler(None, 1)

    def join(self) -> None:
        """Nothing to wait for."""


async def test_an_integrity_check_that_takes_too_long_is_aborted(
    path: Path, big_file: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file too big to be checked in a second opens anyway, although its last pages may be damaged."""
    path.write_bytes(big_file[:-4096] + b"\xa5" * 4096)
    assert "is damaged" in await refusal(path)
    monkeypatch.setattr(threading, "Timer", ImpatientTimer)
    store = await SqliteStore.open(path)
    assert await store.tables.load(1) is not None
    await store.close()


def test_a_disk_without_write_ahead_logging_is_reported(path: Path) -> None:
    """A database in memory cannot, and neither can some network folders."""
    with (
        closing(sqlite3.connect(":memory:")) as sql,
        pytest.raises(StoreOpenError, match="use a disk of this machine"),
    ):
        db.engines.sqlite.opening._use_write_ahead_log(sql, path)


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("SQLITE_NOTADB", "is not a database"),
        ("SQLITE_CORRUPT_INDEX", "is damaged"),
        ("SQLITE_READONLY_DIRECTORY", "is read-only"),
        ("SQLITE_BUSY_RECOVERY", "in use by another program"),
        ("SQLITE_FULL", "is full: make room"),
        ("SQLITE_IOERR_SHMSIZE", "is full: make room"),
        ("SQLITE_IOERR_READ", "cannot be opened as a database (disk I/O error)"),
        (None, "cannot be opened as a database (disk I/O error)"),
    ],
)
def test_every_sqlite_error_becomes_one_line(path: Path, code: str | None, line: str) -> None:
    """The result code decides which. An unknown error is quoted."""
    error = sqlite3.OperationalError("disk I/O error")
    if code is not None:
        error.sqlite_errorname = code
    assert str(open_error(path, error)).startswith(str(path)) or "The disk" in str(open_error(path, error))
    assert line in str(open_error(path, error))


async def test_a_database_locked_by_another_program_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other program is reported after a short wait, and the bot tries again. It used to exit, and stayed down."""
    monkeypatch.setattr(db.engines.sqlite.opening, "LOCK_SECONDS", 0.05)
    await (await SqliteStore.open(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreAwayError, match="in use by another program"):
            await SqliteStore.open(path)
        other.execute("ROLLBACK")


async def test_an_outdated_sqlite_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A version of SQLite that is too old is reported before the file is touched."""
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    assert "use a newer Python" in await refusal(path)
    assert not path.exists()


async def test_a_bot_that_fails_without_closing_still_exits(path: Path) -> None:
    """A bot that hung instead would not be started again."""
    ended = subprocess.run([sys.executable, "-c", FAIL, path], cwd=ROOT, timeout=60, capture_output=True, check=False)
    assert (ended.returncode, b"LookupError" in ended.stderr) == (1, True)
    await (await SqliteStore.open(path)).close()


async def test_a_folder_that_the_bot_may_not_enter_is_reported(tmp_path: Path) -> None:
    """The folder belongs to the service, for example, and a host starts the bot by hand."""
    folder = tmp_path / "service"
    await (await SqliteStore.open(folder / "bot.db")).close()  # loads what is loaded late
    with shut(folder):
        assert "cannot write to the folder" in await refusal(folder / "bot.db")
