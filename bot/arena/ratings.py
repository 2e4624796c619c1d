"""Ratings of the levels from all games played, by openskill's Plackett-Luce model."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from openskill.models import PlackettLuce

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.arena.contest import Played


@dataclass(frozen=True, slots=True)
class Rating:
    """A level's skill: mean and standard deviation in the model's own units (a newcomer has 25 and 8.3)."""

    level: str
    mu: float
    sigma: float


def ratings(games: Iterable[Played], levels: Sequence[str]) -> list[Rating]:
    """The levels' ratings, the best first.

    Several seats of one level are neither a team nor several players: each pair of seats with different levels counts
    as one result. Games are rated in a fixed random order, because later games weigh more and contests arrive match by
    match.
    """
    model = PlackettLuce()
    known = {level: model.rating(name=level) for level in levels}
    shuffled = list(games)
    random.Random("ratings").shuffle(shuffled)
    for played in shuffled:
        for one, other in _pairs(played):
            (first,), (second,) = model.rate(
                [[known[played.contest.levels[one]]], [known[played.contest.levels[other]]]],
                ranks=[played.ranks[one], played.ranks[other]],
            )
            known[played.contest.levels[one]], known[played.contest.levels[other]] = first, second
    rated = [Rating(level, rating.mu, rating.sigma) for level, rating in known.items()]
    return sorted(rated, key=lambda rating: -rating.mu)


def _pairs(played: Played) -> list[tuple[int, int]]:
    seats = range(len(played.ranks))
    levels = played.contest.levels
    return [(one, other) for one in seats for other in seats if one < other and levels[one] != levels[other]]
