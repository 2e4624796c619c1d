"""`python -m bot backup FILE`, as a host types it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bot.operations.database import backup
from db.engines.sqlite import backup as copying
from db.store import SqliteStore
from tests import fresh_database
from tests.db.examples import saved
from tests.operations.disks import small_disk
from tests.without_rights import shut

if TYPE_CHECKING:
    import pytest


async def test_a_backup_of_a_running_bot_opens_as_a_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, target = tmp_path / "tables.sqlite3", tmp_path / "copy.sqlite3"
    monkeypatch.setenv("DATABASE_PATH", str(path))
    store = await fresh_database.opened(path)
    table = await saved(store)
    assert backup.main([str(target)]) == 0
    assert str(target) in capsys.readouterr().out
    await store.close()
    restored = await SqliteStore.open(target)
    assert await restored.tables.load(table.id) == table
    await restored.close()


async def test_a_database_on_a_read_only_disk_can_be_backed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A system makes a disk read-only when it fails. That is when the backup is needed, and SQLite refused to read."""
    with small_disk(tmp_path / "disk") as make_read_only:
        path, target = tmp_path / "disk" / "tables.sqlite3", tmp_path / "copy.sqlite3"
        monkeypatch.setenv("DATABASE_PATH", str(path))
        store = await fresh_database.opened(path)
        table = await saved(store)
        await store.close()
        make_read_only()
        assert backup.main([str(target)]) == 0
        assert "no bot has used it yet" in capsys.readouterr().out
    restored = await SqliteStore.open(target)
    assert await restored.tables.load(table.id) == table
    await restored.close()


def test_a_failed_backup_gives_one_line_and_exit_code_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "none.sqlite3"))
    assert backup.main([str(tmp_path / "copy.sqlite3")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_place_of_the_database_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path))
    assert backup.main([str(tmp_path / "copy.sqlite3")]) == 2
    assert capsys.readouterr().err == f"{tmp_path} is a folder: name a file in it, such as {tmp_path / 'bot.db'}.\n"


async def test_a_damaged_database_is_reported_as_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """SQLite reports that it cannot open the copy, and the host used to be told to check both paths."""
    path = tmp_path / "tables.sqlite3"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_PATH", "tables.sqlite3")
    store = await fresh_database.opened(path)
    await saved(store)
    await store.close()
    path.write_bytes(path.read_bytes()[:40_000])
    assert backup.main([str(tmp_path / "copy.sqlite3")]) == 2
    said = capsys.readouterr().err
    assert said == f"{path} is damaged (its pages cannot be read): keep a copy of it and restore a backup.\n"
    assert list(tmp_path.glob("copy*")) == []


async def test_a_database_locked_by_another_program_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The host used to be told to check both paths and the disk."""
    path = tmp_path / "tables.sqlite3"
    monkeypatch.setenv("DATABASE_PATH", str(path))
    monkeypatch.setattr("db.engines.sqlite.opening.LOCK_SECONDS", 0.01)
    await (await fresh_database.opened(path)).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        assert backup.main([str(tmp_path / "copy.sqlite3")]) == 2
    assert capsys.readouterr().err.startswith(f"{path} is in use by another program")
    assert list(tmp_path.glob("copy*")) == []


async def test_a_user_who_may_only_read_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """To read a database that nobody uses, SQLite makes files beside it. The host used to be told to check both paths
    and the disk.
    """
    with TemporaryDirectory() as folder, TemporaryDirectory() as elsewhere:  # pytest's own folder is for its user only
        path, other = Path(folder, "tables.sqlite3"), Path(folder, "other")
        monkeypatch.setenv("DATABASE_PATH", str(path))
        await (await fresh_database.opened(path)).close()
        other.touch()
        for place, mode in ((path, 0o644), (Path(elsewhere), 0o777), (Path(folder), 0o555)):
            place.chmod(mode)
        monkeypatch.chdir(elsewhere)
        try:
            with shut(other):
                assert backup.main(["copy.sqlite3"]) == 2
        finally:
            Path(folder).chmod(0o755)
        assert capsys.readouterr().err.startswith(
            f"{path} cannot be read by a user who may not write to its folder, while no bot uses it: run the command as"
        )
        assert list(Path(elsewhere).iterdir()) == []


async def test_an_interrupted_backup_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python notices Ctrl-C once SQLite has written the copy, which contains every hand."""

    def stop(file: Path) -> None:
        assert file.stat().st_size
        raise KeyboardInterrupt

    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "tables.sqlite3"))
    await (await fresh_database.opened(tmp_path / "tables.sqlite3")).close()
    monkeypatch.setattr(copying, "_flush", stop)
    assert backup.main([str(tmp_path / "copy.sqlite3")]) == 2
    assert capsys.readouterr().err == "Stopped: no copy was made.\n"
    assert list(tmp_path.glob("copy*")) == []
