"""Logging: lines for people, or one JSON object per line, each with context."""

from __future__ import annotations

import json
import logging
import re
import sys
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

OURS = ("bot", "cogs", "db")
"""The packages allowed to log at DEBUG: they never log cards, seeds or tokens."""
_STANDARD = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "taskName"}
_NOTHING: Mapping[str, object] = {}
_TOKEN = re.compile(r"(?P<before>/(?:webhooks|interactions)/\d+/)[\w=%.-]+")
"""An interaction's token, which an address has after the application's or the interaction's id."""
_PAGE = re.compile(r"<(?:!doctype|html)\b.*", re.IGNORECASE | re.DOTALL)
"""A web page, with which a proxy answers in Discord's place; discord.py's errors quote all of it."""
_about: ContextVar[Mapping[str, object]] = ContextVar("about", default=_NOTHING)


@contextmanager
def about(**facts: object) -> Iterator[None]:
    """Add facts such as `table=7` to every record logged in the block and in tasks started in it; None removes one."""
    known = {**_about.get(), **facts}
    token = _about.set({name: value for name, value in known.items() if value is not None})
    try:
        yield
    finally:
        _about.reset(token)


class TextFormatter(logging.Formatter):
    """A line for people: time, level, logger, message, and the context in brackets."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%Y-%m-%d %H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # logging's name for it
        record.message = _message(record)
        line = super().formatMessage(record)
        facts = " ".join(f"{key}={value}" for key, value in _facts(record).items())
        return f"{line} [{facts}]" if facts else line


class JsonFormatter(logging.Formatter):
    """One JSON object per record: time, level, logger, message, context and traceback."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": _message(record),
        }
        entry.update(_facts(record))
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return json.dumps(entry, default=str, ensure_ascii=False)


def _message(record: logging.LogRecord) -> str:
    """The record's message in one line, without the web page that an error may quote."""
    return " ".join(_PAGE.sub("(a web page)", record.getMessage()).split())


def _facts(record: logging.LogRecord) -> dict[str, object]:
    """The record's `extra` and the context of the current block."""
    extra = {key: value for key, value in record.__dict__.items() if key not in _STANDARD}
    return {**_about.get(), **extra}


class CalmReconnects(logging.Filter):
    """Turns discord.py's error with traceback at each reconnect attempt into a one-line warning.

    A network failing for a while is normal, and nothing to fix.
    """

    _SAID = ("Attempting a reconnect", "Failed to connect for shard_id")

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno != logging.ERROR or not str(record.msg).startswith(self._SAID):
            return True
        error = record.exc_info[1] if record.exc_info else None
        reason = f" ({' '.join(f'{type(error).__name__}: {error}'.split())})" if error is not None else ""
        record.msg, record.args = f"Discord's gateway: {record.getMessage()}{reason}", None
        record.exc_info = record.exc_text = None
        record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
        return logging.getLogger(record.name).isEnabledFor(logging.WARNING)


_CALM = CalmReconnects()


class _Guarded(logging.StreamHandler[TextIO]):
    """Writes to standard error and redacts secrets and interactions' tokens, also in tracebacks."""

    def __init__(self, secrets: Sequence[str]) -> None:
        super().__init__(sys.stderr)
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(record)
        for secret in self._secrets:
            line = line.replace(secret, "[secret]")
        return _TOKEN.sub(r"\g<before>[secret]", line)


def set_up(level: str, style: str, secrets: Sequence[str] = ()) -> None:
    """Log records at or above the level to standard error; the secrets (the token) are redacted.

    DEBUG applies to our own packages only. At that level, discord.py logs every interaction with its token and every
    message with its hand, and aiosqlite every statement with its values.
    """
    handler = _Guarded(secrets)
    handler.setFormatter(JsonFormatter() if style == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    chosen = logging.getLevelNamesMapping()[level]
    root.setLevel(max(logging.INFO, chosen))
    for name in OURS:
        logging.getLogger(name).setLevel(chosen)
    for name in ("discord.client", "discord.shard"):
        logging.getLogger(name).addFilter(_CALM)  # adding the same filter again has no effect
    # discord.py's own INFO lines (every reconnect, every rate limit) are for developers.
    logging.getLogger("discord").setLevel(max(logging.WARNING, chosen) if chosen > logging.DEBUG else logging.INFO)
