"""The worker process: reads requests from standard input, writes answers to standard output, exits with its parent."""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
import traceback
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from bot.players import registry, reviewing
from bot.players.request import IllegalChoiceError, Request, answer
from bot.players.reviewing import ReviewRequest
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.players.player import Choice
    from bot.players.reviewing import Review


@dataclass(frozen=True, slots=True)
class Ready:
    """A worker's first message: it is ready for requests."""

    why_not_nice: str = ""
    """Why the worker could not lower its priority; empty if it could."""


def main(niceness: int) -> None:
    """Serve requests until the parent closes its end of the pipe or exits."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole terminal; the parent decides
    ready = Ready(_lower_priority(niceness))
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # keep stray prints out of the answers
    serve(sys.stdin.buffer, answers, ready, leave=os._exit)


def _lower_priority(niceness: int) -> str:
    """Lower this process's priority. Return why that failed, or an empty string; the worker runs either way."""
    try:
        if hasattr(os, "nice"):
            os.nice(niceness)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def serve(requests: BinaryIO, answers: BinaryIO, ready: Ready, leave: Callable[[int], object]) -> None:
    """Answer requests one by one; call `leave(0)` as soon as `requests` ends, even during a search."""
    _load_players()
    inbox: queue.SimpleQueue[tuple[Request | ReviewRequest, float] | None] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(requests, inbox, leave), daemon=True).start()
    try:
        _send(answers, ready)
        while (item := inbox.get()) is not None:
            _send(answers, _reply(*item))
    except OSError:  # the parent is gone or has closed the pipe
        leave(0)


def _load_players() -> None:
    """Import and create every player, so that the first request is as fast as later ones."""
    for game_key in GAMES:
        for level in registry.levels(game_key):
            registry.player(game_key, level)


def _read(
    requests: BinaryIO,
    inbox: queue.SimpleQueue[tuple[Request | ReviewRequest, float] | None],
    leave: Callable[[int], object],
) -> None:
    try:
        while True:
            inbox.put(pickle.load(requests))  # noqa: S301 — comes from the parent
    except (EOFError, OSError):
        inbox.put(None)
        leave(0)
    except Exception:  # noqa: BLE001 — an updated bot's worker may lack what the bot that still runs sends
        leave(1)


def _reply(request: Request | ReviewRequest, seconds: float) -> Choice | Review | str:
    """The choice or the review, or an error description that is safe to log: the error's message may name cards."""
    try:
        return reviewing.answer(request) if isinstance(request, ReviewRequest) else answer(request, seconds)
    except IllegalChoiceError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 — reported to the parent, which falls back to the simple strategy
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} at {os.path.basename(place.filename)}:{place.lineno}"  # noqa: PTH119


def _send(answers: BinaryIO, item: object) -> None:
    pickle.dump(item, answers, protocol=pickle.HIGHEST_PROTOCOL)
    answers.flush()
