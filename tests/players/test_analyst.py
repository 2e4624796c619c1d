"""The process that reviews games is started when needed, replaced when it dies, and stopped when idle."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from bot.players import reviewing, worker_process
from bot.players.analyst import NICENESS, Analyst
from bot.players.worker_process import WorkerError
from tests.players import bad_reviews
from tests.players.test_review import played

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

REQUEST = played("six-holes", "easy", actions=60)


def misbehaving(monkeypatch: pytest.MonkeyPatch, how: str, mark: Path) -> None:
    """Let processes that are started from now on run a function of `bad_reviews`."""
    teach = (
        "import json, sys; sys.path[:] = json.loads(sys.argv[1]); import runpy; "
        f"runpy.run_path({bad_reviews.__file__!r})[{how!r}]({str(mark)!r}); "
    )
    monkeypatch.setattr(worker_process, "_BOOT", teach + worker_process._BOOT)


def _pid(analyst: Analyst) -> int | None:
    """Return the pid, which may have changed since the last call."""
    return analyst.pid


@pytest.fixture
async def analyst() -> AsyncIterator[Analyst]:
    made = Analyst(pause=0.0, idle=0.2)
    yield made
    await made.close()


async def test_analyst_runs_at_low_priority_and_stops_when_idle(analyst: Analyst) -> None:
    assert _pid(analyst) is None, "no memory is spent before somebody asks"
    assert await analyst.review(REQUEST) == reviewing.answer(REQUEST)
    pid = analyst.pid
    assert pid is not None
    assert os.getpriority(os.PRIO_PROCESS, pid) >= min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
    async with asyncio.timeout(60):
        while _pid(analyst) is not None:
            await asyncio.sleep(0.05)
    assert await analyst.review(REQUEST) == reviewing.answer(REQUEST), "and is there again when asked"


async def test_a_review_whose_process_dies_is_retried_once(
    analyst: Analyst, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    misbehaving(monkeypatch, "die_in_the_first_review", tmp_path / "died")
    assert await analyst.review(REQUEST) == reviewing.answer(REQUEST)
    assert "retrying once" in caplog.text


async def test_a_review_that_kills_two_processes_is_given_up(
    analyst: Analyst, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    misbehaving(monkeypatch, "die_in_every_review", tmp_path / "died")
    with pytest.raises(WorkerError):
        await analyst.review(REQUEST)


async def test_a_process_that_cannot_start_is_retried_once(analyst: Analyst, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is briefly out of memory or processes is not an error of the bot.

    The computer players' workers treat it in the same way.
    """
    start, refused = subprocess.Popen, [OSError(errno.EAGAIN, "Resource temporarily unavailable")]

    def popen(*args: Any, **kwargs: Any) -> Any:
        if refused:
            raise refused.pop()
        return start(*args, **kwargs)

    monkeypatch.setattr(subprocess, "Popen", popen)
    assert await analyst.review(REQUEST) == reviewing.answer(REQUEST), "there was room again a moment later"
    await analyst.close()
    again = Analyst(pause=0.0)
    refused += [
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        OSError(errno.EAGAIN, "Resource temporarily unavailable"),
    ]
    with pytest.raises(WorkerError, match="could be started"):
        await again.review(REQUEST)
    await again.close()


async def test_an_unplayable_game_fails_without_ending_the_process(analyst: Analyst) -> None:
    """The error is reported at once and names no card, and the process keeps running. If it is killed, the next review
    has another one; once the analyst is closed, there is none.
    """
    broken = reviewing.ReviewRequest("six-holes", 2, bytes(32), {}, ((0, "draw"), (0, "draw")), frozenset({0}))
    with pytest.raises(WorkerError, match="UnreviewableError"):
        await analyst.review(broken)
    assert await analyst.review(REQUEST) == reviewing.answer(REQUEST)
    pid = analyst.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert await analyst.review(REQUEST) == reviewing.answer(REQUEST)
    await analyst.close()
    with pytest.raises(WorkerError, match="closed"):
        await analyst.review(REQUEST)
