"""The parent's side of one worker process. All calls block: use them from a thread."""

from __future__ import annotations

import contextlib
import json
import pickle
import queue
import signal
import subprocess
import sys
import threading
import weakref
from typing import TYPE_CHECKING, TypeVar, cast

from bot.players.player import Choice
from bot.players.reviewing import Review
from bot.players.worker_main import Ready

if TYPE_CHECKING:
    from typing import BinaryIO

    from bot.players.request import Request
    from bot.players.reviewing import ReviewRequest

T = TypeVar("T")

NICENESS = 5
"""Lower priority than the bot, whose event loop must get the processor first."""

_BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from bot.players.worker_main import main; main(int(sys.argv[2]))"
)


class WorkerError(Exception):
    """The worker returned no choice; the process is dead unless it reported the error itself."""


class WorkerTimeoutError(WorkerError):
    """The worker took too long and was killed."""


class WorkerDiedError(WorkerError):
    """The worker process exited or was killed from outside."""


class NoWorkerStartsError(WorkerDiedError):
    """No worker process starts. That was logged once, so single requests are not logged."""


class PlayerFailedError(WorkerError):
    """The player raised an error; the process is alive and can be used again."""


class WorkerProcess:
    """A new interpreter that loads only the rules and the players.

    It is started as a plain command rather than by `multiprocessing`, which would import the program's main
    module (and with it discord) into the child and leave its resource tracker running. It runs in its own session
    (out of reach of Ctrl-C) and exits when its standard input closes, which also happens when the parent is killed.
    """

    def __init__(self, niceness: int = NICENESS) -> None:
        self._process = subprocess.Popen(  # noqa: S603 — runs our own interpreter and module
            [sys.executable, "-c", _BOOT, json.dumps(sys.path), str(niceness)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self._end = weakref.finalize(self, _end, self._process)
        self.why_not_nice = ""
        """Why the worker could not lower its priority, empty if it could; set once it is ready."""
        self._answers: queue.SimpleQueue[object] = queue.SimpleQueue()
        threading.Thread(target=_read, args=(self._process.stdout, self._answers), daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def wait_until_ready(self, seconds: float) -> None:
        """Wait until the worker has imported everything; kill it and raise WorkerError on failure or timeout."""
        ready = self._next_answer(seconds)
        if not isinstance(ready, Ready):
            self.kill()
            raise WorkerDiedError("The worker did not start.")
        self.why_not_nice = ready.why_not_nice

    def ask(self, request: Request, seconds: float) -> Choice:
        """Ask for the player's choice.

        Raises:
            WorkerTimeoutError: no answer within `seconds`; the process is killed.
            WorkerDiedError: the process has exited.
            PlayerFailedError: the player raised an error.
        """
        return self._ask(request, seconds, Choice)

    def review(self, request: ReviewRequest, seconds: float) -> Review:
        """Ask for the review of a game; raises what `ask` raises."""
        return self._ask(request, seconds, Review)

    def kill(self) -> None:
        """Kill the process and wait until it has exited (milliseconds). Safe to call repeatedly."""
        self._end()

    def _ask(self, request: Request | ReviewRequest, seconds: float, wanted: type[T]) -> T:
        self._send(request, seconds)
        reply = self._next_answer(seconds)
        if not isinstance(reply, wanted):
            raise PlayerFailedError(str(reply))
        return reply

    def _send(self, request: Request | ReviewRequest, seconds: float) -> None:
        stdin = cast("BinaryIO", self._process.stdin)
        try:
            pickle.dump((request, seconds), stdin, protocol=pickle.HIGHEST_PROTOCOL)
            stdin.flush()
        except (OSError, ValueError) as error:  # ValueError: closed by `kill`
            self.kill()
            raise WorkerDiedError("The worker is gone.") from error

    def _next_answer(self, seconds: float) -> object:
        try:
            item = self._answers.get(timeout=max(0.0, seconds))
        except queue.Empty:
            self.kill()
            raise WorkerTimeoutError(f"No answer within {seconds:.2f} s.") from None
        if item is None:
            raise WorkerDiedError(f"The worker's process ended ({self._exit_reason()}).")
        return item

    def _exit_reason(self) -> str:
        """How the process ended; call it once its end of the pipe is closed."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1)
        self.kill()
        code = self._process.returncode
        return f"exit code {code}" if code >= 0 else signal.Signals(-code).name


def _read(stream: BinaryIO, answers: queue.SimpleQueue[object]) -> None:
    """Forward the worker's messages to the queue; None marks the end."""
    with stream:
        try:
            while True:
                answers.put(pickle.load(stream))  # noqa: S301 — comes from the child
        except Exception:  # noqa: BLE001 — the pipe's end, or an answer that newer code has given
            answers.put(None)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    with contextlib.suppress(OSError):  # part of a request may still be buffered
        cast("BinaryIO", process.stdin).close()
