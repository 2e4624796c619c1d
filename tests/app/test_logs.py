"""What the host sees in the log."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from bot import logs

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def root_logger() -> Iterator[None]:
    """Restore the loggers after the test."""
    loggers = [logging.getLogger(name) for name in (None, "discord", *logs.OURS)]
    handlers, levels = loggers[0].handlers[:], [logger.level for logger in loggers]
    yield
    loggers[0].handlers[:] = handlers
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


def test_json_lines_include_extra_fields_and_the_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("INFO", "json")
    try:
        raise RuntimeError("broken")
    except RuntimeError:
        logging.getLogger("bot.x").exception("It failed.", extra={"table": 17})
    entry = json.loads(capsys.readouterr().err)
    assert (entry["level"], entry["logger"], entry["message"], entry["table"]) == (
        "ERROR",
        "bot.x",
        "It failed.",
        17,
    )
    assert "RuntimeError: broken" in entry["traceback"]


def test_text_lines_are_readable_and_the_log_level_applies(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("WARNING", "text")
    logging.getLogger("bot.x").info("quiet")
    logging.getLogger("bot.x").warning("loud")
    shown = capsys.readouterr().err
    assert "WARNING bot.x: loud" in shown
    assert "quiet" not in shown


@pytest.mark.parametrize("style", ["text", "json"])
def test_a_message_is_one_line_without_a_web_page(style: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Discord's proxy answers with a page while Discord is away or the address is banned: it filled the log."""
    logs.set_up("INFO", style)
    page = "<!DOCTYPE html>\n<html>\n<h1>Bad gateway</h1>\n</html>\n"
    logging.getLogger("bot.x").warning("Discord could not be reached:\n%s", f"502 (error code: 0): {page}")
    [line] = capsys.readouterr().err.splitlines()
    assert "Discord could not be reached: 502 (error code: 0): (a web page)" in line
    assert "gateway" not in line


@pytest.mark.parametrize("style", ["text", "json"])
def test_log_lines_name_their_table_and_interaction(style: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("INFO", style)
    with logs.about(table=7), logs.about(interaction=12):
        logging.getLogger("bot.x").info("A move was refused.")
    logging.getLogger("bot.x").info("Later.")
    first, later = capsys.readouterr().err.splitlines()
    if style == "json":
        assert (json.loads(first)["table"], json.loads(first)["interaction"]) == (7, 12)
        assert "table" not in json.loads(later)
    else:
        assert first.endswith("A move was refused. [table=7 interaction=12]")
        assert later.endswith("Later.")


@pytest.mark.parametrize(
    ("level", "ours", "libraries", "discord"),
    [
        ("DEBUG", logging.DEBUG, logging.INFO, logging.INFO),
        ("INFO", logging.INFO, logging.INFO, logging.WARNING),
        ("WARNING", logging.WARNING, logging.WARNING, logging.WARNING),
        ("ERROR", logging.ERROR, logging.ERROR, logging.ERROR),
    ],
)
def test_debug_applies_to_our_own_packages_only(level: str, ours: int, libraries: int, discord: int) -> None:
    """At DEBUG, libraries log every request and every statement, with tokens, hands and seeds."""
    logs.set_up(level, "text")
    for name in ("bot.tables.table.table", "cogs.play", "db.store"):
        assert logging.getLogger(name).getEffectiveLevel() == ours
    for name in ("aiosqlite", "asyncio", "aiohttp.client", "PIL.PngImagePlugin", "what.comes.later"):
        assert logging.getLogger(name).getEffectiveLevel() == libraries
    assert logging.getLogger("discord.http").getEffectiveLevel() == discord


@pytest.mark.parametrize("style", ["text", "json"])
def test_the_token_is_never_logged_not_even_in_tracebacks(style: str, capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("INFO", style, ["top-secret-token"])
    try:
        raise RuntimeError("refused: top-secret-token")
    except RuntimeError:
        logging.getLogger("bot.x").exception("It failed with %s.", "top-secret-token")
    shown = capsys.readouterr().err
    assert "top-secret-token" not in shown
    assert shown.count("[secret]") >= 2


class Unreachable(aiohttp.TCPConnector):
    """A network in which no connection succeeds."""

    async def connect(self, *_: Any, **__: Any) -> Any:
        raise TimeoutError


@pytest.mark.parametrize("style", ["text", "json"])
@pytest.mark.parametrize(
    "path", ["webhooks/17/aW50-ZXJh_Y3Q=/messages/@original", "interactions/17/aW50-ZXJh_Y3Q=/callback"]
)
async def test_interaction_tokens_are_not_logged_when_discord_is_unreachable(
    style: str, path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """aiohttp's error contains the whole address."""
    logs.set_up("INFO", style)
    async with aiohttp.ClientSession(connector=Unreachable()) as session:
        try:
            await session.patch(f"https://discord.com/api/v10/{path}")
        except aiohttp.ClientError as error:
            logging.getLogger("bot.x").warning("It did not arrive: %r", error, exc_info=error)
    shown = capsys.readouterr().err
    assert "aW50" not in shown
    assert path.replace("aW50-ZXJh_Y3Q=", "[secret]") in shown


@pytest.mark.parametrize("style", ["text", "json"])
def test_reconnect_attempts_are_logged_as_one_line_warnings(capsys: pytest.CaptureFixture[str], style: str) -> None:
    """discord.py logs each attempt as an error, with a traceback. Its other errors stay as they are."""
    logs.set_up("INFO", style)
    logger = logging.getLogger("discord.client")
    try:
        raise ConnectionResetError("Cannot write\nto closing transport")
    except ConnectionResetError:
        logger.exception("Attempting a reconnect in %.2fs", 1.234)
        logger.exception("Ignoring exception in %s", "on_ready")
    calm, *rest = capsys.readouterr().err.splitlines()
    assert "WARNING" in calm
    assert "Attempting a reconnect in 1.23s (ConnectionResetError: Cannot write to closing transport)" in calm
    assert "ERROR" in rest[0]
    assert "Traceback" in "".join(rest)


def test_reconnect_attempts_are_not_logged_at_level_error(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("ERROR", "text")
    logging.getLogger("discord.client").error("Attempting a reconnect in %.2fs", 1.0)
    assert not capsys.readouterr().err
