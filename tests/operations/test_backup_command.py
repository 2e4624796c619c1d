"""`python -m bot backup FILE`, as a host types it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.operations.database import backup
from db.engines.sqlite import backup as copying
from db.store import SqliteStore
from tests.db.examples import saved
from tests.operations.disks import small_disk

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


async def test_a_backup_of_a_running_bot_opens_as_a_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, target = tmp_path / "tables.sqlite3", tmp_path / "copy.sqlite3"
    monkeypatch.setenv("DATABASE_PATH", str(path))
    store = await SqliteStore.open(path)
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
        store = await SqliteStore.open(path)
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


async def test_an_interrupted_backup_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python notices Ctrl-C once SQLite has written the copy, which contains every hand."""

    def stop(file: Path) -> None:
        assert file.stat().st_size
        raise KeyboardInterrupt

    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "tables.sqlite3"))
    await (await SqliteStore.open(tmp_path / "tables.sqlite3")).close()
    monkeypatch.setattr(copying, "_flush", stop)
    assert backup.main([str(tmp_path / "copy.sqlite3")]) == 2
    assert capsys.readouterr().err == "Stopped: no copy was made.\n"
    assert list(tmp_path.glob("copy*")) == []
