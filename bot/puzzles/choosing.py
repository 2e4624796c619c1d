"""Makes several puzzles and chooses the one whose difficulty fits best."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Collection, Iterable, Sequence
from itertools import islice
from threading import Thread
from typing import TYPE_CHECKING, NamedTuple

from bot.puzzles.kinds import KINDS
from bot.puzzles.making import is_proved, puzzles

if TYPE_CHECKING:
    from bot.puzzles.puzzle import Puzzle

NICENESS = 19


class PuzzleRequest(NamedTuple):
    """A request: the kind, the number of `candidates`, and how hard the chosen one should be among them, from 0
    (easiest) to 1.

    Puzzles whose likeness is in `used` are skipped. Draw the `seed` at random, because it gives the puzzle away. If a
    `difficulty` is given, the candidate nearest to it is chosen instead.
    """

    kind: str
    hardness: float
    candidates: int
    seed: str
    used: Collection[str] = ()
    difficulty: float | None = None


def choose(wanted: PuzzleRequest) -> Puzzle:
    """Choose a puzzle and prove it again with the solvers.

    Raises:
        ValueError: none of the candidates can be proved again.
    """
    fresh = (puzzle for puzzle in puzzles(KINDS[wanted.kind], wanted.seed) if puzzle.likeness not in wanted.used)
    found = sorted(islice(fresh, wanted.candidates), key=lambda puzzle: puzzle.difficulty)
    chosen = next(filter(is_proved, _nearest(found, wanted)), None)
    if chosen is None:
        raise ValueError(f"No puzzle of the kind {wanted.kind} could be proved again.")
    return chosen


def _nearest(found: Sequence[Puzzle], wanted: PuzzleRequest) -> Iterable[Puzzle]:
    """The candidates (given easiest first), best fit first."""
    aim = wanted.difficulty
    if aim is not None:
        return sorted(found, key=lambda puzzle: abs(puzzle.difficulty - aim))
    place = wanted.hardness * (len(found) - 1)
    return (found[number] for number in sorted(range(len(found)), key=lambda number: abs(number - place)))


def main() -> None:
    """Answer one request, a line of standard input, at the lowest priority; the answer is the puzzle's text.

    The process ends when its standard input closes, so that it never outlives the bot.
    """
    with contextlib.suppress(AttributeError, OSError):  # not on Windows; may be forbidden
        os.nice(NICENESS)
    request = sys.stdin.readline()
    Thread(target=_end_with_input, daemon=True).start()
    sys.stdout.write(choose(PuzzleRequest(*json.loads(request))).text)


def _end_with_input() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os._exit(1)
