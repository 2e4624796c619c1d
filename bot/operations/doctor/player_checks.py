"""The doctor's check of the computer players: starts a worker and asks it for a move in each game."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from bot.operations.doctor.finding import Finding, bad, doubtful, good
from bot.players.registry import levels
from bot.players.request import Request
from bot.players.worker_process import WorkerError, WorkerProcess
from bot.rules.catalogue import GAMES
from bot.tables.model.pace import THINK_SECONDS

if TYPE_CHECKING:
    from collections.abc import Iterator

_SUBJECT = "players"
_START_SECONDS = 30.0
_ANSWER_SECONDS = 10.0
_SLOW_START_SECONDS = 5.0
_STREAM = bytes(32)


def check_players() -> Finding:
    """Measure a worker's start and its slowest first move. Blocks for about half a second."""
    try:
        started, slowest = _measured()
    except (OSError, WorkerError) as error:
        return bad(
            _SUBJECT,
            f"Computer players do not think here ({error}): every level would play like classic. "
            "Look at what is printed above, and at limits of memory, processes and system calls.",
        )
    said = f"A worker started in {started:.1f} s; its slowest first move took {slowest.seconds:.2f} s ({slowest.of})."
    if started > _SLOW_START_SECONDS or slowest.seconds > THINK_SECONDS:
        return doubtful(
            _SUBJECT,
            f"{said} That is slow: moves that take more than {THINK_SECONDS:g} s are made by classic instead. "
            "Use a faster machine, or one that is less busy.",
        )
    return good(_SUBJECT, said)


class _Answer(NamedTuple):
    """The seconds that a move took, and the level and the game that it is of."""

    seconds: float
    of: str


def _measured() -> tuple[float, _Answer]:
    """Returns the seconds until a worker was ready, and its slowest answer."""
    start = time.perf_counter()
    process = WorkerProcess()
    try:
        process.wait_until_ready(_START_SECONDS)
        started = time.perf_counter() - start
        return started, max(_answers(process))
    finally:
        process.kill()


def _answers(process: WorkerProcess) -> Iterator[_Answer]:
    """One first move of the strongest level in each game."""
    for key, game in GAMES.items():
        state = game.deal(game.seats[-1], _STREAM)
        view, level = game.view(state, game.seat_to_act(state)), levels(key)[-1]
        start = time.perf_counter()
        process.ask(Request(key, level, view, _STREAM), _ANSWER_SECONDS)
        yield _Answer(time.perf_counter() - start, f"{level}, {game.title}")
