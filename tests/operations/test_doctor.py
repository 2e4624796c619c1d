"""The doctor without Discord: says what is wrong in one sentence, changes nothing, and never prints a secret."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import sqlite3
import sys
import time
from contextlib import closing
from io import StringIO
from typing import TYPE_CHECKING

import pytest
from rich.console import Console

from bot.operations.doctor import command as doctor
from bot.operations.doctor import player_checks
from bot.operations.doctor.finding import Grade, bad, good
from bot.operations.doctor.player_checks import check_players
from bot.operations.monitoring.monitor import Monitor
from bot.permissions import invite_link
from bot.players import worker_process
from bot.settings import MALFORMED
from bot.tables.model.reports import Report
from bot.tables.model.share import ALL
from db.engines.sqlite.lock import lock_file
from db.engines.sqlite.schema import known_migrations
from db.errors import StoreOpenError
from db.store import SqliteStore
from tests import fresh_database
from tests.db.examples import NOON, saved
from tests.operations.disks import small_disk
from tests.operations.findings import TOKEN, subjects
from tests.without_rights import NOBODY

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A host's folder, without any of this machine's environment."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_PATH", "METRICS_PORT", "METRICS_HOST", "WIRE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    return tmp_path


@pytest.fixture
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the check that starts a worker process, in tests of what another check finds."""
    monkeypatch.setattr(doctor, "check_players", lambda: good("players", "Not tried."))


def test_a_new_host_with_a_token_has_no_problems(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert doctor.main(["--offline"]) == 0
    shown = capsys.readouterr().out
    assert "All is well" in shown
    assert TOKEN not in shown
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("no_worker")
@pytest.mark.parametrize("token", ["", "hello", f"Bot {TOKEN}", f'"{TOKEN}"', "a.b.c"])
def test_a_malformed_token_is_reported_without_printing_it(
    token: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    assert doctor.main(["--offline"]) == 2
    shown = capsys.readouterr().out
    assert "DISCORD_TOKEN" in shown
    assert token == "" or token not in shown.replace("DISCORD_TOKEN", "")


@pytest.mark.usefixtures("no_worker")
@pytest.mark.parametrize("token", [f"Bot {TOKEN}", f'"{TOKEN}"', f"{TOKEN[:30]}\n{TOKEN[30:]}"])
def test_a_malformed_token_is_not_sent_to_discord(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot be sent. The doctor used to say that Discord's answer was not as documented, though there was none."""
    monkeypatch.setenv("DISCORD_TOKEN", token)
    monkeypatch.setattr(doctor, "_ask_discord", None)
    assert bad("token", MALFORMED) in doctor.examine(offline=False)


@pytest.mark.usefixtures("no_worker")
def test_a_mistyped_name_of_a_setting_is_reported(folder: Path) -> None:
    """The setting keeps its default, which nobody noticed. Other programs' names, such as Docker's, are left alone."""
    (folder / ".env").write_text("METRIC_PORT=9464\nDATABASE_PAHT=/x\nlog_level=DEBUG\nPOSTGRES_PASSWORD=x\nTZ=UTC\n")
    (folder / ".env").chmod(0o600)
    findings = [finding for finding in doctor.examine(offline=True) if finding.subject == ".env"]
    assert [finding.grade for finding in findings] == [Grade.GOOD, *[Grade.DOUBTFUL] * 3]
    said = " ".join(finding.sentence for finding in findings)
    assert re.findall(r"“(\w+)” is no setting of the bot: is it (\w+)\?", said) == [
        ("METRIC_PORT", "METRICS_PORT"),
        ("DATABASE_PAHT", "DATABASE_PATH"),
        ("log_level", "LOG_LEVEL"),
    ]


@pytest.mark.usefixtures("no_worker")
def test_a_folder_named_env_is_reported(folder: Path) -> None:
    (folder / ".env").mkdir()
    [finding] = doctor.examine(offline=True)
    assert "The file .env cannot be read (Is a directory)" in finding.sentence


def test_an_invalid_setting_is_the_only_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_PORT", "many")
    (finding,) = doctor.examine(offline=True)
    assert finding.grade is Grade.BAD
    assert finding.sentence.startswith("METRICS_PORT")


@pytest.mark.usefixtures("no_worker")
async def test_a_database_in_use_is_read_and_stays_usable(folder: Path) -> None:
    """The bot may be running, because the file is opened read-only."""
    path = folder / "data" / "tables.sqlite3"
    store = await fresh_database.opened(path)
    await saved(store)
    await store.deadlines.beat(time.time(), share=ALL)
    findings = doctor.examine(offline=True)
    assert subjects(findings, Grade.BAD) == []
    sentences = " ".join(finding.sentence for finding in findings)
    assert "1 live table." in sentences
    assert "A bot is running" in sentences
    await saved(store)  # the store still works
    await store.close()


@pytest.mark.usefixtures("no_worker")
async def test_the_latest_reports_are_shown_and_the_others_counted(folder: Path) -> None:
    """The latest reports are shown with links to their messages, and the others are counted."""
    store = await SqliteStore.open(folder / "data" / "tables.sqlite3")
    for person in range(7):
        assert await store.reports.add(Report(person, NOON + person, 5, 6, 70 + person, None, f"It froze\n{person}."))
    await store.close()
    told = [finding.sentence for finding in doctor.examine(offline=True) if finding.subject == "report"]
    assert told[0] == "2027-01-15: “It froze 6.” about https://discord.com/channels/5/6/76"
    assert told[5:] == ["2 more in the last 90 days, in the table reports."]


async def test_control_characters_in_reports_are_removed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Discord passes on characters that start terminal commands, for example to clear the screen. Only those are
    removed.
    """
    store = await SqliteStore.open(folder / "data" / "tables.sqlite3")
    words = "\x1b[2J\x1b]0;gone\x07It \u202efroze\x9b1A,\r\n[red]schön[/] 🃏"
    assert await store.reports.add(Report(1, NOON, 5, 6, 70, None, words))
    await store.close()
    assert await asyncio.to_thread(doctor.main, ["--offline"]) == 0
    [line] = [line for line in capsys.readouterr().out.splitlines() if "2027-01-15" in line]
    assert "It froze" in line
    assert "[red]schön[/] 🃏" in line
    assert not {"\x1b", "\x07", "\x9b", "\u202e", "\r"} & set(line)


@pytest.mark.usefixtures("no_worker")
async def test_a_clock_that_was_set_back_is_reported(folder: Path) -> None:
    store = await SqliteStore.open(folder / "data" / "tables.sqlite3")
    await store.deadlines.beat(time.time() + 3600, share=ALL)
    await store.close()
    assert "clock" in subjects(doctor.examine(offline=True), Grade.BAD)


@pytest.mark.usefixtures("no_worker")
async def test_a_damaged_database_is_reported(folder: Path) -> None:
    path = folder / "data" / "tables.sqlite3"
    store = await fresh_database.opened(path)
    for _ in range(50):
        await saved(store)
    await store.close()
    content = bytearray(path.read_bytes())
    for page in range(2 * 4096, len(content), 4096):
        content[page : page + 200] = b"\xff" * 200
    path.write_bytes(content)
    assert "database" in subjects(doctor.examine(offline=True), Grade.BAD)


@pytest.mark.usefixtures("no_worker")
async def test_notes_of_an_older_version_are_not_reported_as_damage(folder: Path) -> None:
    """SQLite 3.40 reports that the notes on who deleted their data today have no salt."""
    path = folder / "data" / "tables.sqlite3"
    await (await SqliteStore.open(path, known_migrations()[:32])).close()
    with closing(sqlite3.connect(path)) as sql, sql:
        sql.execute("INSERT INTO spent_days (day, what, salt, mark) VALUES (20780, 'deal', 'a1', 'b2')")
    assert "database" not in subjects(doctor.examine(offline=True), Grade.BAD)


@pytest.mark.usefixtures("no_worker")
@pytest.mark.parametrize("missing", ["psycopg", "psycopg_pool", "cryptography"])
def test_missing_postgresql_packages_are_reported(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    """The bot needs all of them. Only the first was looked for, and the bot did not start."""
    monkeypatch.setenv("DATABASE_URL", "postgresql://bot@127.0.0.1:1/tables")
    monkeypatch.setitem(sys.modules, missing, None)
    [said] = [one.sentence for one in doctor.examine(offline=True) if one.grade is Grade.BAD]
    assert said.startswith("DATABASE_URL needs packages that are not installed: ")


@pytest.mark.usefixtures("no_worker")
def test_an_outdated_sqlite_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python that was built on an old system has that system's. The doctor used to say that all is well, and the bot
    did not start.
    """
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    [said] = [one.sentence for one in doctor.examine(offline=True) if one.grade is Grade.BAD]
    assert said.endswith("the bot needs 3.37 or newer: use a newer Python.")


@pytest.mark.usefixtures("no_worker")
def test_a_database_of_another_program_is_reported(folder: Path) -> None:
    (folder / "data").mkdir()
    with closing(sqlite3.connect(folder / "data" / "tables.sqlite3")) as sql:
        sql.execute("CREATE TABLE notes (text)")
    assert "database" in subjects(doctor.examine(offline=True), Grade.BAD)


@pytest.mark.usefixtures("no_worker")
async def test_a_database_the_bot_refuses_is_reported_in_the_bots_words(folder: Path) -> None:
    """Its schema is not this program's, such as that of an unreleased version. The doctor used to call it whole."""
    path = folder / "data" / "tables.sqlite3"
    await (await fresh_database.opened(path)).close()
    with closing(sqlite3.connect(path)) as sql, sql:
        sql.execute("UPDATE migrations SET checksum = 'another' WHERE number = 2")
    with pytest.raises(StoreOpenError) as refused:
        await SqliteStore.open(path)
    assert bad("database", str(refused.value)) in doctor.examine(offline=True)


@pytest.mark.usefixtures("no_worker")
async def test_a_database_locked_by_another_program_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is not reported as unreadable, after which the host would restore a backup."""
    path = folder / "data" / "tables.sqlite3"
    await (await fresh_database.opened(path)).close()
    monkeypatch.setattr("db.engines.sqlite.opening.LOCK_SECONDS", 0.01)
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        findings = doctor.examine(offline=True)
    assert bad("database", f"{path} is in use by another program: close that program.") in findings


@pytest.mark.usefixtures("no_worker")
async def test_a_read_only_disk_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database was said to be well, or not to be one."""
    with small_disk(folder / "disk") as make_read_only:
        monkeypatch.setenv("DATABASE_PATH", "disk/tables.sqlite3")
        await (await SqliteStore.open(folder / "disk" / "tables.sqlite3")).close()
        make_read_only()
        findings = doctor.examine(offline=True)
        [said] = [one.sentence for one in findings if one.grade is Grade.BAD]
        assert "is on a disk that is mounted read-only" in said
        assert any("is whole" in one.sentence for one in findings)


@pytest.mark.usefixtures("no_worker")
async def test_the_room_of_the_disk_behind_a_link_counts(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database may be a link to a file on another disk with little room. The link's own disk used to count."""
    with small_disk(folder / "disk"):
        await (await SqliteStore.open(folder / "disk" / "tables.sqlite3")).close()
        (folder / "link").symlink_to(folder / "disk" / "tables.sqlite3")
        monkeypatch.setenv("DATABASE_PATH", "link")
        [said] = [one.sentence for one in doctor.examine(offline=True) if one.subject == "disk"]
        assert said.startswith("Only 1")


@pytest.mark.usefixtures("no_worker")
@pytest.mark.parametrize("forbidden", ["", "tables.sqlite3", "tables.sqlite3.lock"])
async def test_a_database_that_may_not_be_written_is_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch, forbidden: str
) -> None:
    """The bot refuses to start there, and the doctor used to say that it can run."""
    monkeypatch.setenv("DATABASE_PATH", "tables.sqlite3")
    await (await SqliteStore.open(folder / "tables.sqlite3")).close()
    monkeypatch.setattr(os, "access", lambda path, _mode: path != folder.resolve() / forbidden)
    [said] = [one.sentence for one in doctor.examine(offline=True) if one.grade is Grade.BAD]
    assert said.startswith(f"This user may not write to {folder.resolve() / forbidden}: ")


@pytest.mark.usefixtures("no_worker")
@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="gives a folder to another user")
async def test_a_file_that_only_root_may_write_is_reported(folder: Path) -> None:
    """As after a backup was restored without giving it to the user of the service, who then cannot start the bot. Root,
    who may write everything, was told that all is well.
    """
    path = folder.resolve() / "data" / "tables.sqlite3"
    await (await fresh_database.opened(path)).close()
    os.chown(path.parent, NOBODY, NOBODY)
    remedy = f"if the bot runs as that user, `chown --reference={path.parent} {path}`."
    assert [one for one in doctor.examine(offline=True) if one.sentence.endswith(remedy)]
    os.chown(path, NOBODY, NOBODY)
    os.chown(lock_file(path), NOBODY, NOBODY)
    assert not [one for one in doctor.examine(offline=True) if "chown" in one.sentence]


@pytest.mark.usefixtures("no_worker")
def test_a_folder_in_place_of_the_file_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder is not reported as a failing disk, after which the host would restore a backup."""
    (folder / "data").mkdir()
    monkeypatch.setenv("DATABASE_PATH", "data")
    findings = [finding for finding in doctor.examine(offline=True) if finding.subject == "database"]
    path = folder / "data"
    assert findings == [bad("database", f"{path} is a folder: name a file in it, such as {path / 'bot.db'}.")]


@pytest.mark.usefixtures("no_worker")
def test_an_empty_file_is_not_a_problem(folder: Path) -> None:
    """A bot that was killed in its first moments leaves such a file behind. The next start uses it."""
    (folder / "data").mkdir()
    (folder / "data" / "tables.sqlite3").touch(0o600)
    findings = doctor.examine(offline=True)
    assert "database" not in subjects(findings, Grade.BAD)
    told = [finding.sentence for finding in findings if finding.subject == "database"]
    assert told[-1].endswith("tables.sqlite3 is empty; the bot makes its tables at its first start.")


@pytest.mark.usefixtures("no_worker")
@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="needs a user without all rights")
def test_an_unwritable_folder_is_reported(folder: Path) -> None:
    folder.chmod(0o500)
    try:
        assert "database" in subjects(doctor.examine(offline=True), Grade.BAD)
    finally:
        folder.chmod(0o700)


@pytest.mark.usefixtures("no_worker")
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other permissions")
def test_a_token_file_readable_by_others_is_reported(folder: Path) -> None:
    (folder / ".env").write_text("LOG_LEVEL=INFO\n")
    (folder / ".env").chmod(0o644)
    assert ".env" in subjects(doctor.examine(offline=True), Grade.DOUBTFUL)


@pytest.mark.usefixtures("no_worker")
def test_metrics_reachable_by_others_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        monkeypatch.setenv("METRICS_PORT", str(free.getsockname()[1]))
    monkeypatch.setenv("METRICS_HOST", "0.0.0.0")  # noqa: S104  # what is to be reported
    assert "metrics" in subjects(doctor.examine(offline=True), Grade.DOUBTFUL)


@pytest.mark.usefixtures("no_worker")
async def test_an_address_at_which_metrics_cannot_be_served_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot does not start with it. A running bot serves there, as it should."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setenv("METRICS_PORT", str(taken.getsockname()[1]))
        for host in ("127.0.0.1", "192.0.2.7"):
            monkeypatch.setenv("METRICS_HOST", host)
            findings = await asyncio.to_thread(doctor.examine, offline=True)
            [said] = [finding.sentence for finding in findings if finding.grade is Grade.BAD]
            assert said.startswith(f"Health and metrics cannot be served at {host}:")
    running = Monitor()
    monkeypatch.setenv("METRICS_PORT", str(await running.start("127.0.0.1", 0)))
    monkeypatch.setenv("METRICS_HOST", "127.0.0.1")
    assert subjects(await asyncio.to_thread(doctor.examine, offline=True), Grade.BAD) == []
    await running.stop()


def test_a_link_is_not_wrapped_in_a_narrow_terminal() -> None:
    """A newcomer copies the invite link from there. Folded over three lines, it is no longer a link."""
    console, link = Console(width=80, file=StringIO(), highlight=False, soft_wrap=True), invite_link(10**18)
    doctor.show([good("invite", link), bad("for accounts", "It says [what] to mend.")], console)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert shown.splitlines() == [
        f"ok    invite        {link}",
        "bad   for accounts  It says [what] to mend.",
        "1 problem to fix before the bot can run.",
    ]


def test_the_worker_check_names_start_time_and_slowest_move() -> None:
    """The finding says how long its start and the slowest move took."""
    finding = check_players()
    assert finding.grade is Grade.GOOD
    assert re.fullmatch(
        r"A worker started in \d+\.\d s; its slowest first move took \d\.\d\d s \(strong, .+\)\.",
        finding.sentence,
    )


def test_workers_that_do_not_start_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot would run, but every level would play like classic."""
    monkeypatch.setattr(worker_process, "_BOOT", "import sys; sys.exit(7)")
    (finding,) = [finding for finding in doctor.examine(offline=True) if finding.subject == "players"]
    assert finding.grade is Grade.BAD
    assert "exit code 7" in finding.sentence
    assert "every level would play like classic" in finding.sentence


def test_a_machine_too_slow_for_computer_players_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_checks, "THINK_SECONDS", 0.0)
    finding = check_players()
    assert finding.grade is Grade.DOUBTFUL
    assert "slow" in finding.sentence
