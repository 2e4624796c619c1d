"""`python -m bot playground`: the wire, its page and the real bot in one process."""

from __future__ import annotations

import asyncio
import dataclasses
import os
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from bot.command_line import Parser, own_python, port
from bot.playground.wire import DEFAULT_PORT, Wire, why_it_ends
from bot.redirect import point_discord_at
from bot.stopping import stop_signal

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from bot.playground.wire import Address

_WELCOME = """\
The playground is open: the real bot, on a Discord of your own that never leaves this machine.

    {page}

{opened} Ctrl-C stops it; your games continue when you start it again.
On to a real server: put your bot's token after DISCORD_TOKEN in .env, then {python} -m bot run (README.md tells more).
"""


class Client(Protocol):
    """What the playground needs from a bot: discord.py's methods to start and stop."""

    async def login(self, token: str) -> None: ...

    async def connect(self) -> None: ...

    async def close(self) -> None: ...


async def play(build: Callable[[Address], Client], *, port: int, data: Path | None, browser: bool) -> None:
    """Run the playground until it is told to stop, or the bot ends.

    Args:
        build: Builds the bot, not yet started, once the wire is listening.
        port: Where to listen; 0 for any free port.
        data: Folder for data kept between runs, or None.
        browser: Whether to open the page if there is a display.

    Raises:
        OSError: The port is taken.
        Exception: Whatever ended the bot.
    """
    wire = Wire(data=data)
    try:
        address = await wire.start(port)
        point_discord_at(address.url)
        await _run_bot(build(address), address, browser=browser)
    finally:
        await wire.close()


async def _run_bot(bot: Client, address: Address, *, browser: bool) -> None:
    stop = stop_signal()
    running = asyncio.create_task(_open(bot, address, browser=browser))
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait((running, stopping), return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        await bot.close()  # the bot first, while the wire still accepts its last requests
    if not stop.is_set():
        await running
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def _open(bot: Client, address: Address, *, browser: bool) -> None:
    """Welcome people once nothing keeps the bot from starting any more, and run it."""
    await bot.login(address.token)
    opened = browser and await asyncio.to_thread(_open_browser, address.page)
    words = "Your browser should show it now." if opened else "Open that address in a browser."
    sys.stdout.write(_WELCOME.format(page=address.page, opened=words, python=own_python()))
    sys.stdout.flush()
    await bot.connect()


def _open_browser(page: str) -> bool:
    """Open the page if there is a display to open it on."""
    shown = sys.platform in {"win32", "darwin"} or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(shown) and webbrowser.open(page)


def main(argv: list[str]) -> int:
    """Run the playground. Returns 0 if it was stopped, 2 if something must be fixed first."""
    options = _options(argv)
    from bot import logs
    from bot.app import RummyBot
    from bot.settings import Settings, SettingsError, forget_secrets
    from db.errors import StoreOpenError

    def build_bot(address: Address) -> Client:
        # A real token in the settings is replaced at once; the playground does not need it.
        database = options.data / "tables.sqlite3"
        mine = dataclasses.replace(settings, discord_token=address.token, database_path=database, database_url="")
        return RummyBot(mine, show_tables_at_start=True)

    try:
        settings = Settings.from_env()
        forget_secrets()
        logs.set_up(settings.log_level, settings.log_format)
        options.data.mkdir(parents=True, exist_ok=True)
        asyncio.run(play(build_bot, port=options.port, data=options.data, browser=options.browser))
    except (SettingsError, StoreOpenError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except OSError as error:
        sys.stderr.write(f"{why_it_ends(error, options.port, options.data)}\n")
        return 2
    except KeyboardInterrupt:
        return 0
    return 0


def _options(argv: list[str]) -> argparse.Namespace:
    parser = Parser(prog="python -m bot playground", description="The bot in your browser.")
    parser.add_argument("--port", type=port, default=DEFAULT_PORT, help=f"port on 127.0.0.1 (default: {DEFAULT_PORT})")
    parser.add_argument(
        "--data",
        type=Path,
        default=Path("data/playground"),
        help="folder for its files (default: data/playground)",
    )
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="do not open a browser")
    return parser.parse_args(argv)
