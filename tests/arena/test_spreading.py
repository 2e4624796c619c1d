"""Games are played in several processes and returned in order, and Ctrl-C does not wait for unfinished ones."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.arena.options import STOPPED, STOPPED_CODE
from bot.arena.spreading import spread

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
SLOW_START = """
import os, sys, time
if "--multiprocessing-fork" in sys.orig_argv:
    os.write(1, b"begun\\n")
    time.sleep(1)
"""


@pytest.fixture
def in_the_foreground() -> Iterator[None]:
    """Let Ctrl-C end new processes, even if the tests run in a script's background, where it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def in_the_background() -> Iterator[None]:
    """Let new processes ignore Ctrl-C, as processes in a script's background do."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


def after_a_moment(game: int) -> int:
    if game:
        time.sleep(0.5)
    return -game


def one_that_takes_minutes(game: int) -> int:
    """Return game 0 at once; sleep for ten minutes in all others."""
    if game:
        time.sleep(600)
    return game


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
@pytest.mark.usefixtures("in_the_foreground")
def test_an_interrupted_process_is_not_waited_for(capfd: pytest.CaptureFixture[str]) -> None:
    """A terminal sends Ctrl-C to all processes; the arena does not wait for those that it interrupted."""
    games = spread(one_that_takes_minutes, range(40), 2, 1)
    assert next(games) == 0
    begun = time.monotonic()
    for process in multiprocessing.active_children():
        os.kill(process.pid or 0, signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        games.throw(KeyboardInterrupt)
    assert time.monotonic() - begun < 30
    assert "InvalidStateError" not in capfd.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
@pytest.mark.usefixtures("in_the_background")
def test_ctrl_c_stops_nothing_in_the_background_of_a_script() -> None:
    """Ctrl-C used to stop the playing processes even in the background, and the arena ended with a traceback."""
    games = spread(after_a_moment, range(4), 2, 1)
    assert next(games) == 0
    for process in multiprocessing.active_children():
        os.kill(process.pid or 0, signal.SIGINT)
    assert list(games) == [-1, -2, -3]


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
@pytest.mark.usefixtures("in_the_foreground")
def test_ctrl_c_while_the_processes_start_prints_one_line(tmp_path: Path) -> None:
    """Ctrl-C while the processes are still loading prints one line.

    Loading takes half a second, or longer on a small machine, and the terminal's Ctrl-C reaches the processes
    meanwhile.
    """
    (tmp_path / "sitecustomize.py").write_text(SLOW_START)
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "arena", "notty", "--jobs", "2"],
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as arena:
        assert arena.stdout is not None
        assert [arena.stdout.readline() for _ in range(2)] == ["begun\n"] * 2
        os.killpg(arena.pid, signal.SIGINT)
        _, told = arena.communicate(timeout=60)
    assert told.strip() == STOPPED.strip()
    assert arena.returncode == STOPPED_CODE
