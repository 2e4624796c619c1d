"""Health, readiness and metrics as a host's tools read them."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import aiohttp
import pytest

from bot.operations.monitoring import monitor as monitoring
from bot.operations.monitoring.metrics import ShardState
from bot.operations.monitoring.monitor import MEASURE_SECONDS, CannotListenError, LagMeter, Monitor
from bot.operations.monitoring.request_figures import RequestFigures
from bot.players.counters import Counters
from bot.tables.model.records import Phase
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class FakeWorkers(NamedTuple):
    """Workers in the state that a test needs."""

    counters: Counters
    queue_depth: int = 0


class FakeBot:
    """A bot in the state that a test needs."""

    is_serving = True
    server_count = 3
    latency = 0.04
    process_name = "bot-1"
    shard_states: ClassVar = {0: ShardState(0.04, is_ready=True), 3: ShardState(float("nan"), is_ready=False)}
    workers: Any = FakeWorkers(Counters(choices=9, too_late=2, workers=2, workers_failing=1, longest=1.5), 5)

    request_figures = RequestFigures(700, 2, 3, 22.5, {"turn": 0, "board": 6}, 1.5)

    async def count_tables(self) -> dict[Phase, int]:
        return {Phase.PLAYING: 4}


@pytest.fixture
async def monitor() -> AsyncIterator[tuple[Monitor, str]]:
    monitor = Monitor()
    port = await monitor.start("127.0.0.1", 0)
    yield monitor, f"http://127.0.0.1:{port}"
    await monitor.stop()


async def get(url: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.text()


async def test_an_unconnected_bot_is_healthy_but_not_ready(monitor: tuple[Monitor, str]) -> None:
    """A supervisor restarts whatever is unhealthy, but a bot that waits for Discord must not be restarted."""
    _, url = monitor
    assert (await get(f"{url}/healthz"))[0] == 200
    assert (await get(f"{url}/readyz"))[0] == 503


async def test_a_bot_that_is_not_ready_does_not_blame_discord(
    monitor: tuple[Monitor, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its database may be away or its disk full, and all its shards connected."""
    running, url = monitor
    monkeypatch.setattr(FakeBot, "is_serving", False)
    running.bot = FakeBot()
    status, said = await get(f"{url}/readyz")
    assert (status, "Discord" in said, "the log says why" in said) == (503, False, True)


async def test_a_serving_bot_is_ready(monitor: tuple[Monitor, str]) -> None:
    running, url = monitor
    running.bot = FakeBot()
    assert (await get(f"{url}/readyz"))[0] == 200


async def test_readiness_mentions_workers_that_do_not_start(
    monitor: tuple[Monitor, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot serves anyway, so nothing restarts it for that."""
    running, url = monitor
    running.bot = bot = FakeBot()
    assert (await get(f"{url}/readyz"))[1].endswith('"computer_players": "1 of 2 workers does not start"}')
    monkeypatch.setattr(bot, "workers", FakeWorkers(Counters(workers=2, workers_failing=2)))
    status, said = await get(f"{url}/readyz")
    assert status == 200
    assert "no worker starts: every level plays like classic" in said
    monkeypatch.setattr(bot, "workers", FakeWorkers(Counters(workers=2)))
    shards = '"process": "bot-1", "shards": {"0": true, "3": false}'
    assert await get(f"{url}/readyz") == (200, f'{{"status": "ready", {shards}}}')


async def test_metrics_show_the_bots_state_and_activity(monitor: tuple[Monitor, str]) -> None:
    """Each of them is set here: one that nothing sets would be 0 for ever."""
    running, url = monitor
    running.bot = FakeBot()
    running.metrics.changed("notty")
    running.metrics.acknowledged(0.1)
    running.metrics.lost_answer()
    with running.metrics.answering("command"):
        pass
    logging.getLogger("bot.test").warning("Something to count.")
    status, text = await get(f"{url}/metrics")
    lines = text.splitlines()
    assert status == 200
    shown = (
        "rummy_ready 1.0",
        "rummy_servers 3.0",
        "rummy_gateway_latency_seconds 0.04",
        'rummy_process_info{process="bot-1"} 1.0',
        'rummy_shard_latency_seconds{shard="0"} 0.04',
        'rummy_shard_latency_seconds{shard="3"} NaN',
        'rummy_shard_ready{shard="0"} 1.0',
        'rummy_shard_ready{shard="3"} 0.0',
        'rummy_live_tables{phase="playing"} 4.0',
        'rummy_live_tables{phase="lobby"} 0.0',
        "rummy_thoughts 9.0",
        'rummy_thoughts_replaced{reason="too_late"} 2.0',
        "rummy_thought_queue 5.0",
        "rummy_workers 2.0",
        "rummy_workers_failing 1.0",
        "rummy_discord_requests 700.0",
        "rummy_discord_requests_refused 2.0",
        "rummy_discord_requests_invalid 3.0",
        "rummy_discord_requests_per_second 22.5",
        'rummy_waiting_messages{class="board"} 6.0',
        "rummy_oldest_waiting_seconds 1.5",
        'rummy_table_changes_total{game="notty"} 1.0',
        'rummy_interaction_seconds_count{kind="command"} 1.0',
        'rummy_log_records_total{level="warning"} 1.0',
        "rummy_longest_thought_seconds 1.5",
        "rummy_acknowledgement_seconds_count 1.0",
        "rummy_lost_answers_total 1.0",
    )
    for line in shown:
        assert line in lines
    served = {name for name in re.findall(r"^# TYPE (rummy_\w+)", text, re.MULTILINE) if not name.endswith("_created")}
    measured = {"rummy_event_loop_lag_seconds"}  # by a timer, as often as it goes off
    assert served == measured | {re.split(r"[ {]", line)[0].removesuffix("_count") for line in shown}


async def test_metrics_are_served_while_the_database_is_unreachable(
    monitor: tuple[Monitor, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host looks at the metrics when the database is unreachable. Only the number of tables stays at the last known
    value.
    """
    running, url = monitor
    running.bot = bot = FakeBot()
    await get(f"{url}/metrics")

    async def away() -> dict[Phase, int]:
        raise StoreUnavailableError(STORE_AWAY)

    monkeypatch.setattr(bot, "count_tables", away)
    status, said = await get(f"{url}/metrics")
    assert status == 200
    assert 'rummy_live_tables{phase="playing"} 4.0' in said
    assert 'rummy_waiting_messages{class="board"} 6.0' in said
    assert 'rummy_log_records_total{level="error"} 0.0' in said


async def test_metrics_are_served_while_the_database_hangs(
    monitor: tuple[Monitor, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No metrics used to arrive until its disk answered again, so no alarm about them went off. The tables are counted
    once meanwhile, and again after that.
    """
    monkeypatch.setattr(monitoring, "COUNT_SECONDS", 0.01)
    running, url = monitor
    running.bot = bot = FakeBot()
    answers, asked = asyncio.Event(), list[int]()

    async def count_when_it_answers() -> dict[Phase, int]:
        asked.append(1)
        await answers.wait()
        raise StoreUnavailableError(STORE_AWAY)

    monkeypatch.setattr(bot, "count_tables", count_when_it_answers)
    async with asyncio.timeout(60):
        for _ in range(2):
            assert "rummy_servers 3.0" in (await get(f"{url}/metrics"))[1]
    assert len(asked) == 1
    answers.set()
    await asyncio.sleep(0)
    monkeypatch.setattr(bot, "count_tables", FakeBot().count_tables)
    assert 'rummy_live_tables{phase="playing"} 4.0' in (await get(f"{url}/metrics"))[1]


async def test_error_counts_start_at_zero(monitor: tuple[Monitor, str]) -> None:
    """Prometheus sees no growth if a count begins at 1, so the count is there before."""
    _, url = monitor
    for count in range(2):
        _, said = await get(f"{url}/metrics")
        assert f'rummy_log_records_total{{level="error"}} {count:.1f}' in said
        logging.getLogger("bot.test").error("It broke.")


async def test_a_handed_over_shard_disappears_from_the_metrics(
    monitor: tuple[Monitor, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    running, url = monitor
    running.bot = bot = FakeBot()
    await get(f"{url}/metrics")
    monkeypatch.setattr(bot, "shard_states", {0: ShardState(0.04, is_ready=True)})
    assert 'shard="3"' not in (await get(f"{url}/metrics"))[1]


async def test_metrics_show_no_shards_between_two_bots(monitor: tuple[Monitor, str]) -> None:
    """While the next one cannot start, for example without the database, the last one's shards used to be reported as
    served.
    """
    running, url = monitor
    running.bot = FakeBot()
    await get(f"{url}/metrics")
    running.bot = None
    said = (await get(f"{url}/metrics"))[1]
    assert "rummy_ready 0.0" in said
    assert "rummy_shard_ready{" not in said
    assert "rummy_waiting_messages{" not in said
    assert "rummy_oldest_waiting_seconds 0.0" in said


async def test_a_taken_port_gives_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(CannotListenError, match=r"another copy of the bot.*METRICS_PORT"):
            await Monitor().start("127.0.0.1", taken.getsockname()[1])


@pytest.mark.parametrize("host", ["192.0.2.1", "no..host"])
async def test_a_bind_address_of_another_machine_gives_one_sentence(host: str) -> None:
    """The sentence names the setting, because another port would not help, and the address once."""
    with pytest.raises(CannotListenError, match=r"cannot be served at .+: .*METRICS_HOST") as refused:
        await Monitor().start(host, 0)
    assert str(refused.value).count(host) == 1


async def test_a_blocked_event_loop_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    loop = asyncio.get_running_loop()
    meter = LagMeter(told.append)
    meter.start()
    real = loop.time
    monkeypatch.setattr(loop, "time", lambda: real() + MEASURE_SECONDS + 0.2)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    meter.stop()
    assert told
    assert told[0] == pytest.approx(0.2, abs=0.15)


async def test_an_ipv6_address_is_logged_as_a_url_that_opens(caplog: pytest.LogCaptureFixture) -> None:
    """Without brackets, no program can tell its last part from the port."""
    monitor = Monitor()
    with caplog.at_level(logging.INFO):
        try:
            port = await monitor.start("::1", 0)
        except CannotListenError as error:
            pytest.skip(str(error))
    url = f"http://[::1]:{port}/metrics"
    assert f"Health and metrics are at {url}." in caplog.text
    assert (await get(url))[0] == 200
    await monitor.stop()


async def test_an_unusable_ipv6_address_is_reported_in_brackets() -> None:
    with pytest.raises(CannotListenError, match=r"at \[2001:db8::1\]:9464 "):
        await Monitor().start("2001:db8::1", 9464)
