"""How hard a weekday's puzzle should be, learned from how many people solved earlier ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.puzzles.puzzle import read

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.daily.stored import PuzzleDay

EASIEST, HARDEST = 0.8, 0.25
"""The shares of people who should solve Monday's and Sunday's puzzles on the first try."""
ENOUGH_TRIES = 30
"""A day with fewer tries is ignored."""
ENOUGH_DAYS = 5


class ObservedResult(NamedTuple):
    """A puzzle's difficulty, the number of graded tries, and the share of them that solved it."""

    difficulty: float
    tried: int
    rate: float


def observed_results(days: Iterable[PuzzleDay], kind: str) -> tuple[ObservedResult, ...]:
    """The results of the days with a puzzle of that kind and enough tries, if this version can read the puzzle."""
    known = ((_difficulty(day), day) for day in days if day.kind == kind and day.tried >= ENOUGH_TRIES)
    return tuple(
        ObservedResult(difficulty, day.tried, day.solved / day.tried)
        for difficulty, day in known
        if difficulty is not None
    )


def _difficulty(day: PuzzleDay) -> float | None:
    """The difficulty of the day's puzzle; None for one that a newer version made, or a damaged one."""
    try:
        return read(day.content).difficulty
    except ValueError:
        return None


def target_difficulty(known: Sequence[ObservedResult], hardness: float) -> float | None:
    """The difficulty at which the share of people that this hardness asks for should solve the puzzle; None if too
    little is known.

    A straight line is fitted to the rates, each day weighted by its number of tries.
    """
    if len(known) < ENOUGH_DAYS:
        return None
    weight = sum(each.tried for each in known)
    middle = sum(each.tried * each.difficulty for each in known) / weight
    usual = sum(each.tried * each.rate for each in known) / weight
    spread = sum(each.tried * (each.difficulty - middle) ** 2 for each in known)
    together = sum(each.tried * (each.difficulty - middle) * (each.rate - usual) for each in known)
    if together >= 0:  # puzzles rated harder were solved more often
        return None
    rate = EASIEST + (HARDEST - EASIEST) * hardness
    return middle + (rate - usual) * spread / together
