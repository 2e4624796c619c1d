"""The simple rule of 6 Holes: place a card where it saves the most, if it saves enough; never turn up a card."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.players.six_holes.situation import MIDDLE

if TYPE_CHECKING:
    from bot.players.six_holes.situation import Situation

SIDE_ENOUGH = 1.5
"""Points a card must save on a side, where it stays for good and a better card may come."""
MIDDLE_ENOUGH = 1.0
"""Points a card must save in the middle, where it can be replaced again."""
TAKE_MARGIN = 0.5
"""Extra points a card must save to be taken, because drawing may give a better one."""


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
        enough = MIDDLE_ENOUGH if place in MIDDLE else SIDE_ENOUGH
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
    model = situation.model
    if one is not None and other is not None:
        return model.column(one, other)
    shown = other if one is None else one
    return model.residue((model.down if shown is None else shown, model.closed))
