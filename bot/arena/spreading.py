"""Plays games in several processes, and returns the results in order."""

from __future__ import annotations

import signal
import sys
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

G = TypeVar("G")
T = TypeVar("T")


def spread(play: Callable[[G], T], games: Sequence[G], processes: int, at_once: int) -> Generator[T, None, None]:
    """Play the games and yield their results in order; a process gets `at_once` of them at a time.

    Ctrl-C ends all processes in the middle of their games.
    """
    if processes == 1:
        yield from map(play, games)
        return
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=_end_when_interrupted) as pool:
        parts = (games[start : start + at_once] for start in range(0, len(games), at_once))
        with _interrupts_put_off():  # the processes are started here
            waiting = deque([pool.submit(_played, play, part) for part in parts])
        try:
            while waiting:
                yield from waiting.popleft().result()
        except KeyboardInterrupt:  # it has also ended the processes, and with them the games in the queue
            raise
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _played(play: Callable[[G], T], games: Sequence[G]) -> list[T]:
    return [play(game) for game in games]


@contextmanager
def _interrupts_put_off() -> Iterator[None]:
    """Delay Ctrl-C until the end of the block, and in processes started in it until they are ready."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_when_interrupted() -> None:
    """Let Ctrl-C end this process silently, because the process that started it prints the message.

    In the background of a shell, Ctrl-C is ignored; then this process ignores it as well.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
