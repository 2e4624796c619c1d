"""Legal actions of 6 Holes, from public facts only."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from bot.rules.six_holes.actions import (
    DISCARD,
    DRAW,
    MIDDLE,
    OPENS,
    PLACES,
    SIDES,
    TAKES,
    SixHolesAction,
)
from bot.rules.six_holes.scoring import is_pair
from bot.rules.six_holes.state import Phase

if TYPE_CHECKING:
    from bot.rules.cards import Card


def middle_is_free(top: Card, bottom: Card, middle: str, joker: str) -> bool:
    """Whether the cards of a middle column may be replaced: the option allows it and they are not a pair."""
    return middle == "free" and not is_pair(top, bottom, joker)


@lru_cache(maxsize=256)
def legal_actions(
    phase: Phase, face_up: tuple[bool, ...], middle_free: bool, takeable: bool
) -> tuple[SixHolesAction, ...]:
    """The actions of the seat to act.

    Args:
        phase: what the seat has to do.
        face_up: which cards of the seat's grid are face up, by position.
        middle_free: whether its middle cards may be replaced.
        takeable: whether there is a card to take.
    """
    if phase is Phase.OVER:
        return ()
    hidden = [position for position in SIDES if not face_up[position]]
    places = sorted((*hidden, *MIDDLE) if middle_free else hidden)
    if phase is Phase.DRAWN:
        return (*(PLACES[position] for position in places), DISCARD)
    takes = [TAKES[position] for position in places] if takeable else []
    return (*(OPENS[position] for position in hidden), DRAW, *takes)
