"""`python -m bot run`: runs the bot on Discord until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot import logs
from bot.command_line import Parser, own_python
from bot.operations.monitoring.monitor import CannotListenError, Monitor
from bot.redirect import follow
from bot.settings import MALFORMED, Settings, SettingsError, forget_secrets
from bot.stopping import stop_signal
from bot.tables.model.leases import LeaseRefusedError
from bot.tables.model.stores import StoreUnavailableError
from db.errors import StoreAwayError, StoreOpenError, not_installed

if TYPE_CHECKING:
    from bot.app import RummyBot

log = logging.getLogger(__name__)

FIRST_PAUSE = 2.0
MAX_PAUSE_SECONDS = 300.0
HEALTHY_SECONDS = 600.0
"""After a connection that lasted this long, the next failure starts with a short pause again."""
SHARDING_REQUIRED = 4011
"""The code with which Discord closes a connection whose shard has too many servers."""


class CannotRunError(Exception):
    """A problem that only the host can fix; `str(error)` is one clear line."""


def main(arguments: list[str]) -> int:
    """Run until stopped. Returns 0 after SIGTERM or Ctrl-C, 2 if the host has to fix something."""
    Parser(
        prog="python -m bot run",
        description="Run the bot on Discord until Ctrl-C or SIGTERM stops it.",
        epilog=(
            "It takes no arguments: its settings come from the environment and from .env (see .env.example and "
            "docs/operations.md). Exit code: 0 if it was stopped, 2 if something must be fixed first; the last line "
            "says what."
        ),
    ).parse_args(arguments)
    try:
        settings = _settings()
        forget_secrets()
        logs.set_up(settings.log_level, settings.log_format, settings.secrets)
        follow(settings)
        asyncio.run(_run(settings))
    except (SettingsError, StoreOpenError, CannotListenError, CannotRunError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        return 0
    return 0


def _settings() -> Settings:
    settings = Settings.from_env()
    if settings.database_url and find_spec("cryptography") is None:
        raise not_installed()
    if not settings.discord_token:
        raise CannotRunError(
            "DISCORD_TOKEN is not set: put your bot's token into .env (see .env.example), "
            f"or try the bot without a token with `{own_python()} -m bot playground`."
        )
    if not settings.can_be_a_token:
        raise CannotRunError(MALFORMED)
    return settings


async def _run(settings: Settings) -> None:
    """Supervise the bot, and serve health and metrics if configured."""
    stop = stop_signal()
    monitor = Monitor()
    if settings.metrics_port:
        await monitor.start(settings.metrics_host, settings.metrics_port)
    try:
        await _supervise(settings, stop, monitor)
    finally:
        await monitor.stop()


async def _supervise(settings: Settings, stop: asyncio.Event, monitor: Monitor) -> None:
    """Restart the bot after a pause whenever it fails or the database's server is away, until told to stop."""
    pause = FIRST_PAUSE
    while not stop.is_set():
        started = asyncio.get_running_loop().time()
        why = ""
        try:
            if await _one_life(settings, stop, monitor):
                return
        except StoreAwayError as error:  # after a restart of the machine, say, whose server takes longer
            why = f"{error} "
        if asyncio.get_running_loop().time() - started > HEALTHY_SECONDS:
            pause = FIRST_PAUSE
        log.warning("%sTrying again in %.0f s.", why, pause)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), pause)
        pause = min(pause * 2, MAX_PAUSE_SECONDS)


async def _one_life(settings: Settings, stop: asyncio.Event, monitor: Monitor) -> bool:
    """Run one bot to its end; True if it was told to stop, False if it failed.

    Raises:
        CannotRunError: Discord refuses the token or the intents, or other processes the shards.
        StoreOpenError: the database cannot be used; StoreAwayError: its server cannot be reached now.
    """
    from bot.app import RummyBot

    bot = RummyBot(settings, metrics=monitor.metrics)
    for event in ("on_serving", "on_servers_replaced"):
        bot.add_listener(_spare_what_stays, event)
    try:
        await bot.open()
        monitor.bot = bot
        running = asyncio.ensure_future(bot.start(settings.discord_token))
        stopping = asyncio.ensure_future(stop.wait())
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if stop.is_set():
            log.info("Stopping, after finishing pending writes.")
            await _end(bot, running)
            return True
        _why_it_fell(running)
        return False
    finally:
        monitor.bot = None
        await bot.close()


async def _spare_what_stays() -> None:
    """Collect garbage once, then exempt everything alive (modules, commands, servers, resumed tables) from collection.

    A full collection of all of it blocks the event loop for 0.1 s, at busy tables about every ten seconds.
    """
    gc.unfreeze()  # left behind by a failed bot, or by a session on the gateway with its servers
    gc.collect()
    gc.freeze()
    log.debug("The garbage collector leaves %d objects alone from now on.", gc.get_freeze_count())


async def _end(bot: RummyBot, running: asyncio.Future[None]) -> None:
    await bot.close()
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError, Exception):
        await running


def _why_it_fell(running: asyncio.Future[None]) -> None:
    """Log the reason, or raise if no retry can help."""
    error = running.exception()
    if isinstance(error, discord.LoginFailure):
        raise CannotRunError(
            "Discord refused the token: copy it again from the developer portal into DISCORD_TOKEN, without spaces."
        )
    if isinstance(error, discord.PrivilegedIntentsRequired):
        raise CannotRunError(
            "Discord refused the bot's intents; it needs none that are privileged: please report this."
        )
    if isinstance(error, LeaseRefusedError):
        raise CannotRunError(str(error))
    expected = (
        aiohttp.ClientError,
        OSError,
        discord.HTTPException,
        discord.ConnectionClosed,
        discord.GatewayNotFound,
    )
    if isinstance(error, discord.ConnectionClosed) and error.code == SHARDING_REQUIRED:
        log.warning(
            "Discord wants more shards for this many servers: set BOT_SHARD_COUNT=0, or a higher number, the same for "
            "every process."
        )
    elif isinstance(error, expected):
        log.warning("Discord could not be reached: %s", error)
    elif isinstance(error, StoreUnavailableError):
        log.warning("The database could not be used: %s", error)
    elif error is not None:
        log.error("The bot failed.", exc_info=error)
    else:
        log.warning("The connection to Discord ended.")
