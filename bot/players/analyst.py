"""The process that reviews finished games: one at the lowest priority, and only while there is something to review.

It is separate from the workers that move for computer players, so nobody's game waits for somebody else's review.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bot.players.worker_process import WorkerDiedError, WorkerError, WorkerProcess, WorkerTimeoutError

if TYPE_CHECKING:
    from bot.players.reviewing import Review, ReviewRequest

log = logging.getLogger(__name__)

NICENESS = 19
MAX_SECONDS = 30.0
"""Time limit of one review; it takes a second or two of an idle processor."""
PAUSE_SECONDS = 5.0
"""Seconds before a review whose process died is retried."""
_START_SECONDS = 30.0
_IDLE_SECONDS = 60.0
"""Seconds without a review after which the process is ended to free its memory."""


class Analyst:
    """Reviews games one after another. Not thread-safe: use from one event loop."""

    def __init__(self, pause: float = PAUSE_SECONDS, idle: float = _IDLE_SECONDS) -> None:
        self._pause = pause
        self._idle = idle
        self._turn = asyncio.Lock()
        self._process: WorkerProcess | None = None
        self._ending: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The process's id; None while there is none."""
        return None if self._process is None else self._process.pid

    async def review(self, request: ReviewRequest) -> Review:
        """Review a game; if the process dies or takes too long, retry once a little later.

        Raises:
            WorkerError: it failed twice, or the players raised an error.
        """
        try:
            return await self._in_turn(request)
        except (WorkerDiedError, WorkerTimeoutError) as error:
            log.warning("The review of a game of %s failed (%s); retrying once.", request.game_key, error)
        await asyncio.sleep(self._pause)
        return await self._in_turn(request)

    async def close(self) -> None:
        """End the process; a review in progress fails."""
        self._closed = True
        self._end()

    async def _in_turn(self, request: ReviewRequest) -> Review:
        async with self._turn:
            if self._closed:
                raise WorkerError("The bot is being closed.")
            if self._ending is not None:
                self._ending.cancel()
            try:
                return await asyncio.to_thread(self._ask, request)
            finally:
                self._ending = asyncio.get_running_loop().call_later(self._idle, self._end)

    def _ask(self, request: ReviewRequest) -> Review:
        """Ask the process, started if there is none; blocking."""
        process = self._process
        if process is None or not process.is_alive:
            try:
                process = self._process = WorkerProcess(NICENESS)
            except OSError as error:
                raise WorkerDiedError(f"No process could be started: {error}.") from error
            if self._closed:
                process.kill()
            process.wait_until_ready(_START_SECONDS)
        return process.review(request, MAX_SECONDS)

    def _end(self) -> None:
        process, self._process = self._process, None
        if self._ending is not None:
            self._ending.cancel()
        if process is not None:
            process.kill()
