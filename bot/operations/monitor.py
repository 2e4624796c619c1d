"""`/healthz`, `/readyz` and `/metrics`: a small web server for whoever watches the bot; off unless a port is set."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Protocol

from aiohttp import web

from bot.operations.lag import LagMeter
from bot.operations.metrics import Metrics

if TYPE_CHECKING:
    from bot.players.counters import Counters

log = logging.getLogger(__name__)

_METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class CannotListenError(OSError):
    """The address for health and metrics cannot be used; the text is one line for the host."""


class Watched(Protocol):
    """What the monitor reads from a bot."""

    @property
    def is_serving(self) -> bool:
        """Whether interactions are served now."""
        ...

    @property
    def server_count(self) -> int: ...

    @property
    def gateway_latency(self) -> float:
        """Seconds; not a number while there is no connection."""
        ...

    @property
    def thinking(self) -> tuple[Counters, int] | None:
        """The computer players' counters and how many wait; None when they think elsewhere."""
        ...

    async def count_tables(self) -> dict[str, int]:
        """Live tables by phase."""
        ...


class Monitor:
    """Serves one process's health; the bot behind it may be replaced by the supervisor."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.bot: Watched | None = None
        self._lag = LagMeter(self.metrics.lagged)
        self._runner: web.AppRunner | None = None
        self._handler = _CountingHandler(self.metrics)

    async def start(self, host: str, port: int) -> int:
        """Listen there, and return the port (another one for port 0 in tests).

        Raises:
            CannotListenError: the address is taken, or not this machine's.
        """
        application = web.Application()
        application.add_routes([
            web.get("/healthz", self._health),
            web.get("/readyz", self._readiness),
            web.get("/metrics", self._numbers),
        ])  # fmt: skip
        runner = self._runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            await self.stop()
            raise CannotListenError(
                f"Health and metrics cannot be served at {host}:{port} ({error.strerror or error}): choose another METRICS_PORT."
            ) from error
        self._lag.start()
        logging.getLogger().addHandler(self._handler)
        found: int = runner.addresses[0][1]
        log.info("Health and metrics are at http://%s:%d/metrics.", host, found)
        return found

    async def stop(self) -> None:
        """Stop listening; more than once does nothing."""
        self._lag.stop()
        logging.getLogger().removeHandler(self._handler)
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _health(self, _request: web.Request) -> web.Response:
        """200 while the process lives and its event loop turns; a bot that reconnects is healthy."""
        return web.json_response({"status": "ok"})

    async def _readiness(self, _request: web.Request) -> web.Response:
        """200 when clicks and commands are served, 503 while they are not."""
        bot = self.bot
        ready = bot is not None and bot.is_serving
        said = {"status": "ready" if ready else "not connected to Discord"}
        if bot is not None and bot.thinking is not None and (trouble := bot.thinking[0].trouble):
            said["computer_players"] = trouble
        return web.json_response(said, status=200 if ready else 503)

    async def _numbers(self, _request: web.Request) -> web.Response:
        await self._read_bot()
        return web.Response(body=self.metrics.text(), headers={"Content-Type": _METRICS_TYPE})

    async def _read_bot(self) -> None:
        bot, metrics = self.bot, self.metrics
        if bot is None:
            metrics.set_state(ready=False, servers=0, latency=float("nan"))
            return
        metrics.set_state(ready=bot.is_serving, servers=bot.server_count, latency=bot.gateway_latency)
        if bot.is_serving:
            metrics.set_tables(await bot.count_tables())
        if bot.thinking is not None:
            metrics.set_thoughts(*bot.thinking)


class _CountingHandler(logging.Handler):
    """Counts warnings and errors, so that a host need not read the log to see that there are some."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.WARNING)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        self._metrics.logged(record.levelname)
