"""A puzzle of a wanted hardness: several are made, and the one that stands there among them is taken."""

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


class Wanted(NamedTuple):
    """What is asked for: the kind, and how hard it is to be among so many `candidates`, 0 (easiest) to 1.

    None of those whose likeness is `used` is taken. Draw the `seed` at random: who knows it knows the puzzle. Where the
    `difficulty` is known that the puzzle should have, the candidate nearest to it is taken instead.
    """

    kind: str
    hardness: float
    candidates: int
    seed: str
    used: Collection[str] = ()
    difficulty: float | None = None


def choose(wanted: Wanted) -> Puzzle:
    """The puzzle; the solvers have proved it once more.

    Raises:
        ValueError: none of the candidates can be proved again.
    """
    fresh = (puzzle for puzzle in puzzles(KINDS[wanted.kind], wanted.seed) if puzzle.likeness not in wanted.used)
    found = sorted(islice(fresh, wanted.candidates), key=lambda puzzle: puzzle.difficulty)
    chosen = next(filter(is_proved, _nearest(found, wanted)), None)
    if chosen is None:
        raise ValueError(f"No puzzle of the kind {wanted.kind} could be proved again.")
    return chosen


def _nearest(found: Sequence[Puzzle], wanted: Wanted) -> Iterable[Puzzle]:
    """The candidates, of which the easiest comes first, in the order of how well they fit."""
    aim = wanted.difficulty
    if aim is not None:
        return sorted(found, key=lambda puzzle: abs(puzzle.difficulty - aim))
    place = wanted.hardness * (len(found) - 1)
    return (found[number] for number in sorted(range(len(found)), key=lambda number: abs(number - place)))


def main() -> None:
    """Answer one request, a line of standard input, at the lowest priority; the answer is the puzzle's text.

    The process ends when its standard input does, so that it never survives whoever asked.
    """
    with contextlib.suppress(AttributeError, OSError):  # not on Windows; may be forbidden
        os.nice(NICENESS)
    request = sys.stdin.readline()
    Thread(target=_end_with_input, daemon=True).start()
    sys.stdout.write(choose(Wanted(*json.loads(request))).text)


def _end_with_input() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os._exit(1)
