"""Bots in processes of their own, forked from one that has imported the bot: imports take most of a start's time."""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import sys
from typing import TYPE_CHECKING

from bot.__main__ import COLLECTED_AFTER, main

if TYPE_CHECKING:
    import signal
    from collections.abc import Callable, Mapping
    from multiprocessing.context import ForkServerProcess
    from pathlib import Path

_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.process.imported"])


class ForkedBot:
    """A process that has been started, with what these tests need of `asyncio.subprocess.Process`."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process = process

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        self._process.kill()

    def terminate(self) -> None:
        self._process.terminate()

    async def wait(self) -> int:
        await asyncio.to_thread(self._process.join)
        assert self._process.exitcode is not None
        return self._process.exitcode


def run() -> int:
    """Do what `python -m bot run` does."""
    gc.set_threshold(*COLLECTED_AFTER)
    return main(["run"])


async def fork(program: Callable[[], int], folder: Path, environment: Mapping[str, str], log: Path) -> ForkedBot:
    """Run the program in a new process, in that folder and environment, with the log as its standard error."""
    log.touch()
    process = _CONTEXT.Process(target=_run, args=(program, folder, environment, log))
    await asyncio.to_thread(process.start)
    return ForkedBot(process)


def _run(program: Callable[[], int], folder: Path, environment: Mapping[str, str], log: Path) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    with log.open("ab") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    sys.exit(program())
