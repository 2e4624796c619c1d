"""The pool of worker processes in which computer players think, so that the event loop never does."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from bot.players.counters import Counters
from bot.players.replaced import Replaced
from bot.players.request import Request, simple_answer
from bot.players.starts import Starts
from bot.players.worker_process import DiedError, NoWorkerError, OverrunError, WorkerError, WorkerProcess

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from bot.players.player import Choice
    from bot.rules.game import AnyView

log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_BY_DEFAULT = 4
"""So many play dozens of tables; a machine of many cores is not filled with processes that wait."""

_START_SECONDS = 30.0
"""A worker imports in a third of a second; a machine busy with its own start may need much longer."""

_LONGEST_PAUSE = 60.0
"""Seconds between attempts to replace a worker that does not start."""


class WorkersClosedError(RuntimeError):
    """The pool was closed, or not started."""


class Workers:
    """A few processes, one thought each at a time, killed and replaced one by one.

    Questions wait in one queue, first come first served. A thread a worker does the blocking; the event loop
    only keeps the queue. The simple strategy, which moves when a worker does not, runs in a thread of its own: it
    takes milliseconds, needs nothing to be alive but this process, and the interpreter hands the event loop its turn
    every 5 ms. Use from one event loop.

    Budgets are measured by `perf_counter`, which tests that move the clock (`time.monotonic`) leave alone: thoughts take
    real time.
    """

    def __init__(self, size: int | None = None) -> None:
        self.size = size if size is not None else _usual_size()
        if self.size < 1:
            raise ValueError(f"Computer players need at least one worker process, not {self.size}.")
        self.counters = Counters(workers=self.size)
        self._starts = Starts(self.counters)
        self._replaced = Replaced()
        self._idle: deque[WorkerProcess] = deque()
        self._waiting: deque[asyncio.Future[WorkerProcess | None]] = deque()
        self._processes: set[WorkerProcess] = set()
        self._replacing: set[asyncio.Task[None]] = set()
        self._threads: ThreadPoolExecutor | None = None
        self._reserve: ThreadPoolExecutor | None = None

    @property
    def queue_depth(self) -> int:
        """How many questions wait for a worker now."""
        return sum(not waiter.done() for waiter in self._waiting)

    async def start(self) -> None:
        """Start all workers and wait until they can answer. One that does not start is tried again later."""
        if self._threads is not None:
            raise RuntimeError("The workers are started already.")
        self._threads = ThreadPoolExecutor(self.size, thread_name_prefix="worker")
        self._reserve = ThreadPoolExecutor(1, thread_name_prefix="simple-strategy")
        await asyncio.gather(*(self._start_one(pause=0.0) for _ in range(self.size)))

    async def choose(self, game_key: str, level: str, view: AnyView, stream: bytes, budget: float) -> Choice:
        """A legal action for the view's seat, within about `budget` seconds, queueing included.

        All random choices come from `stream`: the same view and stream give the same choice unless time ran out.
        Past the budget, or when the worker dies or the player fails, the simple strategy (`classic`) moves.

        Raises:
            WorkersClosedError: the pool was closed meanwhile, or never started.
        """
        start = time.perf_counter()
        request = Request(game_key, level, view, stream)
        try:
            choice = await self._ask(request, start + budget)
        except WorkerError as error:
            self._count(error, request)
            choice = await self._run(self._reserve, lambda: simple_answer(request))
        self.counters.add_choice(time.perf_counter() - start)
        return choice

    async def close(self) -> None:
        """Kill the workers and wait for their end; questions still open raise WorkersClosedError."""
        threads, reserve = self._threads, self._reserve
        self._threads = self._reserve = None
        self._replaced.tell()
        while self._waiting:
            _resolve(self._waiting.popleft(), None)
        for task in self._replacing:
            task.cancel()
        await asyncio.gather(*self._replacing, return_exceptions=True)
        self._idle.clear()
        if threads is not None and reserve is not None:
            await asyncio.to_thread(self._shut_down, threads, reserve)

    async def _ask(self, request: Request, deadline: float) -> Choice:
        process = await self._take(deadline)
        asked = self._submit(self._threads, lambda: process.ask(request, deadline - time.perf_counter()))
        loop = asyncio.get_running_loop()
        # The thread's future, not the caller, gives the worker back: a cancelled caller leaves it thinking.
        asked.add_done_callback(lambda _: _call_soon(loop, lambda: self._give_back(process)))
        return await asyncio.wrap_future(asked)

    async def _take(self, deadline: float) -> WorkerProcess:
        """The next free worker. Raises OverrunError when none is free in time."""
        if self._threads is None:
            raise WorkersClosedError("The computer players are closed.")
        if self._starts.all_fail:
            raise NoWorkerError("No worker process starts.")
        while self._idle:
            process = self._idle.popleft()
            if process.is_alive:
                return process
            self._replace(process)
        process_or_none = await self._wait_in_queue(deadline)
        if process_or_none is None:
            raise OverrunError("No worker was free in time.")
        return process_or_none

    async def _wait_in_queue(self, deadline: float) -> WorkerProcess | None:
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[WorkerProcess | None] = loop.create_future()
        timer = loop.call_later(max(0.0, deadline - time.perf_counter()), _resolve, waiter, None)
        self._waiting.append(waiter)
        try:
            return await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled() and (process := waiter.result()) is not None:
                self._give_back(process)
            raise
        finally:
            timer.cancel()

    def _give_back(self, process: WorkerProcess) -> None:
        """Hand the worker to the next in the queue; replace it if it is dead."""
        if self._threads is None or process not in self._processes:
            return
        if not process.is_alive:
            self._replace(process)
            return
        while self._waiting:
            if _resolve(self._waiting.popleft(), process):
                return
        self._idle.append(process)

    def _replace(self, process: WorkerProcess) -> None:
        self._processes.discard(process)
        self._start_later(pause=0.0)

    def _start_later(self, pause: float, *, again: bool = False) -> None:
        task = asyncio.get_running_loop().create_task(self._start_one(pause, again=again))
        self._replacing.add(task)
        task.add_done_callback(self._replacing.discard)

    async def _start_one(self, pause: float, *, again: bool = False) -> None:
        """Start one worker after a pause; when it fails, which it did before if `again`, once more after a longer one."""
        await asyncio.sleep(pause)
        try:
            process = await self._run(self._threads, self._started)
        except WorkersClosedError:
            return
        except (OSError, WorkerError) as error:
            if self._threads is None:
                return
            self._starts.failed(error, again=again)
            self._start_later(min(_LONGEST_PAUSE, 2 * pause + 1), again=True)
        else:
            self._starts.succeeded(process.why_not_nice, again=again)
            self._give_back(process)

    def _started(self) -> WorkerProcess:
        """Start a process; blocking."""
        process = WorkerProcess()
        self._processes.add(process)  # from here on `close` finds it, or is found to have passed
        try:
            if self._threads is None:
                process.kill()
            process.wait_until_ready(_START_SECONDS)
        except WorkerError:
            self._processes.discard(process)
            raise
        return process

    def _shut_down(self, *pools: ThreadPoolExecutor) -> None:
        """Kill the processes, then wait for the threads that talked to them; blocking."""
        for process in tuple(self._processes):
            process.kill()
        for pool in pools:
            pool.shutdown(wait=True)
        self._processes.clear()

    async def _run(self, threads: ThreadPoolExecutor | None, function: Callable[[], T]) -> T:
        return await asyncio.wrap_future(self._submit(threads, function))

    def _submit(self, threads: ThreadPoolExecutor | None, function: Callable[[], T]) -> Future[T]:
        if threads is None:
            raise WorkersClosedError("The computer players are closed.")
        return threads.submit(function)

    def _count(self, error: WorkerError, request: Request) -> None:
        if self._threads is None:
            raise WorkersClosedError("The computer players are closed.") from error
        match error:
            case OverrunError():
                self.counters.too_late += 1
            case DiedError():
                self.counters.died += 1
            case _:
                self.counters.failed += 1
        if not isinstance(error, NoWorkerError):
            self._replaced.add(error, request)


def _usual_size() -> int:
    """One core is left to the bot itself."""
    return min(MOST_BY_DEFAULT, max(1, (os.cpu_count() or 2) - 1))


def _resolve(waiter: asyncio.Future[WorkerProcess | None], process: WorkerProcess | None) -> bool:
    """Answer a waiter unless it is answered or gone already."""
    if waiter.done():
        return False
    waiter.set_result(process)
    return True


def _call_soon(loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
    """Call back on the loop from a thread; a loop that is closed needs no call."""
    if not loop.is_closed():
        try:
            loop.call_soon_threadsafe(callback)
        except RuntimeError:  # closed just now
            log.debug("The event loop ended before a worker came back.")
