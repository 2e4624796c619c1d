"""A backup is a complete copy of the database at one moment, and does not hold up the bot."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import sys
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from db.engines.sqlite import backup as copying
from db.engines.sqlite.backup import backup
from db.engines.sqlite.opening import connect_read_only
from db.errors import BackupError, StoreOpenError
from db.store import SqliteStore
from tests.db.examples import moved, saved

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_backup_during_play_is_a_consistent_snapshot(store: SqliteStore, path: Path, tmp_path: Path) -> None:
    """The backup opens, is intact, has everything that was saved before it began, and no half move. Play goes on
    meanwhile.
    """
    tables = [await moved(store, await saved(store), state="x" * 50_000) for _ in range(30)]
    target = tmp_path / "backup.db"
    copying = asyncio.create_task(asyncio.to_thread(backup, path, target))
    played = 0
    while not copying.done():
        tables = [await moved(store, table) for table in tables]
        played += 1
    await copying
    assert played > 0

    copy = await SqliteStore.open(target)
    for now in tables:
        then = await copy.tables.load(now.id)
        assert then is not None
        assert 1 <= then.decision <= now.decision
        assert len(await copy.tables.actions(now.id)) == then.decision
        assert len(then.state or "") == 50_000
    await copy.close()
    with closing(sqlite3.connect(target)) as sql:
        assert sql.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert sorted(file.name for file in tmp_path.glob("backup*")) == ["backup.db", "backup.db.lock"]


@pytest.mark.usefixtures("migrated")
async def test_a_closed_database_is_backed_up_too(path: Path, tmp_path: Path) -> None:
    """Only the host may read the backup."""
    store = await SqliteStore.open(path)
    table = await saved(store)
    await store.close()
    target = tmp_path / "backup.db"
    backup(path, target)
    if sys.platform != "win32":
        assert stat.S_IMODE(target.stat().st_mode) == 0o600
    copy = await SqliteStore.open(target)
    assert await copy.tables.load(table.id) == table
    await copy.close()


async def test_a_backup_overwrites_no_existing_file(store: SqliteStore, path: Path, tmp_path: Path) -> None:
    """Neither another file nor the database itself is overwritten."""
    del store
    (tmp_path / "older.db").write_text("precious")
    for target in (tmp_path / "older.db", path):
        with pytest.raises(BackupError, match="exists already"):
            backup(path, target)
    assert (tmp_path / "older.db").read_text() == "precious"


def test_a_backup_that_fails_leaves_nothing_behind(tmp_path: Path) -> None:
    """A missing source, a source that is no database and a missing folder are each reported in one line."""
    (tmp_path / "text.db").write_text("no database" * 100)
    for source, target, said in (
        (tmp_path / "missing.db", tmp_path / "a.db", "could not be copied"),
        (tmp_path / "text.db", tmp_path / "b.db", "is not a database"),
        (tmp_path / "text.db", tmp_path / "missing" / "c.db", r"missing/c\.db \(No such file or directory\):"),
        (tmp_path / "text.db", tmp_path / "text.db" / "d.db", r"text\.db/d\.db \(Not a directory\):"),
    ):
        with pytest.raises((BackupError, StoreOpenError), match=said) as refusal:
            backup(source, target)
        assert "\n" not in str(refusal.value)
    assert [file.name for file in tmp_path.iterdir()] == ["text.db"]


async def test_a_leftover_of_a_killed_backup_is_overwritten(store: SqliteStore, path: Path, tmp_path: Path) -> None:
    """The next backup works. A leftover of another name stays, because that backup may still be running."""
    await saved(store)
    own = "backup.db.0a1b2c3d.unfinished"
    for left in ("backup.db.unfinished", own, f"{own}-journal", "backup.db.2.0a1b2c3d.unfinished"):
        (tmp_path / left).write_bytes(b"half" * 1000)
    backup(path, tmp_path / "backup.db")
    assert [file.name for file in tmp_path.glob("*.unfinished*")] == ["backup.db.2.0a1b2c3d.unfinished"]
    with closing(connect_read_only(tmp_path / "backup.db")) as sql:
        assert sql.execute("SELECT count(*) FROM tables").fetchone()[0] == 1


async def test_what_a_killed_backup_left_goes_also_under_the_name_of_another_day(
    store: SqliteStore, path: Path, tmp_path: Path
) -> None:
    """Names have dates, so halves with everybody's hands used to stay for ever. Files of other programs, and one that
    may still be written, stay.
    """
    await saved(store)
    long_ago = time.time() - 24 * 3600
    left = ("tables-01.db.0a1b2c3d.unfinished", "tables-01.db.0a1b2c3d.unfinished-journal")
    names = (*left, "notes.unfinished", "tables-02.db.0a1b2c3d", "x.0a1b2c3z.unfinished")
    for name in names:
        (tmp_path / name).write_bytes(b"half" * 1000)
        os.utime(tmp_path / name, (long_ago, long_ago))
    (tmp_path / "tables-03.db.0a1b2c3d.unfinished").write_bytes(b"half" * 1000)
    (tmp_path / "tables-04.db.0a1b2c3d.unfinished").mkdir()
    os.utime(tmp_path / "tables-04.db.0a1b2c3d.unfinished", (long_ago, long_ago))
    backup(path, tmp_path / "tables-05.db")
    gone = {name for name in names if not (tmp_path / name).exists()}
    assert gone == set(left)
    assert (tmp_path / "tables-03.db.0a1b2c3d.unfinished").exists()
    assert (tmp_path / "tables-05.db").exists()


async def test_a_read_only_connection_changes_nothing(store: SqliteStore, path: Path) -> None:
    """A read-only connection sees what was committed, and every attempt to write is refused."""
    table = await saved(store)
    with closing(connect_read_only(path)) as sql:
        assert [tuple(row) for row in sql.execute("SELECT id FROM tables")] == [(table.id,)]
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            sql.execute("DELETE FROM tables")


async def test_concurrent_backups_to_one_name_do_not_mix(
    store: SqliteStore, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second backup begins while the first is being flushed. The first used to give the name to an empty file and
    report success.
    """
    table = await saved(store)
    target = tmp_path / "backup.db"
    begun, may_go_on, flush = threading.Event(), threading.Event(), copying._flush

    def pausing(path: Path) -> sqlite3.Connection:
        begun.set()
        may_go_on.wait(10)
        return connect_read_only(path)

    def begin_another(file: Path) -> None:
        monkeypatch.setattr(copying, "_flush", flush)
        monkeypatch.setattr(copying, "connect_read_only", pausing)
        other.start()
        begun.wait(10)
        flush(file)

    other = threading.Thread(target=backup, args=(path, target))
    monkeypatch.setattr(copying, "_flush", begin_another)
    with pytest.raises(BackupError):
        await asyncio.to_thread(backup, path, target)
    assert not target.exists()
    may_go_on.set()
    await asyncio.to_thread(other.join)
    copy = await SqliteStore.open(target)
    assert await copy.tables.load(table.id) == table
    await copy.close()
    assert list(tmp_path.glob("*.unfinished")) == []
