"""Games are played in several processes, in order, and Ctrl-C does not wait for them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time

import pytest

from bot.arena.spreading import spread


def at_once(game: int) -> int:
    return -game


def one_that_takes_minutes(game: int) -> int:
    """The first one does not."""
    if game:
        time.sleep(600)
    return game


@pytest.mark.parametrize("processes", [1, 2])
def test_results_come_in_order(processes: int) -> None:
    assert list(spread(at_once, range(7), processes, 3)) == [0, -1, -2, -3, -4, -5, -6]


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_a_process_that_was_interrupted_is_not_waited_for(capfd: pytest.CaptureFixture[str]) -> None:
    """A terminal sends Ctrl-C to all of them."""
    games = spread(one_that_takes_minutes, range(40), 2, 1)
    assert next(games) == 0
    begun = time.monotonic()
    for process in multiprocessing.active_children():
        os.kill(process.pid or 0, signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        games.throw(KeyboardInterrupt)
    assert time.monotonic() - begun < 30
    assert "InvalidStateError" not in capfd.readouterr().err
