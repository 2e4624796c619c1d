"""The wire: Discord's REST, gateway and CDN, and the playground's page, on one loopback port.

`python -m bot.playground.wire` runs it alone, for a bot in another process. It prints one JSON
line with `url` (for WIRE_URL), `token` (for DISCORD_TOKEN), `secret` (for programs acting as people) and `page`.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import errno
import json
import secrets
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from aiohttp import web

from bot.command_line import port
from bot.playground import world
from bot.playground.backend import VirtualDiscord
from bot.playground.control import Control
from bot.playground.gateway import Gateway
from bot.playground.guard import Guard
from bot.playground.limits import Limits
from bot.playground.people import People
from bot.playground.rest import API, Rest
from bot.playground.saved_state import SavedState
from bot.playground.screens import Screens
from bot.stopping import stop_signal

DEFAULT_PORT: Final = 8765
_HOST: Final = "127.0.0.1"
_STATIC: Final = Path(__file__).parent / "static"
_BIGGEST_BODY: Final = 110 * 1024 * 1024  # ten files of the maximum size, plus the rest of the form


@dataclass(frozen=True)
class Address:
    """The address and credentials of a running wire."""

    url: str
    page: str
    token: str
    secret: str


class Wire:
    """A private Discord that only listens on this machine.

    Args:
        token: The bot token it accepts; a fresh one by default.
        shards: How many shards it recommends.
        max_concurrency: How many of them may identify within five seconds.
        data: Folder to keep threads and commands for the next run; None to keep nothing.
        limits: The rate limits to apply; Discord's by default.
    """

    def __init__(
        self,
        *,
        token: str | None = None,
        shards: int = 1,
        max_concurrency: int = 1,
        data: Path | None = None,
        limits: Limits | None = None,
    ) -> None:
        self._token = token or _new_token()
        self.backend = VirtualDiscord()
        self._secret = SavedState(self.backend, data).secret() if data is not None else secrets.token_urlsafe(24)
        self.gateway = Gateway(self.backend, self._token)
        self._rest = Rest(self.backend, self._token, shards, limits or Limits(), max_concurrency)
        self._screens = Screens(self.backend, lambda: self.gateway.connected)
        self.gateway.on_change = self._screens.on_bot
        self.people = People(self.backend)
        self._guard = Guard(self._secret)
        self._app = web.Application(middlewares=[self._guard.middleware()], client_max_size=_BIGGEST_BODY)
        control = Control(self.backend, self.people, self._screens, self.gateway, self._rest)
        self._app.add_routes(
            [
                web.route("*", API + "/{path:.*}", self._rest.serve),
                web.get("/gateway", self.gateway.serve),
                web.get("/gateway/", self.gateway.serve),
                web.get("/cdn/{path:.*}", self._rest.picture),
                *control.routes(),
                web.get("/", _index),
                web.static("/static", _STATIC),
            ]
        )
        self._runner = web.AppRunner(self._app, access_log=None, shutdown_timeout=1.0)

    async def start(self, port: int = 0) -> Address:
        """Listen, on any free port by default.

        Raises:
            OSError: The port is taken.
        """
        await self._runner.setup()
        await web.TCPSite(self._runner, _HOST, port).start()
        port = self._runner.addresses[0][1]
        url = f"http://{_HOST}:{port}"
        self._guard.at(port)
        self.backend.pictures.base = f"{url}/cdn"
        self.gateway.url = self._rest.gateway_url = f"ws://{_HOST}:{port}/gateway"
        return Address(url, f"{url}/?key={self._secret}", self._token, self._secret)

    async def close(self) -> None:
        """Close all connections and stop listening."""
        await self.gateway.close()
        await self._screens.close()
        await self._runner.cleanup()


def why_it_ends(error: OSError, port: int, data: Path | None) -> str:
    """Say how to fix the error: almost always a taken port or a folder that is not writable."""
    if error.filename is not None:
        return f"The folder {data} cannot be written ({error.strerror}): choose another with --data."
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken, perhaps by another playground: stop that one, or choose another with --port."
    if error.errno == errno.EACCES:
        return f"Port {port} is not for everybody: choose another with --port, such as {DEFAULT_PORT}."
    return f"The playground cannot go on: {error.strerror or error}."


def _new_token() -> str:
    """A token shaped like Discord's: the application's id and two random parts."""
    whose = base64.urlsafe_b64encode(str(world.BOT_ID).encode()).decode().rstrip("=")
    return f"{whose}.{secrets.token_hex(3)}.{secrets.token_urlsafe(27)}"


async def _index(_request: web.Request) -> web.StreamResponse:
    return web.FileResponse(_STATIC / "index.html", headers={"Cache-Control": "no-store"})


async def _alone(options: argparse.Namespace) -> None:
    wire = Wire(token=options.token, shards=options.shards, data=options.data)
    address = await wire.start(options.port)
    sys.stdout.write(json.dumps(asdict(address)) + "\n")
    sys.stdout.flush()
    stop = stop_signal()
    try:
        await stop.wait()
    finally:
        await wire.close()


def main(argv: list[str] | None = None) -> int:
    """Run the wire alone until it is told to stop."""
    parser = argparse.ArgumentParser(prog="python -m bot.playground.wire", description=__doc__.split("\n")[0])
    parser.add_argument("--port", type=port, default=0, help="the port to listen on (default: any free one)")
    parser.add_argument("--token", help="the bot token to accept (default: a fresh one)")
    parser.add_argument("--shards", type=int, default=1, help="how many shards to recommend (default: 1)")
    parser.add_argument("--data", type=Path, help="folder to keep threads and commands in (default: none are kept)")
    options = parser.parse_args(argv)
    try:
        asyncio.run(_alone(options))
    except OSError as error:
        sys.stderr.write(f"{why_it_ends(error, options.port, options.data)}\n")
        return 2
    except KeyboardInterrupt:
        return 0
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
