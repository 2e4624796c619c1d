"""The simple rule of 6 Holes: place a card where it saves the most, if it saves enough; never turn up a card."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from bot.players.six_holes.race import CHANCES, JOKER, POINTS, column_points
from bot.players.six_holes.situation import JOKER_BONUS_POINTS, MIDDLE, Situation

SIDE_ENOUGH = 1.5
"""Points a card must save on a side, where it stays for good and a better card may come."""
MIDDLE_ENOUGH = 1.0
"""Points a card must save in the middle, where it can be replaced again."""
TAKE_MARGIN = 0.5
"""Extra points a card must save to be taken, because drawing may give a better one."""


_HIDDEN = len(POINTS)


class Saving(NamedTuple):
    """A place for a card and the expected points it saves there."""

    place: int
    points: float


def best_place(situation: Situation, card: int) -> Saving | None:
    """The place where the card saves the most; None if it saves enough nowhere."""
    best: Saving | None = None
    for place in situation.places():
        shown, partner = situation.mine[place], situation.mine[(place + 3) % 6]
        saved = _expected(situation, shown, partner) - _expected(situation, card, partner)
        enough = 0.0 if situation.is_last else MIDDLE_ENOUGH if place in MIDDLE else SIDE_ENOUGH
        if saved > enough and (best is None or saved > best.points):
            best = Saving(place, saved)
    return best


def take(situation: Situation) -> Saving | None:
    """The place for the card that can be taken; None to draw instead."""
    if situation.takable is None:
        return None
    best = best_place(situation, situation.takable)
    return best if best is not None and best.points > SIDE_ENOUGH + TAKE_MARGIN else None


def _expected(situation: Situation, one: int | None, other: int | None) -> float:
    """Expected points of a column; face-down cards are equally likely any card of a full pack."""
    return _column_points(_HIDDEN if one is None else one, _HIDDEN if other is None else other, situation.joker_is_pair)


@cache
def _column_points(one: int, other: int, joker_is_pair: bool) -> float:
    if one == _HIDDEN:
        return sum(chance * _column_points(rank, other, joker_is_pair) for rank, chance in enumerate(CHANCES))
    if other == _HIDDEN:
        return _column_points(other, one, joker_is_pair)
    if joker_is_pair and JOKER in (one, other):
        return JOKER_BONUS_POINTS
    return column_points(one, other)
