"""`python -m bot …` as a host types it: one clear line and the right exit code."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import discord
import pytest

from bot import __version__
from bot import run as run_command
from bot.__main__ import COMMANDS, main
from bot.operations.monitoring.monitor import Monitor
from bot.run import _why_it_fell
from bot.settings import Settings
from bot.tables.model.stores import StoreUnavailableError
from tests import fresh_database

ROOT = Path(__file__).parents[2]


def test_a_missing_token_gives_one_line_and_exit_code_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    assert main(["run"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("DISCORD_TOKEN is not set")
    assert f"`{sys.executable} -m bot playground`" in said, "a line to copy: Debian has no “python”"
    assert said.count("\n") == 1


@pytest.mark.parametrize("token", ['"swordf1sh"', "Bot swordf1sh", "sword\nf1sh", "sword\u00adf1sh"])
def test_a_malformed_token_gives_one_line_and_exit_code_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], token: str
) -> None:
    """With a line break, no request could be sent, and the bot retried forever with a traceback each time."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", token)
    monkeypatch.setattr("bot.logs.set_up", lambda *_: None)
    assert main(["run"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("DISCORD_TOKEN must be the token alone, on one line")
    assert said.count("\n") == 1
    assert "f1sh" not in said


@pytest.mark.parametrize("installed", [(), ("psycopg",), ("psycopg", "psycopg_pool")])
def test_missing_postgresql_packages_give_one_line_and_exit_code_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], installed: tuple[str, ...]
) -> None:
    """The packages also count as missing where only psycopg is installed, which used to be enough."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "postgresql://bot@db/tables")
    monkeypatch.setattr("bot.run.find_spec", lambda package: package in installed or None)
    assert main(["run"]) == 2
    assert capsys.readouterr().err == (
        f"DATABASE_URL needs packages that are not installed: `{sys.executable} -m pip install --require-hashes -r "
        "requirements-postgres.txt` in the project's folder.\n"
    )


def test_an_invalid_setting_gives_one_line_and_exit_code_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv("BOT_MOVE_DELAY", "soon")
    assert main(["run"]) == 2
    assert capsys.readouterr().err == "BOT_MOVE_DELAY is “soon”; set it to a number from 0 to 60.\n"


def test_a_file_that_is_not_a_database_gives_one_line_and_exit_code_2(tmp_path: Path) -> None:
    """This one runs as hosts type it: no warning of Python's or of a library joins the line."""
    (tmp_path / "x.sqlite3").write_text("This is no database, however long the file may be. " * 100)
    environment = {"PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "x", "DATABASE_PATH": "x.sqlite3"}
    line = [sys.executable, "-m", "bot", "run"]
    result = subprocess.run(
        line, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "x.sqlite3" in result.stderr


def test_an_unreachable_database_server_gives_one_line_and_is_retried(tmp_path: Path) -> None:
    """Exit code 2 would keep systemd from starting the bot again after a restart of the whole machine."""
    url = "postgresql://bot:swordf1sh@127.0.0.1:1/tables"
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "x", "DATABASE_URL": url}
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "run"], cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True
    ) as bot:
        assert bot.stderr is not None
        line = bot.stderr.readline()
        bot.terminate()
        assert (bot.wait(60), bot.stderr.read()) == (0, "")
    assert "PostgreSQL database tables at 127.0.0.1:1: the server does not answer there" in line
    assert "Trying again in 2 s." in line
    assert "swordf1sh" not in line


async def test_losing_the_database_during_startup_is_only_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    """The supervisor tries again after a pause, because nothing is wrong with the bot."""
    fallen = asyncio.get_running_loop().create_future()
    fallen.set_exception(StoreUnavailableError("It is away."))
    _why_it_fell(fallen)
    assert [(line.levelname, line.getMessage()) for line in caplog.records] == [
        ("WARNING", "The database could not be used: It is away.")
    ]


async def test_too_few_shards_are_reported_as_that(caplog: pytest.LogCaptureFixture) -> None:
    """A bot with a fixed number of shards outgrows it, at Discord's 2,500 servers a shard. The log used to say “closed
    with 4011”.
    """
    closed = asyncio.get_running_loop().create_future()
    closed.set_exception(discord.ConnectionClosed(Mock(close_code=4011), shard_id=0))
    _why_it_fell(closed)
    [line] = [record.getMessage() for record in caplog.records]
    assert "set BOT_SHARD_COUNT" in line


async def test_a_lost_database_is_not_reported_as_a_lost_connection(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """With a full disk, the log named it in one line and blamed the connection to Discord in the next."""
    stop, ended = asyncio.Event(), asyncio.get_running_loop().create_future()
    ended.set_exception(StoreUnavailableError("It is away."))

    async def one_life(*_: object) -> bool:
        _why_it_fell(ended)
        stop.set()
        return False

    monkeypatch.setattr(run_command, "_one_life", one_life)
    await run_command._supervise(Settings(), stop, Monitor())
    assert [line.getMessage() for line in caplog.records] == [
        "The database could not be used: It is away.",
        "Trying again in 2 s.",
    ]


def test_an_internal_error_is_not_reported_as_misuse(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It used to exit with code 2, so systemd did not restart it, and the traceback with the cause was lost."""

    async def broken(_: object) -> None:
        raise ValueError("invalid literal")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setattr("bot.run._run", broken)
    monkeypatch.setattr("bot.logs.set_up", lambda *_: None)
    with pytest.raises(ValueError, match="invalid literal"):
        main(["run"])


@pytest.mark.parametrize("address", ["http://example.org", "http://[::1", "nonsense"])
def test_an_invalid_or_remote_wire_url_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "x")
    monkeypatch.setenv("WIRE_URL", address)
    monkeypatch.setattr("bot.logs.set_up", lambda *_: None)
    assert main(["run"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("WIRE_URL")
    assert said.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["fly"], ["run", "now"]])
def test_an_invalid_command_line_gives_exit_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(name in shown for name in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_every_command_answers_help(command: str, flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Standard output shows how to write the line, and in a sentence what the command does."""
    assert main([command, flag]) == 0
    shown = capsys.readouterr()
    assert not shown.err
    usage, _blank, what = shown.out.partition("\n\n")
    assert usage.startswith(f"usage: python -m bot {command} ")
    assert what[0].isupper()
    assert "`" not in shown.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_unknown_arguments(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The error names the command that was meant."""
    assert main([command, "--nonsense"]) == 2
    assert f"python -m bot {command}" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_simulate_and_arena_take_the_same_jobs_option(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The option has one name, and anything that is no number is refused with the same sentence."""
    assert main([command, "--help"]) == 0
    shown = capsys.readouterr().out
    assert "--jobs N" in shown
    assert "--processes" not in shown
    for jobs in ("0", "many"):
        assert main([command, "notty", "--jobs", jobs]) == 2
        assert f"“{jobs}” is not a whole number greater than 0" in capsys.readouterr().err


def test_ctrl_c_prints_one_line_and_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C is handled whatever a command is doing, such as making a puzzle."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.puzzles.command.make", interrupted)
    assert main(["puzzle", "rummy"]) == 130
    assert capsys.readouterr().err == "Stopped.\n"


def test_ctrl_c_while_a_command_loads_prints_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Loading the playground takes half a second, more on a small machine."""

    def interrupted(_module: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.__main__.import_module", interrupted)
    assert main(["playground"]) == 130
    assert capsys.readouterr().err == "Stopped.\n"


SLOW_REBUILD = """
import signal, sys, threading, time
from bot.__main__ import main
from db.records import results

def slowly(sql):
    print("rebuilding", flush=True)
    time.sleep(0.5)
    if "in a thread" in sys.argv:
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)
    time.sleep(60)

results.in_order = slowly
sys.exit(main(["ratings", "rebuild"]))
"""


@pytest.mark.parametrize("arrives", ["anywhere", "in a thread"])
def test_ctrl_c_stops_a_rebuild_of_ratings_at_once(tmp_path: Path, arrives: str) -> None:
    """It went on, for minutes after a year of play, and then said “Stopped.” although all ratings were new.

    A signal that arrives in another thread, or just before the event loop waits, does not interrupt the wait.
    """
    file = tmp_path / "tables.sqlite3"
    fresh_database.begin(file)
    with closing(sqlite3.connect(file)) as sql, sql:
        sql.execute("INSERT INTO ratings VALUES ('notty', 'people', 1, 1, 7, '', 25.0, 8.0, 1, 1, 1)")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DATABASE_PATH": str(file)}
    with subprocess.Popen(
        [sys.executable, "-c", SLOW_REBUILD, arrives],
        env=environment,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as rebuild:
        assert rebuild.stdout is not None
        assert rebuild.stdout.readline() == "rebuilding\n"
        if arrives == "anywhere":
            rebuild.send_signal(signal.SIGINT)
        assert rebuild.communicate(timeout=20) == ("", "Stopped: the ratings are as they were.\n")
    assert rebuild.returncode == 2
    with closing(sqlite3.connect(file)) as sql:
        assert sql.execute("SELECT count(*) FROM ratings").fetchone() == (1,)


@pytest.mark.parametrize("command", ["playground", "simulate", "doctor"])
def test_a_python_without_the_libraries_points_to_the_one_in_venv(command: str, tmp_path: Path) -> None:
    """A Python without the libraries may be the system's own, used with `python3 -m bot playground` in the project's
    folder.
    """
    program = (
        f"import sys; sys.path.append({str(ROOT)!r}); from bot.__main__ import main; sys.exit(main([{command!r}]))"
    )
    line = [sys.executable, "-I", "-S", "-c", program]
    result = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert str(Path(".venv", "Scripts" if os.name == "nt" else "bin", "python")) in result.stderr


def test_an_environment_that_lost_its_libraries_is_to_be_installed_again(tmp_path: Path) -> None:
    """After an upgrade of the system, the environment's Python is another, for which nothing is installed.

    The answer was to use this very Python.
    """
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / ".venv"], check=True, timeout=60)
    python = tmp_path / ".venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    result = subprocess.run(
        [python, "-m", "bot", "doctor"],
        cwd=tmp_path.parent,  # as a service, whose folder is that of its database
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "install the bot's dependencies again" in result.stderr
    assert " use " not in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix closes the streams")
@pytest.mark.parametrize(("arguments", "closed", "code"), [("--version", ">&-", 0), ("no-such-command", "2>&-", 2)])
def test_a_command_works_with_closed_streams(arguments: str, closed: str, code: int) -> None:
    """As started by a job that wants no output of `backup`. There used to be a traceback and code 1 after the copy."""
    line = f'"$0" -m bot {arguments} {closed}'
    result = subprocess.run(
        ["sh", "-c", line, sys.executable], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (code, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", [("--help",), ("puzzle", "huxxy")])
def test_a_closed_output_pipe_is_not_an_error(arguments: tuple[str, ...], unbuffered: str) -> None:
    """The reader may stop early, as in `python -m bot --help | head -1`."""
    reading, writing = os.pipe()
    os.close(reading)
    line = [sys.executable, "-m", "bot", *arguments]
    environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    try:
        result = subprocess.run(
            line, cwd=ROOT, env=environment, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    finally:
        os.close(writing)
    assert result.stderr == ""
    assert result.returncode in (0, 1)


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"{__version__}\n"
