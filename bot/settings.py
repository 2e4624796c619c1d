"""The host's settings: the only place that reads them from the environment."""

from __future__ import annotations

import errno
import os
import re
import socket
from contextlib import suppress
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from dotenv import dotenv_values

from bot.language import LANGUAGES, SOURCE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_SECRET = ("discord_token", "database_url")
_NO_TOKEN = re.compile(r"[^!#-&(-~]")
"""A character that no token contains: a quote, a space, a line break, or anything that is not ASCII."""
_WEB_ADDRESS = re.compile(r"https://[^\s/?#]+\S*")
"""An address to which a button may lead."""
_SERVER = re.compile(r"https?://[\w.\-:\[\]]+", re.ASCII)
"""The address of a web server, without a path."""
_ALIKE = 0.85
"""How alike two names are, from 0 to 1, if one is taken for a misspelling of the other."""
MALFORMED = "DISCORD_TOKEN must be the token alone, on one line, without “Bot” before it and without quotes."
NOT_DISCORD = "what answers at {address} is not Discord: check API_URL in the settings, a proxy or the network."
"""The end of a sentence, for whoever gets an answer from something else, as from a network that wants a login."""


class SettingsError(ValueError):
    """An invalid setting; the message names it and says which values are valid."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a host can set; `.env.example` explains each."""

    discord_token: str = ""
    database_path: Path = Path("data/tables.sqlite3")
    database_url: str = ""
    bot_move_delay: float = 1.5
    log_level: str = "INFO"
    log_format: str = "text"
    think_processes: int = 0
    board_edit_interval: float = 1.0
    requests_per_second: float = 45.0
    lobby_minutes: float = 30.0
    idle_days: float = 3.0
    guild_grace_days: float = 30.0
    turn_seconds: int = 0
    metrics_port: int = 0
    metrics_host: str = "127.0.0.1"
    bot_language: str = SOURCE
    tables_a_person: int = 5
    tables_a_server: int = 50
    watched_tables: int = 3
    presses_a_second: float = 2.0
    card_emojis: str = "upload"
    daily_puzzles: str = "on"
    api_url: str = ""
    wire_url: str = ""
    bot_shard_count: int = 0
    bot_shards: str = "auto"
    bot_process: str = ""
    shard_lease_seconds: float = 30.0
    reports_by_dm: str = "no"
    support_url: str = ""
    source_url: str = ""

    def __repr__(self) -> str:
        shown = (f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.name not in _SECRET)
        return f"Settings({', '.join(shown)})"

    @property
    def secrets(self) -> tuple[str, ...]:
        """Values that no log may show: the token, and the database's address with its password."""
        try:
            password = urlsplit(self.database_url).password or ""
        except ValueError:
            password = ""
        return tuple(filter(None, (self.discord_token, self.database_url, password, unquote(password))))

    @property
    def can_be_a_token(self) -> bool:
        """Whether the token has only characters that tokens may contain; with others, no request could be sent."""
        return _NO_TOKEN.search(self.discord_token) is None

    @property
    def shards(self) -> frozenset[int] | None:
        """The shards reserved for this process; None for a fair share."""
        return None if self.bot_shards == "auto" else frozenset(map(int, self.bot_shards.split(",")))

    @property
    def process_name(self) -> str:
        """This process's name in metrics, logs and leases."""
        return self.bot_process or f"{socket.gethostname()}-{os.getpid()}"

    @classmethod
    def from_env(cls, environment: Mapping[str, str] | None = None) -> Settings:
        """Read the environment, falling back to `.env` in the working folder.

        Raises:
            SettingsError: a value is invalid, or the file cannot be read.
        """
        if environment is None:
            environment = {**_file(), **os.environ}
        settings = cls(**{
            name: read(environment[name.upper()].strip(), name.upper())
            for name, read in _READERS.items()
            if environment.get(name.upper(), "").strip()
        })  # fmt: skip
        count = settings.bot_shard_count
        if count and max(settings.shards or (0,)) >= count:
            raise SettingsError(
                f"BOT_SHARDS is “{settings.bot_shards}”; set it to numbers below BOT_SHARD_COUNT, which is {count}."
            )
        return settings


def _file() -> dict[str, str]:
    _require_working_folder()
    try:
        with suppress(FileNotFoundError):
            Path(".env").stat()  # dotenv treats a file that it may not access, and a folder, as missing
        if Path(".env").is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        found = dotenv_values(".env", interpolate=False)  # systemd, which reads the same file, replaces nothing either
        return {name: value for name, value in found.items() if value is not None}
    except OSError as error:
        raise SettingsError(
            f"The file .env cannot be read ({error.strerror}): "
            + (
                "put the settings into a file of that name instead."
                if isinstance(error, IsADirectoryError)
                else "run the command as the user whom it belongs to, or with sudo."
            )
        ) from error
    except UnicodeDecodeError as error:
        raise SettingsError("The file .env is not written in UTF-8: save it again with that encoding.") from error


def _require_working_folder() -> None:
    """Raises: SettingsError: this user may not enter the working folder, so that nobody can say what is in it."""
    try:
        with suppress(FileNotFoundError):
            Path(".env").lstat()
    except PermissionError as error:
        raise SettingsError(
            f"The folder {Path.cwd()} cannot be entered ({error.strerror}): let the bot's user in, or run the command "
            "in another folder."
        ) from error


def forget_secrets() -> None:
    """Remove the secrets from the environment, which every process that this one starts inherits."""
    for name in _SECRET:
        os.environ.pop(name.upper(), None)


def mistyped() -> dict[str, str]:
    """The names in `.env` that look like a setting's but are not read, with the setting's.

    Raises:
        SettingsError: the file cannot be read.
    """
    names = [name.upper() for name in _READERS]
    close = {name: get_close_matches(name.upper(), names, n=1, cutoff=_ALIKE) for name in _file() if name not in names}
    return {name: found[0] for name, found in close.items() if found}


def _text(value: str, name: str) -> str:
    return value


def _address(value: str, name: str) -> str:
    if _WEB_ADDRESS.fullmatch(value) is None:
        raise SettingsError(
            f"{name} is “{value}”; set it to a whole address that begins with https://, without spaces."
        )
    return value


def _server(value: str, name: str) -> str:
    try:
        parts = urlsplit(value)
        is_whole = _SERVER.fullmatch(value) is not None and bool(parts.hostname) and parts.port != 0
    except ValueError:  # no port has that number
        is_whole = False
    if not is_whole:
        raise SettingsError(f"{name} is “{value}”; set it to an address without a path, such as http://proxy:8080.")
    return value


def _path(value: str, name: str) -> Path:
    try:
        return Path(value).expanduser()
    except RuntimeError as error:
        raise SettingsError(f"{name} is “{value}”, and nobody has that home folder; set it to a whole path.") from error


def _number(low: float, high: float, *, whole: bool = False) -> Callable[[str, str], float]:
    def read(value: str, name: str) -> float:
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not low <= number <= high or (whole and number != int(number)):
            kind = "whole number" if whole else "number"
            raise SettingsError(f"{name} is “{value}”; set it to a {kind} from {low} to {high}.")
        return number

    return read


def _whole(low: int, high: int) -> Callable[[str, str], int]:
    read = _number(low, high, whole=True)
    return lambda value, name: int(read(value, name))


def _turn(value: str, name: str) -> int:
    seconds = _whole(0, 7 * 24 * 3600)(value, name)
    if 0 < seconds < 10:
        raise SettingsError(f"{name} is “{value}”; set it to 0 for no clock, or to 10 to 604800 seconds.")
    return seconds


def _one_of(choices: tuple[str, ...]) -> Callable[[str, str], str]:
    def read(value: str, name: str) -> str:
        for choice in choices:
            if choice.lower() == value.lower():
                return choice
        raise SettingsError(f"{name} is “{value}”; set it to one of: {', '.join(choices)}.")

    return read


def _shards(value: str, name: str) -> str:
    if value.lower() == "auto":
        return "auto"
    numbers = [part.strip() for part in value.split(",")]
    if not all(number.isdecimal() for number in numbers):
        raise SettingsError(f"{name} is “{value}”; set it to auto, or to numbers of shards such as 0,1.")
    return ",".join(numbers)


_READERS: dict[str, Callable[[str, str], Any]] = {
    "discord_token": _text,
    "database_path": _path,
    "database_url": _text,
    "bot_move_delay": _number(0, 60),
    "log_level": _one_of(("DEBUG", "INFO", "WARNING", "ERROR")),
    "log_format": _one_of(("text", "json")),
    "think_processes": _whole(0, 64),
    "board_edit_interval": _number(0, 60),
    "requests_per_second": _number(1, 10_000),
    "lobby_minutes": _number(1, 24 * 60),
    "idle_days": _number(0.01, 60),
    "guild_grace_days": _number(0, 3650),
    "turn_seconds": _turn,
    "bot_shards": _shards,
    "bot_shard_count": _whole(0, 100_000),
    "bot_process": _text,
    "shard_lease_seconds": _number(2, 300),
    "metrics_port": _whole(0, 65535),
    "metrics_host": _text,
    "bot_language": _one_of(tuple(LANGUAGES)),
    "tables_a_person": _whole(1, 1_000_000),
    "tables_a_server": _whole(1, 1_000_000),
    "watched_tables": _whole(0, 1_000_000),
    "presses_a_second": _number(0, 1000),
    "card_emojis": _one_of(("upload", "find", "off")),
    "support_url": _address,
    "source_url": _address,
    "reports_by_dm": _one_of(("no", "yes")),
    "daily_puzzles": _one_of(("on", "off")),
    "api_url": _server,
    "wire_url": _text,
}
