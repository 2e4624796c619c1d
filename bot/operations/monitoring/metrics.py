"""Prometheus metrics. None of them names a person, a card or a secret."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from bot.tables.model.records import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from bot.operations.monitoring.request_figures import RequestFigures
    from bot.players.counters import Counters
    from bot.tables.model.position import Position
    from bot.tables.model.protocols import Announcer


_ANSWER_BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.0, 3.0)
_LAG_BOUNDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)


class ShardState(NamedTuple):
    """One shard that a process has: seconds of its last heartbeat, NaN without a connection, and whether it serves."""

    latency: float
    is_ready: bool


class Metrics:
    """One bot's metrics, in a registry of their own, so that two bots in one process stay apart."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=registry)
        histogram = partial(Histogram, registry=registry)
        counter, gauge = partial(Counter, registry=registry), partial(Gauge, registry=registry)
        self._add_answers(histogram, counter)
        self._add_state(gauge)
        self._add_thoughts(gauge)
        self._add_requests(gauge)

    def _add_answers(self, histogram: Callable[..., Histogram], counter: Callable[..., Counter]) -> None:
        self._answers = histogram(
            "rummy_interaction_seconds",
            "Time from an interaction's arrival to the end of its handling.",
            ["kind"],
            buckets=_ANSWER_BOUNDS,
        )
        self._acknowledged = histogram(
            "rummy_acknowledgement_seconds",
            "Time from an interaction's arrival to its acknowledgement, Discord's own time left out.",
            buckets=_ANSWER_BOUNDS,
        )
        self._lost = counter(
            "rummy_lost_answers", "Clicks, commands and forms with an answer that did not reach Discord."
        )
        self._lag = histogram(
            "rummy_event_loop_lag_seconds", "How late the event loop woke a timer.", buckets=_LAG_BOUNDS
        )
        self._changes = counter("rummy_table_changes", "Saved changes of tables, by game.", ["game"])
        self._log = counter("rummy_log_records", "Log records, by level.", ["level"])
        for level in ("warning", "error"):  # at 0, so that the first one is a growth
            self._log.labels(level)

    def _add_state(self, gauge: Callable[..., Gauge]) -> None:
        self._tables = gauge("rummy_live_tables", "Tables that wait or play, by phase.", ["phase"])
        self._servers = gauge("rummy_servers", "Servers the bot is in.")
        self._latency = gauge("rummy_gateway_latency_seconds", "The gateway's last heartbeat round trip.")
        self._ready = gauge("rummy_ready", "1 when interactions are served, else 0.")
        self._process = gauge("rummy_process_info", "Always 1, with the name of this process of the bot.", ["process"])
        self._shard_latency = gauge(
            "rummy_shard_latency_seconds", "The last heartbeat round trip of each shard of this process.", ["shard"]
        )
        self._shard_ready = gauge(
            "rummy_shard_ready", "1 for each shard of this process whose tables can be played, else 0.", ["shard"]
        )

    def _add_thoughts(self, gauge: Callable[..., Gauge]) -> None:
        self._thoughts = gauge("rummy_thoughts", "Choices of computer players since the start.")
        self._replaced = gauge(
            "rummy_thoughts_replaced", "Choices that the simple strategy made instead, by reason.", ["reason"]
        )
        self._workers = gauge("rummy_workers", "Worker processes in which computer players should think.")
        self._failing = gauge(
            "rummy_workers_failing",
            "Workers that do not start; while none does, every level plays like classic.",
        )
        self._queue = gauge("rummy_thought_queue", "Computer players that wait for a worker.")
        self._longest = gauge("rummy_longest_thought_seconds", "The longest choice so far.")

    def _add_requests(self, gauge: Callable[..., Gauge]) -> None:
        self._spent = gauge("rummy_discord_requests", "Requests that Discord counts, since the start.")
        self._refused = gauge(
            "rummy_discord_requests_refused", "Requests that Discord refused with 429, since the start."
        )
        self._invalid = gauge(
            "rummy_discord_requests_invalid",
            "Answers of 401, 403 and 429 in the last ten minutes; at 10,000 Discord bans the address.",
        )
        self._pace = gauge("rummy_discord_requests_per_second", "Counted requests the bot allows itself a second now.")
        self._waiting = gauge("rummy_waiting_messages", "Messages that are behind, by class.", ["class"])
        self._oldest = gauge("rummy_oldest_waiting_seconds", "How long the oldest of them has waited.")

    # Reported by the bot

    @contextmanager
    def answering(self, kind: str) -> Iterator[None]:
        """Time the handling of one interaction of kind `command`, `component` or `completion`."""
        start = perf_counter()
        try:
            yield
        finally:
            self._answers.labels(kind).observe(perf_counter() - start)

    def acknowledged(self, seconds: float) -> None:
        """Record the seconds from an interaction's arrival to its acknowledgement."""
        self._acknowledged.observe(seconds)

    def lost_answer(self) -> None:
        """Count an interaction whose answer was lost to a failure of Discord or the network."""
        self._lost.inc()

    def changed(self, game: str) -> None:
        """Count a saved change of a table of that game."""
        self._changes.labels(game).inc()

    def lagged(self, seconds: float) -> None:
        """Record event loop lag in seconds."""
        self._lag.observe(max(0.0, seconds))

    def logged(self, level: str) -> None:
        """Count a log record of that level."""
        self._log.labels(level.lower()).inc()

    # Read when metrics are requested

    def set_state(self, *, ready: bool, servers: int, latency: float) -> None:
        """Set the state of the connection to Discord; latency in seconds, NaN while disconnected."""
        self._ready.set(ready)
        self._servers.set(servers)
        self._latency.set(latency)

    def set_no_bot(self) -> None:
        """Set that none runs now: nothing is served, and nothing is waiting."""
        self.set_state(ready=False, servers=0, latency=float("nan"))
        for gauge in (self._shard_latency, self._shard_ready, self._waiting):
            gauge.clear()
        self._oldest.set(0)

    def set_process(self, name: str, shards: Mapping[int, ShardState]) -> None:
        """Set the process's name and the state of the shards that it has now."""
        self._process.labels(name).set(1)
        self._shard_latency.clear()
        self._shard_ready.clear()
        for number, state in shards.items():
            self._shard_latency.labels(number).set(state.latency)
            self._shard_ready.labels(number).set(state.is_ready)

    def set_tables(self, counts: Mapping[Phase, int]) -> None:
        """Set the number of live tables by phase."""
        for phase in (Phase.LOBBY, Phase.PLAYING):
            self._tables.labels(phase).set(counts.get(phase, 0))

    def set_thoughts(self, counters: Counters, waiting: int) -> None:
        """Set the computer players' counters and queue length."""
        self._thoughts.set(counters.choices)
        self._longest.set(counters.longest)
        self._queue.set(waiting)
        self._workers.set(counters.workers)
        self._failing.set(counters.workers_failing)
        for reason in ("too_late", "died", "failed"):
            self._replaced.labels(reason).set(getattr(counters, reason))

    def set_request_figures(self, request_figures: RequestFigures) -> None:
        """Set the figures on Discord's request limit."""
        self._spent.set(request_figures.spent)
        self._refused.set(request_figures.refused)
        self._invalid.set(request_figures.invalid)
        self._pace.set(request_figures.pace)
        self._oldest.set(request_figures.oldest)
        for name, count in request_figures.waiting.items():
            self._waiting.labels(name).set(count)

    def text(self) -> bytes:
        """All metrics in Prometheus' text format."""
        return generate_latest(self._registry)


class CountingAnnouncer:
    """Counts changes, then passes them to the real announcer."""

    def __init__(self, announcer: Announcer, metrics: Metrics) -> None:
        self._announcer = announcer
        self._metrics = metrics

    def announce(self, position: Position) -> None:
        """Count the change, then pass it on."""
        self._metrics.changed(position.record.game)
        self._announcer.announce(position)
