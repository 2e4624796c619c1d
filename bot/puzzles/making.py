"""Makes puzzles from games of computer players, and proves them again."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from bot.puzzles.kinds import KINDS
from bot.puzzles.positions import positions, tried_by
from bot.puzzles.puzzle import EQUAL, Attempt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.puzzles.puzzle import Kind, Puzzle


def puzzles(kind: Kind, seed: str) -> Iterator[Puzzle]:
    """Puzzles without end, at most one a game; equal seeds give equal puzzles.

    The kind's `missed_by` misses every one of them, and the more it misses the harder the puzzle counts.
    """
    for number in count():
        for state in positions(kind, f"{seed}/{number}"):
            found = kind.find(state)
            if found is None:
                continue
            missed = tried_by(kind.missed_by, found, kind)
            if missed.is_solved:
                continue
            short = found.best - missed.score if missed.is_complete else 1
            yield found if found.values else replace(found, difficulty=found.difficulty + 2 * short)
            break


def make(kind: Kind, seed: str, secret: str = "") -> Puzzle:
    """The first puzzle of a seed."""
    return replace(next(puzzles(kind, seed)), secret=secret)


def is_proved(puzzle: Puzzle) -> bool:
    """Whether the solvers find the puzzle again in its position, and its solution solves it."""
    kind = KINDS[puzzle.kind]
    found = kind.find(puzzle.state)
    if found is None or abs(found.best - puzzle.best) > EQUAL:
        return False
    return Attempt.resume(puzzle, kind, puzzle.solution).is_solved
