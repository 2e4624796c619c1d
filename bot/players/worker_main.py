"""The worker process: reads requests from its standard input, answers on its standard output, dies with its parent."""

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

from bot.players import registry
from bot.players.request import IllegalChoiceError, Request, answer
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.players.player import Choice

_NICENESS = 5
"""Below the bot itself, whose event loop must get its processor first."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A worker's first word: it can be asked."""

    why_not_nice: str = ""
    """Why it runs at the bot's own priority, where the system does not let it lower its own."""


def main() -> None:
    """Serve until the parent closes its end of the pipe, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole terminal; the parent decides
    ready = Ready(_give_way())
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a stray print must not end up among the answers
    serve(sys.stdin.buffer, answers, ready, leave=os._exit)


def _give_way() -> str:
    """Lower this process's priority. Returns why that is refused, or nothing: thinking goes on all the same."""
    try:
        if hasattr(os, "nice"):
            os.nice(_NICENESS)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def serve(requests: BinaryIO, answers: BinaryIO, ready: Ready, leave: Callable[[int], object]) -> None:
    """Answer requests one after the other; `leave(0)` is called as soon as `requests` ends, in mid-thought too."""
    _load_players()
    inbox: queue.SimpleQueue[tuple[Request, float] | None] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(requests, inbox, leave), daemon=True).start()
    try:
        _send(answers, ready)
        while (item := inbox.get()) is not None:
            _send(answers, _reply(*item))
    except OSError:  # the parent is gone, or does not want the answer any more
        leave(0)


def _load_players() -> None:
    """Import and build every player, so that the first question is answered as fast as the others."""
    for game_key in GAMES:
        for level in registry.levels(game_key):
            registry.player(game_key, level)


def _read(
    requests: BinaryIO,
    inbox: queue.SimpleQueue[tuple[Request, float] | None],
    leave: Callable[[int], object],
) -> None:
    try:
        while True:
            inbox.put(pickle.load(requests))  # noqa: S301 — the parent's own words
    except (EOFError, OSError):
        inbox.put(None)
        leave(0)


def _reply(request: Request, seconds: float) -> Choice | str:
    """The choice, or what went wrong in words that can be logged: an error's own words may hold cards."""
    try:
        return answer(request, seconds)
    except IllegalChoiceError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 — told to the parent, which lets the simple strategy move
        place = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__} at {os.path.basename(place.filename)}:{place.lineno}"  # noqa: PTH119


def _send(answers: BinaryIO, item: object) -> None:
    pickle.dump(item, answers, protocol=pickle.HIGHEST_PROTOCOL)
    answers.flush()
