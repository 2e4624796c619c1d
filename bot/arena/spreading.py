"""Plays games in several processes, and hands the results out in order."""

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
    """Play each of the games; `at_once` of them are one errand of a process.

    Ctrl-C ends all processes in the middle of their games.
    """
    if processes == 1:
        yield from map(play, games)
        return
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=_end_when_interrupted) as pool:
        parts = (games[start : start + at_once] for start in range(0, len(games), at_once))
        with _interrupts_put_off():  # the processes begin here
            waiting = deque([pool.submit(_played, play, part) for part in parts])
        try:
            while waiting:
                yield from waiting.popleft().result()
        except KeyboardInterrupt:  # has ended the processes as well, and with them what waits
            raise
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _played(play: Callable[[G], T], games: Sequence[G]) -> list[T]:
    return [play(game) for game in games]


@contextmanager
def _interrupts_put_off() -> Iterator[None]:
    """Ctrl-C waits until the end of the block, and in processes that begin in it until they are ready."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_when_interrupted() -> None:
    """Without a word: whoever began this process says that it was stopped.

    A shell lets what it runs in the background ignore Ctrl-C: then this process ignores it as well.
    """
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
