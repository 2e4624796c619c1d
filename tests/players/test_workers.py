"""The worker processes answer, are killed and replaced when necessary, and never outlive their parent."""

from __future__ import annotations

import asyncio
import io
import os
import pickle
import queue
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from bot.players import worker_process
from bot.players import workers as workers_module
from bot.players.request import Request, answer, simple_answer
from bot.players.worker_process import WorkerDiedError, WorkerError, WorkerProcess
from bot.players.workers import Workers, WorkersClosedError
from bot.rules.catalogue import GAMES
from tests.inline_workers import InlineWorkers
from tests.players import bad_players as bad_players_module
from tests.players.bad_players import GAME_KEY, LONG
from tests.players.watched import busy, fallbacks, pids

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ROOT = Path(__file__).parents[2]
GAME = GAMES[GAME_KEY]
STREAM = bytes(range(32))
PATIENCE = LONG / 2
"""Seconds allowed for something quick on a busy machine. Without intervention it would take twice as long."""


@pytest.fixture
def bad_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the badly behaved players known to workers that are started from now on."""
    teach = (
        "import json, sys; sys.path[:] = json.loads(sys.argv[1]); import runpy; "
        f"runpy.run_path({bad_players_module.__file__!r})['teach_bad_manners'](); "
    )
    monkeypatch.setattr(worker_process, "_BOOT", teach + worker_process._BOOT)


@pytest.fixture
async def workers(bad_players: None) -> AsyncIterator[Workers]:
    pool = Workers(1)
    await pool.start()
    yield pool
    await pool.close()


def view() -> Any:
    state = GAME.deal(4, bytes(32))
    return GAME.view(state, GAME.seat_to_act(state))


@pytest.mark.parametrize(("cores", "size"), [(1, 1), (2, 1), (4, 3), (64, 4)])
def test_the_default_number_of_workers_is_limited(monkeypatch: pytest.MonkeyPatch, cores: int, size: int) -> None:
    """The host may still ask for more."""
    monkeypatch.setattr("bot.players.workers.os.cpu_count", lambda: cores)
    assert Workers().size == size
    assert Workers(9).size == 9


async def test_a_worker_answers_like_the_player_itself(workers: Workers) -> None:
    """The same view and stream give the same choice in a worker and in this process. A level of an older release, with
    which a table was saved, is played by the simple strategy.
    """
    choice = await workers.choose(GAME.key, "random", view(), STREAM, 30)
    assert choice == answer(Request(GAME.key, "random", view(), STREAM), 30)
    assert choice == await InlineWorkers().choose(GAME.key, "random", view(), STREAM, 30)
    assert choice.action in view().legal_actions
    assert workers.counters.choices == 1
    assert workers.counters.longest > 0
    assert fallbacks(workers.counters) == 0
    removed = await workers.choose(GAME.key, "grandmaster", view(), STREAM, 30)
    assert removed == simple_answer(Request(GAME.key, "grandmaster", view(), STREAM))


async def test_a_player_over_its_budget_is_killed_and_replaced(workers: Workers) -> None:
    """The killed worker is replaced, and a process answers the next request. The event loop turns many times
    meanwhile, even on a busy machine.
    """
    (before,) = pids(workers)
    start, turns = time.monotonic(), 0
    thought = asyncio.create_task(workers.choose(GAME.key, "sleepy", view(), STREAM, 0.3))
    while not thought.done():
        await asyncio.sleep(0.005)
        turns += 1
    assert turns > 5
    choice = await thought
    assert time.monotonic() - start < PATIENCE
    assert choice == simple_answer(Request(GAME.key, "sleepy", view(), STREAM))
    assert workers.counters.too_late == 1
    assert gone(before)
    assert await workers.choose(GAME.key, "random", view(), STREAM, 30)
    assert pids(workers) != (before,)
    assert fallbacks(workers.counters) == 1


async def test_a_worker_that_dies_while_thinking_costs_one_simple_move(workers: Workers) -> None:
    """The process is replaced; the crash has no other effect. One that is killed while idle costs none: the next
    request waits for the new process.
    """
    (before,) = pids(workers)
    choice = await workers.choose(GAME.key, "crashing", view(), STREAM, 30)
    assert choice == simple_answer(Request(GAME.key, "crashing", view(), STREAM))
    assert workers.counters.died == 1
    assert await workers.choose(GAME.key, "random", view(), STREAM, 30)
    (second,) = pids(workers)
    assert second != before
    os.kill(second, signal.SIGKILL)
    await until(lambda: not any(process.is_alive for process in workers._idle))
    assert await workers.choose(GAME.key, "random", view(), STREAM, 30)
    assert pids(workers) != (second,)
    assert fallbacks(workers.counters) == 1


async def test_decide_ignores_the_clock_and_has_no_fallback(workers: Workers) -> None:
    """When everybody plays the same cards, a slow machine must not change the game. The metric
    `rummy_thoughts_replaced` counted such decisions too, although nothing was played instead.
    """
    hurried = await workers.choose(GAME.key, "hasty", view(), STREAM, 0.06)
    before = fallbacks(workers.counters)  # on a busy machine, even the hurried choice may come too late
    decided = await workers.decide(GAME.key, "hasty", view(), STREAM)
    assert hurried.action != decided.action == view().legal_actions[0]
    assert await workers.decide(GAME.key, "hasty", view(), STREAM) == decided
    for level in ("crashing", "cheating", "blabbing"):
        with pytest.raises(WorkerError):
            await workers.decide(GAME.key, level, view(), STREAM)
    assert fallbacks(workers.counters) == before


async def test_a_player_that_fails_is_logged_without_its_cards(
    workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    """The log says what failed and where, but quotes neither the error nor the illegal choice, which may name cards.
    The simple strategy moves instead, the process lives on, and the player's printed output is ignored.
    """
    (before,) = pids(workers)
    for level in ("blabbing", "cheating"):
        choice = await workers.choose(GAME.key, level, view(), STREAM, 30)
        assert choice.action in view().legal_actions
    assert pids(workers) == (before,)
    await workers.close()
    (line,) = [record.getMessage() for record in caplog.records]
    failed, cheated = line.split("; ")
    assert "KeyError at bad_players.py:" in failed
    assert "ace" not in failed
    assert "illegal" in cheated
    assert "draw four" not in cheated
    assert workers.counters.failed == fallbacks(workers.counters) == 2


async def test_the_budget_includes_waiting_in_the_queue(workers: Workers) -> None:
    """Behind a long thought, a request gets the simple move in its own time; the queue is first come, first served."""
    slow = asyncio.create_task(workers.choose(GAME.key, "sleepy", view(), STREAM, 1))
    await asyncio.sleep(0)
    late = asyncio.create_task(workers.choose(GAME.key, "random", view(), STREAM, 0.1))
    patient = asyncio.create_task(workers.choose(GAME.key, "random", view(), STREAM, 60))
    await asyncio.sleep(0)
    assert workers.queue_depth == 2
    assert busy(workers) == 1
    assert (await late) == simple_answer(Request(GAME.key, "random", view(), STREAM))
    assert not slow.done()
    assert await slow
    assert await patient
    assert workers.counters.too_late == 2


async def test_a_cancelled_request_frees_its_worker(workers: Workers) -> None:
    """A request can be cancelled while it is processed and while it waits in the queue."""
    thinking = asyncio.create_task(workers.choose(GAME.key, "sleepy", view(), STREAM, 0.3))
    await asyncio.sleep(0.05)
    waiting = asyncio.create_task(workers.choose(GAME.key, "random", view(), STREAM, 30))
    await asyncio.sleep(0)
    thinking.cancel()
    waiting.cancel()
    assert await workers.choose(GAME.key, "random", view(), STREAM, 30)


async def test_closing_is_quick_and_leaves_no_process(bad_players: None) -> None:
    """This holds in mid-thought: pending and later requests end with an error that says so."""
    pool = Workers(2)
    await pool.start()
    processes = pids(pool)
    assert len(processes) == 2
    thought = asyncio.create_task(pool.choose(GAME.key, "sleepy", view(), STREAM, LONG))
    await asyncio.sleep(0.05)
    start = time.monotonic()
    await pool.close()
    assert time.monotonic() - start < PATIENCE
    with pytest.raises(WorkersClosedError):
        await thought
    with pytest.raises(WorkersClosedError):
        await pool.choose(GAME.key, "random", view(), STREAM, 1)
    assert all(gone(pid) for pid in processes)
    await pool.close()


async def test_fallback_moves_are_logged_as_one_line_per_interval(
    workers: Workers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The line counts them by reason; what has not been logged yet is logged when the pool closes."""
    monkeypatch.setattr("bot.players.pool_log.LOG_INTERVAL_SECONDS", 1.0)
    for level in ("cheating", "cheating", "crashing"):
        await workers.choose(GAME.key, level, view(), STREAM, 30)
    await until(lambda: bool(caplog.records))
    await workers.choose(GAME.key, "sleepy", view(), STREAM, 0.1)
    await workers.close()
    first, last = [record.getMessage() for record in caplog.records]
    assert "2 with an error of cheating of three-thirteen: " in first
    assert "1 whose process ended" in first
    assert "1 too late" in last
    assert fallbacks(workers.counters) == 4


async def test_the_simple_strategy_moves_while_workers_do_not_start(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Starting succeeds, no table waits in vain, and the log gives the reason once, as an error."""
    monkeypatch.setattr(worker_process, "_BOOT", "import sys; sys.exit(3)")
    monkeypatch.setattr(workers_module, "_MAX_PAUSE_SECONDS", 0.0)
    pool = Workers(2)
    await pool.start()
    start = time.monotonic()
    for _ in range(3):
        choice = await pool.choose(GAME.key, "random", view(), STREAM, 30)
        assert choice == simple_answer(Request(GAME.key, "random", view(), STREAM))
        await asyncio.sleep(0.1)
    assert time.monotonic() - start < PATIENCE
    assert pool.counters.workers_failing == 2
    assert pool.counters.died == 3
    (loud,) = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert "exit code 3" in loud
    assert "every level plays like classic" in loud
    assert len(caplog.records) == 2
    await pool.close()


async def test_workers_are_used_once_they_finally_start(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Starting is retried, and the recovery is logged as well."""
    boot = worker_process._BOOT
    monkeypatch.setattr(worker_process, "_BOOT", "import os; os.kill(os.getpid(), 9)")
    monkeypatch.setattr(workers_module, "_MAX_PAUSE_SECONDS", 0.05)
    pool = Workers(1)
    await pool.start()
    monkeypatch.setattr(worker_process, "_BOOT", boot)
    await until(lambda: pool.counters.workers_failing == 0)
    assert await pool.choose(GAME.key, "random", view(), STREAM, 30)
    assert fallbacks(pool.counters) == 0
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]
    assert "SIGKILL" in caplog.records[0].getMessage()
    await pool.close()


@pytest.fixture
def unknown(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Something of a module that only this process has."""
    module = ModuleType("bot.gone")
    kind = type("Gone", (), {"__module__": module.__name__})
    monkeypatch.setattr(module, kind.__name__, kind, raising=False)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return kind()


def test_a_request_that_a_worker_cannot_read_ends_it_at_once(unknown: Any, capfd: pytest.CaptureFixture[str]) -> None:
    """Between `git pull` and the restart, a new worker has newer code than the bot. It left its parent without an
    answer, for half a minute with a review, and wrote a traceback.
    """
    process = WorkerProcess()
    process.wait_until_ready(LONG)
    with pytest.raises(WorkerDiedError, match="exit code 1"):
        process.ask(unknown, PATIENCE)
    assert capfd.readouterr().err == ""


def test_an_answer_that_the_bot_cannot_read_is_the_workers_last(unknown: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same the other way round."""
    stream, answers = io.BytesIO(pickle.dumps(unknown)), queue.SimpleQueue[object]()
    monkeypatch.delitem(sys.modules, "bot.gone")
    worker_process._read(stream, answers)
    assert answers.get_nowait() is None


def test_a_worker_imports_only_the_rules_and_the_players() -> None:
    """A worker loads nothing of Discord, the database or the web."""
    code = "import bot.players.worker_main, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"discord", "aiosqlite", "sqlite3", "aiohttp", "asyncio", "bot.tables", "db", "cogs"}


PARENT = """
    import asyncio, signal
    from bot.players.workers import Workers

    async def main():
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        loop.slow_callback_duration = 60  # a busy machine is no fault
        loop.add_signal_handler(signal.SIGINT, stop.set)
        workers = Workers(2)
        await workers.start()
        print(*(process.pid for process in workers._processes), flush=True)
        await stop.wait()
        await workers.close()

    if __name__ == "__main__":
        asyncio.run(main())
"""
"""Stops in the same way as the bot.

`asyncio.run`'s own handling of Ctrl-C is not enough: a signal that arrives just before the loop starts to wait is
noticed only when the wait is over.
"""


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_the_workers_die_with_their_parent(ending: signal.Signals, tmp_path: Path) -> None:
    """The workers end whether the parent gets Ctrl-C or ends at once, and nothing is printed."""
    script = tmp_path / "parent.py"
    script.write_text(textwrap.dedent(PARENT))
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-X", "dev", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        text=True,
    ) as parent:
        assert parent.stdout is not None
        processes = [int(pid) for pid in parent.stdout.readline().split()]
        assert len(processes) == 2
        parent.send_signal(ending)
        _, errors = parent.communicate(timeout=PATIENCE)
    end = time.monotonic() + PATIENCE
    while not all(gone(pid) for pid in processes) and time.monotonic() < end:
        time.sleep(0.02)
    assert all(gone(pid) for pid in processes)
    assert parent.returncode == (0 if ending is signal.SIGINT else -ending)
    assert errors == ""


def gone(pid: int) -> bool:
    """Return whether the process has ended. A zombie whose parent has died counts, as it only waits for init."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True
    return stat.rpartition(")")[2].split()[0] in "ZX"


async def until(condition: Any) -> None:
    """Wait until the condition is true."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)
