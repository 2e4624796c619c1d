"""`/healthz`, `/readyz` and `/metrics`: a small web server for monitoring; off unless a port is set."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from aiohttp import web

from bot.operations.monitoring.metrics import Metrics
from bot.tables.model.stores import StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.operations.monitoring.metrics import ShardState
    from bot.operations.monitoring.request_figures import RequestFigures
    from bot.players.workers import Workers
    from bot.tables.model.records import Phase


log = logging.getLogger(__name__)

COUNT_SECONDS = 2.0
"""Seconds for which metrics wait for the count of tables."""
_NOT_READY = "serves no clicks or commands; the log says why"
_METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class CannotListenError(OSError):
    """The address for health and metrics cannot be used; `str(error)` is one line for the host."""


class Watched(Protocol):
    """What the monitor reads from a bot."""

    @property
    def is_serving(self) -> bool:
        """Whether interactions are being served."""
        ...

    @property
    def server_count(self) -> int: ...

    @property
    def latency(self) -> float:
        """The gateway's, in seconds; NaN while disconnected."""
        ...

    @property
    def process_name(self) -> str:
        """The name of this process of the bot."""
        ...

    @property
    def shard_states(self) -> Mapping[int, ShardState]:
        """The shards that this process has now."""
        ...

    @property
    def workers(self) -> Workers | None:
        """The processes in which computer players think; None if they think elsewhere."""
        ...

    @property
    def request_figures(self) -> RequestFigures:
        """Figures on the requests that Discord counts, and on updates waiting for one."""
        ...

    async def count_tables(self) -> Mapping[Phase, int]:
        """Live tables by phase."""
        ...


class Monitor:
    """Serves the health of one process; the supervisor may replace the bot behind it."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.bot: Watched | None = None
        self._lag = LagMeter(self.metrics.lagged)
        self._runner: web.AppRunner | None = None
        self._counting: asyncio.Future[Mapping[Phase, int]] | None = None
        """The count of tables under way, which may outlast the request that began it."""
        self._handler = _CountingHandler(self.metrics)

    async def start(self, host: str, port: int) -> int:
        """Start listening and return the port, which differs from the argument if that is 0.

        Raises:
            CannotListenError: the address is in use or not local.
        """
        application = web.Application()
        application.add_routes([
            web.get("/healthz", self._health),
            web.get("/readyz", self._readiness),
            web.get("/metrics", self._numbers),
        ])  # fmt: skip
        shown = f"[{host}]" if ":" in host else host
        runner = self._runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port).start()
        except (OSError, UnicodeError) as error:  # the latter for a name that can be none of a host
            await self.stop()
            raise CannotListenError(
                f"Health and metrics cannot be served at {shown}:{port} {_advice(error)}."
            ) from error
        self._lag.start()
        logging.getLogger().addHandler(self._handler)
        found: int = runner.addresses[0][1]
        log.info("Health and metrics are at http://%s:%d/metrics.", shown, found)
        return found

    async def stop(self) -> None:
        """Stop listening; idempotent."""
        self._lag.stop()
        logging.getLogger().removeHandler(self._handler)
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _health(self, _request: web.Request) -> web.Response:
        """200 while the process and its event loop run; a reconnecting bot is healthy."""
        return web.json_response({"status": "ok"})

    async def _readiness(self, _request: web.Request) -> web.Response:
        """200 if clicks and commands are being served, else 503; with the process's name and which shards it serves."""
        bot = self.bot
        ready = bot is not None and bot.is_serving
        said: dict[str, object] = {"status": "ready" if ready else _NOT_READY}
        if bot is not None:
            states = sorted(bot.shard_states.items())
            said |= {"process": bot.process_name, "shards": {str(number): state.is_ready for number, state in states}}
            if bot.workers is not None and (trouble := bot.workers.counters.trouble):
                said["computer_players"] = trouble
        return web.json_response(said, status=200 if ready else 503)

    async def _numbers(self, _request: web.Request) -> web.Response:
        await self._read_bot()
        return web.Response(body=self.metrics.text(), headers={"Content-Type": _METRICS_TYPE})

    async def _read_bot(self) -> None:
        bot, metrics = self.bot, self.metrics
        if bot is None:
            metrics.set_no_bot()
            return
        metrics.set_state(ready=bot.is_serving, servers=bot.server_count, latency=bot.latency)
        metrics.set_process(bot.process_name, bot.shard_states)
        if bot.is_serving:
            await self._count_tables(bot)
        if bot.workers is not None:
            metrics.set_thoughts(bot.workers.counters, bot.workers.queue_depth)
        metrics.set_request_figures(bot.request_figures)

    async def _count_tables(self, bot: Watched) -> None:
        """Set the numbers of live tables, unless the database fails or hangs: the other numbers say most just then."""
        counting = self._counting
        if counting is None or counting.done():
            counting = self._counting = asyncio.ensure_future(bot.count_tables())
            counting.add_done_callback(lambda it: it.cancelled() or it.exception())  # perhaps nobody waits by then
        await asyncio.wait({counting}, timeout=COUNT_SECONDS)
        if counting.done():
            with suppress(StoreUnavailableError):
                self.metrics.set_tables(counting.result())


def _advice(error: OSError | UnicodeError) -> str:
    """Why an address cannot be used, and what to do."""
    # From 3.13 on, asyncio gives no number if the address is of another machine.
    number = error.errno or errno.EADDRNOTAVAIL if isinstance(error, OSError) else 0
    if number == errno.EADDRINUSE:
        return "(the port is taken): stop another copy of the bot if one runs, or choose another METRICS_PORT"
    # The loop's own text repeats the address. The number of an unknown name is negative, and none of the system's.
    reason = os.strerror(number) if number > 0 else getattr(error, "strerror", None) or error
    return f"({reason}): choose another METRICS_PORT, or an address of this machine as METRICS_HOST"


class _CountingHandler(logging.Handler):
    """Counts warnings and errors for the metrics."""

    def __init__(self, metrics: Metrics) -> None:
        super().__init__(logging.WARNING)
        self._metrics = metrics

    def emit(self, record: logging.LogRecord) -> None:
        self._metrics.logged(record.levelname)


MEASURE_SECONDS = 0.5
"""Seconds between measurements of the event loop's lag, the first number to look at when a bot feels slow."""


class LagMeter:
    """A timer that reports how late it was called. It owns no task, so nothing has to wait for it."""

    def __init__(self, report: Callable[[float], None]) -> None:
        self._report = report
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start on the running loop."""
        loop = asyncio.get_running_loop()
        due = loop.time() + MEASURE_SECONDS
        self._timer = loop.call_at(due, self._measure, due)

    def stop(self) -> None:
        """Stop; idempotent."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _measure(self, due: float) -> None:
        self._report(asyncio.get_running_loop().time() - due)
        self.start()
