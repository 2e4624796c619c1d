"""The host's settings: read from the environment and `.env`, refused in one sentence, secrets never shown."""

from __future__ import annotations

import re
import tempfile
from dataclasses import fields
from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError
from tests.without_rights import shut

ROOT = Path(__file__).parents[2]


def test_an_empty_environment_gives_the_defaults() -> None:
    settings = Settings.from_env({})
    assert settings.database_path == Path("data/tables.sqlite3")
    assert settings.bot_move_delay == 1.5
    assert settings == Settings()


def test_every_setting_is_read_from_its_upper_case_name() -> None:
    given = {
        "DISCORD_TOKEN": " secret ",
        "DATABASE_PATH": "/tmp/x.sqlite3",
        "DATABASE_URL": "postgresql://bot:pass%20word@db/tables",
        "BOT_MOVE_DELAY": "0",
        "LOG_LEVEL": "debug",
        "LOG_FORMAT": "JSON",
        "THINK_PROCESSES": "3",
        "BOARD_EDIT_INTERVAL": "2.5",
        "REQUESTS_PER_SECOND": "20",
        "LOBBY_MINUTES": "5",
        "IDLE_DAYS": "0.5",
        "GUILD_GRACE_DAYS": "7",
        "TURN_SECONDS": "120",
        "METRICS_PORT": "9090",
        "METRICS_HOST": "::1",
        "BOT_LANGUAGE": "DE",
        "TABLES_A_PERSON": "1",
        "TABLES_A_SERVER": "2",
        "WATCHED_TABLES": "0",
        "PRESSES_A_SECOND": "0.5",
        "CARD_EMOJIS": "Find",
        "DAILY_PUZZLES": "off",
        "API_URL": "http://proxy:8080",
        "WIRE_URL": "http://127.0.0.1:1",
        "BOT_SHARDS": " 0, 1",
        "BOT_SHARD_COUNT": "4",
        "BOT_PROCESS": "left",
        "SHARD_LEASE_SECONDS": "10",
        "REPORTS_BY_DM": "Yes",
        "SUPPORT_URL": "https://help.example",
        "SOURCE_URL": "https://source.example",
    }
    settings = Settings.from_env(given)
    assert set(given) == {field.name.upper() for field in fields(Settings)}
    assert settings == Settings(
        "secret",
        Path("/tmp/x.sqlite3"),
        "postgresql://bot:pass%20word@db/tables",
        0.0,
        "DEBUG",
        "json",
        3,
        2.5,
        20.0,
        5.0,
        0.5,
        7.0,
        120,
        9090,
        "::1",
        "de",
        1,
        2,
        0,
        0.5,
        "find",
        "off",
        "http://proxy:8080",
        "http://127.0.0.1:1",
        4,
        "0,1",
        "left",
        10.0,
        "yes",
        "https://help.example",
        "https://source.example",
    )
    assert settings.shards == frozenset({0, 1})
    assert settings.process_name == "left"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("SUPPORT_URL", "javascript:x", "begins with https://"),
        ("SUPPORT_URL", "https://", "begins with https://"),  # Discord would refuse the whole answer to /about
        ("SOURCE_URL", "https://git.example/our bot", "without spaces"),
        ("API_URL", "proxy:8080", "without a path, such as http://proxy:8080"),
        ("API_URL", "https://proxy/api/v10", "without a path, such as http://proxy:8080"),
        ("API_URL", "http://proxy:80800", "without a path, such as http://proxy:8080"),
        ("API_URL", "http://:8080", "without a path, such as http://proxy:8080"),
        ("REPORTS_BY_DM", "perhaps", "one of: no, yes"),
        ("DATABASE_PATH", "~nobody-of-that-name/x.sqlite3", "home folder"),
        ("BOT_MOVE_DELAY", "soon", "number from 0 to 60"),
        ("BOT_MOVE_DELAY", "-1", "number from 0 to 60"),
        ("BOT_MOVE_DELAY", "nan", "number from 0 to 60"),
        ("THINK_PROCESSES", "1.5", "whole number"),
        ("TABLES_A_SERVER", "many", "a whole number from 1 to 1000000"),
        ("TURN_SECONDS", "5", "0 for no clock, or to 10"),
        ("LOG_LEVEL", "LOUD", "one of: DEBUG"),
        ("LOG_FORMAT", "xml", "one of: text, json"),
    ],
)
def test_an_invalid_value_is_refused_by_name(name: str, value: str, sentence: str) -> None:
    with pytest.raises(SettingsError, match=sentence) as caught:
        Settings.from_env({name: value})
    assert name in str(caught.value)


def test_a_shard_beyond_their_number_is_refused() -> None:
    """Before Discord is asked for anything, so that the doctor says so, too."""
    with pytest.raises(SettingsError, match="BOT_SHARDS is “0,4”; set it to numbers below BOT_SHARD_COUNT, which is 4"):
        Settings.from_env({"BOT_SHARDS": "0,4", "BOT_SHARD_COUNT": "4"})


def test_an_empty_value_is_the_default() -> None:
    assert Settings.from_env({"BOT_MOVE_DELAY": "", "LOG_LEVEL": " "}) == Settings()


def test_the_environment_overrides_the_env_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".env").write_text("LOG_LEVEL=ERROR\nBOT_MOVE_DELAY=9\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LOG_LEVEL", "WARNING")
    settings = Settings.from_env()
    assert (settings.log_level, settings.bot_move_delay) == ("WARNING", 9.0)


def test_the_env_file_is_taken_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`${…}` in a password used to be replaced by a variable, or by nothing. systemd, which reads the same file, leaves
    it alone, so the bot worked as a service and `doctor` did not.
    """
    address = "postgresql://rummy:a${HOME}b${}c$d@localhost/rummy"
    (tmp_path / ".env").write_text(f"DATABASE_URL={address}\nDISCORD_TOKEN='${{HOME}}'\n")
    monkeypatch.chdir(tmp_path)
    for name in ("DATABASE_URL", "DISCORD_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    settings = Settings.from_env()
    assert (settings.database_url, settings.discord_token) == (address, "${HOME}")


def test_the_token_is_not_in_the_repr() -> None:
    assert "hush" not in repr(Settings(discord_token="hush"))


def test_the_example_file_explains_every_setting_with_its_default() -> None:
    text = (ROOT / ".env.example").read_text()
    lines = re.findall(r"((?:^#.*\n)+)^([A-Z_]+)=(.*)$", text, re.MULTILINE)
    named = {name: value for _, name, value in lines}
    assert list(named) == [field.name.upper() for field in fields(Settings)]
    assert Settings.from_env(named) == Settings()


def test_an_unreadable_env_file_is_reported_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples are the service's file if a host forgets sudo, and a file that an editor saved in its own encoding."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / ".env"
    file.write_bytes("# Grüße\n".encode("latin-1"))
    with pytest.raises(SettingsError, match=r"\.env is not written in UTF-8: save it again"):
        Settings.from_env()
    with tempfile.TemporaryDirectory(dir="/tmp" if Path("/tmp").exists() else None) as folder:
        Path(folder).chmod(0o755)
        file = Path(folder, ".env")
        file.write_text("LOG_LEVEL=ERROR\n")
        monkeypatch.chdir(folder)
        with shut(file), pytest.raises(SettingsError, match=r"\.env cannot be read \(Permission denied\): .*sudo"):
            Settings.from_env()
        monkeypatch.chdir(tmp_path)


def test_a_closed_working_folder_is_reported_instead_of_an_env_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the container, that is the volume, if it belongs to somebody else. A host looked in vain for a `.env`."""
    with tempfile.TemporaryDirectory(dir="/tmp" if Path("/tmp").exists() else None) as folder:
        monkeypatch.chdir(folder)
        with shut(Path(folder)), pytest.raises(SettingsError) as refused:
            Settings.from_env()
        monkeypatch.chdir(tmp_path)
    assert str(refused.value).startswith(f"The folder {folder} cannot be entered (Permission denied): ")


def test_an_env_file_in_a_closed_folder_is_reported_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link into a folder that this user may not enter used to be treated as if there were no `.env`."""
    with tempfile.TemporaryDirectory() as place:
        folder, closed = Path(place, "open"), Path(place, "closed")
        for made in (folder, closed):
            made.mkdir()
        Path(place).chmod(0o755)
        folder.chmod(0o755)
        (closed / "rummy-table.env").write_text("LOG_LEVEL=ERROR\n")
        (folder / ".env").symlink_to(closed / "rummy-table.env")
        monkeypatch.chdir(folder)
        with shut(closed), pytest.raises(SettingsError, match=r"\.env cannot be read \(Permission denied\): .*sudo"):
            Settings.from_env()
        monkeypatch.chdir(tmp_path)
