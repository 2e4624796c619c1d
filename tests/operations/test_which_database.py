"""Doctor and backup say which database they looked at, and warn if it is probably not the one that the bot uses."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from bot.operations.database import backup, ratings, which_database
from bot.operations.database.service_unit import database_of
from bot.operations.database.which_database import doubt
from bot.operations.doctor import command as doctor
from bot.operations.doctor.finding import Grade, bad, good
from bot.operations.doctor.local_checks import check_machine
from bot.settings import Settings
from bot.tables.model.leases import Claim
from bot.tables.model.share import ALL, Share
from db.engines.sqlite.schema import known_migrations
from db.store import SqliteStore
from tests import fresh_database
from tests.without_rights import shut

if TYPE_CHECKING:
    from bot.operations.doctor.finding import Finding

DAY = 86400.0


@pytest.fixture
async def used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SqliteStore:
    """A database in a host's folder, with the usual name in the settings. No service is installed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_PATH", "tables.sqlite3")
    monkeypatch.setattr(which_database, "UNIT", tmp_path / "rummy-table.service")
    monkeypatch.setattr(doctor, "check_players", lambda: good("players", "Not tried: it starts a worker."))
    return await fresh_database.opened(tmp_path / "tables.sqlite3")


def found(subject: str) -> list[Finding]:
    return [finding for finding in doctor.examine(offline=True) if finding.subject == subject]


@pytest.mark.parametrize(
    ("since", "ago"),
    [(125, "2 minutes ago"), (-200_000, "2 days in the future, as this machine's clock was set back")],
)
async def test_backup_names_the_file_and_its_last_use(
    used: SqliteStore, tmp_path: Path, capsys: pytest.CaptureFixture[str], since: float, ago: str
) -> None:
    """The command shows the whole path, the size, and when a bot last wrote to the file: once “-2 day ago”."""
    await used.deadlines.beat(time.time() - since, share=ALL)
    await used.close()
    assert backup.main(["copy.sqlite3"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{tmp_path / 'tables.sqlite3'} (")
    assert f"KiB; a bot last wrote to it {ago}) was copied to" in said
    assert str(tmp_path / "copy.sqlite3") in said
    assert "Look" not in said


async def test_the_size_of_a_database_in_use_includes_its_log(
    used: SqliteStore, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A new database used to be reported as 4 KiB, because all its data was in the log."""
    file, log = (tmp_path / name for name in ("tables.sqlite3", "tables.sqlite3-wal"))
    await used.close()
    file.unlink()
    used = await SqliteStore.open(file)
    assert log.stat().st_size > file.stat().st_size
    size = f"{(file.stat().st_size + log.stat().st_size) / 1024:,.0f} KiB"
    assert any(f"is whole: {size}, " in finding.sentence for finding in found("database"))
    assert backup.main(["copy.sqlite3"]) == 0
    assert f"tables.sqlite3 ({size}; " in capsys.readouterr().out
    await used.close()


async def test_the_last_use_by_a_bot_with_several_shards_is_found(
    used: SqliteStore, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bot has several shards from 2,500 servers on. Each has a heartbeat of its own, and the one for a single shard
    is outdated.
    """
    await used.deadlines.beat(time.time() - 40 * DAY, share=ALL)
    await used.shards.renew(Claim("the only one", 2), time.time(), time.time() + 30)
    for shard in range(2):
        await used.deadlines.beat(time.time(), Share.one(shard, 2))
    await used.close()
    assert backup.main(["copy.sqlite3"]) == 0
    said = capsys.readouterr().out
    assert "a bot last wrote to it" in said
    assert "40 days" not in said
    assert "Look" not in said
    assert "A bot is running on this database" in found("process")[0].sentence
    assert not [finding for finding in found("database") if finding.grade is Grade.DOUBTFUL]


async def test_a_file_from_before_shards_is_not_doubtful(used: SqliteStore, tmp_path: Path) -> None:
    """Between `git pull` and the restart, the new version's check-up looks at the older version's file."""
    await used.close()
    path = tmp_path / "older.sqlite3"
    older = await SqliteStore.open(path, known_migrations()[:14])
    await older.deadlines.beat(time.time(), share=ALL)
    await older.close()
    assert not doubt(path)


async def test_a_long_unused_file_is_doubtful(
    used: SqliteStore, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file may be that of a clone, while the service has another one. The copy is made anyway."""
    await used.deadlines.beat(time.time() - 3 * DAY - 5, share=ALL)
    await used.close()
    assert backup.main(["copy.sqlite3"]) == 0
    assert "Look: No bot has used this file for 3 days" in capsys.readouterr().out
    doubtful = [finding.sentence for finding in found("database") if finding.grade is Grade.DOUBTFUL]
    assert any("No bot has used this file for 3 days" in said for said in doubtful)
    assert any(str(tmp_path / "tables.sqlite3") in finding.sentence for finding in found("database"))
    assert "3 days ago" in found("process")[0].sentence


async def test_a_damaged_file_is_not_called_unused(used: SqliteStore, tmp_path: Path) -> None:
    """The host was told to look for another file, although this is the one that the bot uses."""
    await used.deadlines.beat(time.time(), share=ALL)
    await used.close()
    path = tmp_path / "tables.sqlite3"
    path.write_bytes(path.read_bytes()[:40_000])
    damaged = f"{path} is damaged (its pages cannot be read): keep a copy of it and restore a backup."
    assert found("database") == [bad("database", damaged)]


async def test_a_service_with_another_file_is_named(used: SqliteStore, tmp_path: Path) -> None:
    """The service is named even if its own settings cannot be read, which are only for root, and if there is no file
    here yet.
    """
    await used.deadlines.beat(time.time(), share=ALL)
    await used.close()
    unit, settings = tmp_path / "rummy-table.service", tmp_path / "rummy-table.env"
    unit.write_text(f"[Service]\nEnvironment=A=b DATABASE_PATH=/var/lib/x.sqlite3\nEnvironmentFile={settings}\n")
    assert database_of(unit) == Path("/var/lib/x.sqlite3")
    for path in (tmp_path / "tables.sqlite3", tmp_path / "none.sqlite3"):
        assert "The service rummy-table uses /var/lib/x.sqlite3" in doubt(path)
    settings.write_text(f"# DATABASE_PATH=old\nDATABASE_PATH={tmp_path}/tables.sqlite3\n")
    assert not doubt(tmp_path / "tables.sqlite3")
    assert "/tables.sqlite3" in doubt(tmp_path / "none.sqlite3")


async def test_rebuilding_ratings_warns_if_the_service_has_another_file(
    used: SqliteStore, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A clone's file may have no wrong ratings, and the service's would stay unchanged."""
    await used.close()
    (tmp_path / "rummy-table.service").write_text("[Service]\nEnvironment=DATABASE_PATH=/var/lib/x.sqlite3\n")
    assert await asyncio.to_thread(ratings.main, ["rebuild"]) == 0
    assert "Look: The service rummy-table uses /var/lib/x.sqlite3, not this file" in capsys.readouterr().out


async def test_a_command_in_a_folder_without_a_database_names_the_services(
    used: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The backup used to say that “data/tables.sqlite3” cannot be opened, in whatever folder, and to check the disk."""
    await used.close()
    monkeypatch.setenv("DATABASE_PATH", "data/tables.sqlite3")
    missing = f"There is no database at {tmp_path / 'data/tables.sqlite3'}: check DATABASE_PATH."
    unit = tmp_path / "rummy-table.service"
    for settings, said in (
        ("", missing),
        ("Environment=DATABASE_PATH=/var/lib/x.sqlite3", f"{missing} The service rummy-table uses /var/lib/x.sqlite3,"),
    ):
        unit.write_text(f"[Service]\n{settings}\n")
        for command in (lambda: backup.main(["copy.sqlite3"]), lambda: ratings.main(["rebuild"])):
            assert await asyncio.to_thread(command) == 2
            assert capsys.readouterr().err.startswith(said)
    assert not (tmp_path / "copy.sqlite3").exists()


async def test_a_database_in_a_closed_folder_gives_one_line(
    used: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The service's folder belongs to the service. Hosts who forget sudo are told so, and see no traceback."""
    await used.close()
    folder = tmp_path / "service"
    folder.mkdir()
    path = folder / "tables.sqlite3"
    monkeypatch.setenv("DATABASE_PATH", str(path))
    monkeypatch.setenv("DATABASE_URL", "")
    monkeypatch.chdir(tmp_path.anchor)  # the test's own folder belongs to its user, too
    said = f"{path} cannot be looked at (Permission denied): run the command as the user whom it belongs to, or with"
    with shut(folder):
        findings = [finding for finding in check_machine(Settings.from_env()) if finding.subject == "database"]
        assert [finding.sentence.startswith(said) for finding in findings] == [True]
        assert ratings.main(["rebuild"]) == 2
        assert capsys.readouterr().err.startswith(said)
        assert backup.main([str(folder / "copy.sqlite3")]) == 2
        assert capsys.readouterr().err.count("\n") == 1


async def test_an_unreadable_file_is_not_reported_as_damaged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file belongs to another user, in a folder that everybody may look into. It is not reported as
    unused either.
    """
    monkeypatch.setenv("DATABASE_URL", "")
    with TemporaryDirectory() as folder:  # pytest's own folder is for its user only
        path = Path(folder) / "tables.sqlite3"
        monkeypatch.setenv("DATABASE_PATH", str(path))
        await (await fresh_database.opened(path)).close()
        Path(folder).chmod(0o755)
        said = f"{path} cannot be read (Permission denied): run the command as the user whom it belongs to, or with"
        monkeypatch.chdir(Path(folder).anchor)
        with shut(path):
            findings = [finding for finding in check_machine(Settings.from_env()) if finding.subject == "database"]
            assert [finding.sentence.startswith(said) for finding in findings] == [True]
            assert backup.main([f"{folder}/copy.sqlite3"]) == 2
            assert capsys.readouterr().err.startswith(said)


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ('DATABASE_PATH="/srv/tables.sqlite3"', "/srv/tables.sqlite3"),
        ("DATABASE_PATH='/srv/my tables.sqlite3'", "/srv/my tables.sqlite3"),
        ("DATABASE_PATH=/srv/my tables.sqlite3 ", "/srv/my tables.sqlite3"),
    ],
)
def test_the_services_settings_are_parsed_as_by_systemd(tmp_path: Path, line: str, path: str) -> None:
    """The unit's own default used to be taken instead, and the right file was reported as another one."""
    settings, unit = tmp_path / "rummy-table.env", tmp_path / "rummy-table.service"
    settings.write_text(f"LOG_LEVEL=INFO\n{line}\n")
    unit.write_text(f"[Service]\nEnvironment=A=1 DATABASE_PATH=/var/lib/default\nEnvironmentFile={settings}\n")
    assert database_of(unit) == Path(path)


@pytest.mark.parametrize("said", ['A=1 "DATABASE_PATH=/srv/my tables"', "'DATABASE_PATH=/srv/my tables' A=1"])
def test_a_quoted_path_in_the_unit_is_read(tmp_path: Path, said: str) -> None:
    unit = tmp_path / "rummy-table.service"
    unit.write_text(f"[Service]\nEnvironment={said}\n")
    assert database_of(unit) == Path("/srv/my tables")


def test_a_path_on_its_own_line_in_the_unit_is_read(tmp_path: Path) -> None:
    unit = tmp_path / "rummy-table.service"
    unit.write_text("[Service]\nEnvironment=DATABASE_PATH=/srv/tables.sqlite3\n")
    assert database_of(unit) == Path("/srv/tables.sqlite3")


async def test_service_settings_in_another_encoding_are_read(
    used: SqliteStore, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A comment with an umlaut, written by an old editor, is enough."""
    await used.close()
    settings, unit = tmp_path / "rummy-table.env", tmp_path / "rummy-table.service"
    settings.write_bytes("# für den Bot\nDATABASE_PATH=/srv/tables.sqlite3\n".encode("latin-1"))
    unit.write_text(f"[Service]\nEnvironmentFile={settings}\n")
    assert backup.main(["copy.sqlite3"]) == 0
    assert "uses /srv/tables.sqlite3, not this file" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("override", "path"),
    [
        ("Environment=DATABASE_PATH=/srv/edited", "/srv/edited"),
        ("EnvironmentFile={settings}", "/srv/of_settings"),
        ("EnvironmentFile={settings}\nEnvironmentFile=\nEnvironment=DATABASE_PATH=/srv/edited", "/srv/edited"),
        ("Environment=\nEnvironment=A=1", None),
        ("#Environment=DATABASE_PATH=/srv/edited", "/var/lib/rummy-table/default"),
    ],
)
def test_overrides_by_systemctl_edit_apply(tmp_path: Path, override: str, path: str | None) -> None:
    """The unit's own default used to be taken, and the right file was called a different one."""
    settings, unit = tmp_path / "other.env", tmp_path / "rummy-table.service"
    settings.write_text("DATABASE_PATH=/srv/of_settings\n")
    unit.write_text("[Service]\nEnvironment=DATABASE_PATH=/var/lib/rummy-table/default\n")
    folder = tmp_path / "rummy-table.service.d"
    folder.mkdir()
    (folder / "override.conf").write_text(f"[Service]\n{override.format(settings=settings)}\n")
    assert database_of(unit) == (None if path is None else Path(path))


def test_a_relative_path_is_resolved_in_the_services_folder(tmp_path: Path) -> None:
    """It used to be resolved against the folder where the command runs."""
    unit = tmp_path / "rummy-table.service"
    unit.write_text("[Service]\nWorkingDirectory=/var/lib/rummy-table\nEnvironment=DATABASE_PATH=data/tables.sqlite3\n")
    assert database_of(unit) == Path("/var/lib/rummy-table/data/tables.sqlite3")
