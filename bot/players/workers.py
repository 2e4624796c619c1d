"""A pool of worker processes for computer players, which keeps searches off the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from bot.players.counters import Counters
from bot.players.pool_log import ReplacedMoves, WorkerStarts
from bot.players.request import Request, simple_answer
from bot.players.worker_process import (
    NoWorkerStartsError,
    WorkerError,
    WorkerProcess,
    WorkerTimeoutError,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from bot.players.player import Choice
    from bot.rules.game import AnyView

log = logging.getLogger(__name__)

T = TypeVar("T")

DEFAULT_MAX_WORKERS = 4
"""Default limit of workers: enough for dozens of tables, without filling a large machine with idle processes."""

DECIDE_SECONDS = 20.0
"""Time limit of a choice that no clock cuts short: the hardest takes a tenth of a second on an idle machine."""

_START_SECONDS = 30.0
"""Time limit for a worker's start in seconds: usually 0.3 s, but much longer while the machine boots."""

_MAX_PAUSE_SECONDS = 60.0
"""Longest pause between attempts to start a worker, in seconds."""


class WorkersClosedError(RuntimeError):
    """The pool is closed or was never started."""


class Workers:
    """A few processes that handle one request each at a time and are killed and replaced individually.

    Requests wait in one first-in, first-out queue. One thread per worker makes the blocking calls; the event loop only
    manages the queue. The simple strategy, used when a worker fails, runs in its own thread: it takes milliseconds,
    needs no other process, and the interpreter switches back to the event loop every 5 ms. Not thread-safe: use from
    one event loop.

    Budgets are measured with `perf_counter`, because searches take real time and tests move `time.monotonic`.
    """

    def __init__(self, size: int = 0) -> None:
        """`size` is the number of processes; 0 for the usual one."""
        self.size = size or _usual_size()
        self.counters = Counters(workers=self.size)
        self._starts = WorkerStarts(self.counters)
        self._replaced = ReplacedMoves(self.counters)
        self._idle: deque[WorkerProcess] = deque()
        self._waiting: deque[asyncio.Future[WorkerProcess | None]] = deque()
        self._processes: set[WorkerProcess] = set()
        self._replacing: set[asyncio.Task[None]] = set()
        self._threads: ThreadPoolExecutor | None = None
        self._fallback_thread: ThreadPoolExecutor | None = None

    @property
    def queue_depth(self) -> int:
        """How many requests are waiting for a worker."""
        return sum(not waiter.done() for waiter in self._waiting)

    async def start(self) -> None:
        """Start all workers and wait until they are ready. A worker that fails to start is retried later."""
        self._threads = ThreadPoolExecutor(self.size, thread_name_prefix="worker")
        self._fallback_thread = ThreadPoolExecutor(1, thread_name_prefix="simple-strategy")
        await asyncio.gather(*(self._start_one(pause=0.0) for _ in range(self.size)))

    async def choose(self, game_key: str, level: str, view: AnyView, stream: bytes, budget: float) -> Choice:
        """Choose a legal action for the view's seat within about `budget` seconds, including time in the queue.

        All random choices derive from `stream`: the same view and stream give the same choice unless time runs out.
        On timeout, or if the worker dies or the player fails, the simple strategy (`classic`) moves.

        Raises:
            WorkersClosedError: the pool was closed in the meantime or never started.
        """
        start = time.perf_counter()
        request = Request(game_key, level, view, stream)
        try:
            choice = await self._ask(request, start + budget)
        except WorkerError as error:
            self._require_open(error)
            self._replaced.add(error, request)
            choice = await asyncio.wrap_future(_submit(self._fallback_thread, lambda: simple_answer(request)))
        self.counters.add_choice(time.perf_counter() - start)
        return choice

    async def decide(self, game_key: str, level: str, view: AnyView, stream: bytes) -> Choice:
        """The choice for that view and stream, always the same one: no clock ends the search, and no fallback moves.

        Raises:
            WorkerError: no worker has answered.
            WorkersClosedError: the pool was closed in the meantime or never started.
        """
        start = time.perf_counter()
        request = Request(game_key, level, view, stream, unhurried=True)
        try:
            choice = await self._ask(request, start + DECIDE_SECONDS)
        except WorkerError as error:
            self._require_open(error)
            log.warning("A deal waits for its player's next press, since a computer player did not answer: %s", error)
            raise
        self.counters.add_choice(time.perf_counter() - start)
        return choice

    async def close(self) -> None:
        """Kill the workers and wait for them to exit; pending requests raise WorkersClosedError."""
        threads, reserve = self._threads, self._fallback_thread
        self._threads = self._fallback_thread = None
        self._replaced.log_counts()
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
        asked = _submit(self._threads, lambda: process.ask(request, deadline - time.perf_counter()))
        loop = asyncio.get_running_loop()
        # The thread's future, not the caller, returns the worker: it is still busy if the caller is cancelled.
        asked.add_done_callback(lambda _: _call_soon(loop, lambda: self._return_worker(process)))
        return await asyncio.wrap_future(asked)

    async def _take(self, deadline: float) -> WorkerProcess:
        """Wait for a free worker.

        Raises:
            WorkerTimeoutError: none is free by the deadline.
            NoWorkerStartsError: no process can be started.
            WorkersClosedError: the computer players are closed.
        """
        if self._threads is None:
            raise WorkersClosedError("The computer players are closed.")
        if self._starts.all_fail:
            raise NoWorkerStartsError("No worker process starts.")
        while self._idle:
            process = self._idle.popleft()
            if process.is_alive:
                return process
            self._replace(process)
        return await self._wait_in_queue(deadline)

    async def _wait_in_queue(self, deadline: float) -> WorkerProcess:
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[WorkerProcess | None] = loop.create_future()
        timer = loop.call_later(max(0.0, deadline - time.perf_counter()), _resolve, waiter, None)
        self._waiting.append(waiter)
        try:
            process = await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled() and (process := waiter.result()) is not None:
                self._return_worker(process)
            raise
        finally:
            timer.cancel()
        if process is None:
            raise WorkerTimeoutError("No worker was free in time.")
        return process

    def _return_worker(self, process: WorkerProcess) -> None:
        """Pass the worker to the next request in the queue; replace it if it is dead."""
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
        """Start one worker after a pause in seconds; retry after longer pauses. `again` marks a retry."""
        await asyncio.sleep(pause)
        try:
            process = await asyncio.wrap_future(_submit(self._threads, self._start_process))
        except WorkersClosedError:
            return
        except (OSError, WorkerError) as error:
            if self._threads is None:
                return
            self._starts.failed(error, again=again)
            self._start_later(min(_MAX_PAUSE_SECONDS, 2 * pause + 1), again=True)
        else:
            self._starts.succeeded(process.why_not_nice, again=again)
            self._return_worker(process)

    def _start_process(self) -> WorkerProcess:
        """Start a process and wait until it is ready; blocking."""
        process = WorkerProcess()
        self._processes.add(process)  # from here on, `close` finds it or has already run
        try:
            if self._threads is None:
                process.kill()
            process.wait_until_ready(_START_SECONDS)
        except WorkerError:
            self._processes.discard(process)
            raise
        return process

    def _shut_down(self, *pools: ThreadPoolExecutor) -> None:
        """Kill the processes, then wait for their threads; blocking."""
        for process in tuple(self._processes):
            process.kill()
        for pool in pools:
            pool.shutdown(wait=True)
        self._processes.clear()

    def _require_open(self, error: WorkerError) -> None:
        """Raise WorkersClosedError if that is why no worker answered."""
        if self._threads is None:
            raise WorkersClosedError("The computer players are closed.") from error


def _usual_size() -> int:
    """Default number of workers, leaving one core to the bot."""
    return min(DEFAULT_MAX_WORKERS, max(1, (os.cpu_count() or 2) - 1))


def _submit(threads: ThreadPoolExecutor | None, function: Callable[[], T]) -> Future[T]:
    """Call the function in one of the threads. Raises WorkersClosedError if there are none."""
    if threads is None:
        raise WorkersClosedError("The computer players are closed.")
    return threads.submit(function)


def _resolve(waiter: asyncio.Future[WorkerProcess | None], process: WorkerProcess | None) -> bool:
    """Resolve a waiter unless it is already done or cancelled; return whether it was resolved."""
    if waiter.done():
        return False
    waiter.set_result(process)
    return True


def _call_soon(loop: asyncio.AbstractEventLoop, callback: Callable[[], None]) -> None:
    """Call back on the loop from a thread; ignored if the loop is closed."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(callback)
