"""The melds that are suggested for laying down now, by the same reasons as a hint's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import without
from bot.rules.rummy import best_laydown
from bot.rules.rummy.actions import LayDown
from bot.rules.rummy.melds import Meld
from bot.rules.rummy.solver.least import least_laydown
from bot.rules.rummy.solver.way_out import TooHardError, way_out
from bot.ui.building.rummy.ready import needed_value

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.rummy.actions import RummyAction
    from bot.rules.rummy.view import RummyView

_PLACES = 1000
"""Number of places after which the search for a way out gives up: about a tenth of a second. A hint, for which another
process searches, goes on for longer.
"""


class Advice(NamedTuple):
    """The melds to lay down first, and whether the whole hand can go this turn."""

    melds: Sequence[Meld]
    can_go: bool


def advise(view: RummyView) -> Advice:
    """Lay all melds with which the whole hand can go this turn; else the least that lays down for the first time.

    There may be no melds: those on the table serve everybody, so the others stay in the hand; and what lets the hand
    go may begin with swaps and lay-offs.
    """
    needed = needed_value(view)
    best = best_laydown(view.hand, needed)
    if best:
        rest = without(view.hand, *(card for meld in best for card in meld))
        if _way(rest, (*view.melds, *best)) is not None:
            return Advice(best, can_go=True)
    if needed:
        return Advice(least_laydown(best, needed), can_go=False)
    way = _way(view.hand, view.melds)
    if way is None:
        return Advice((), can_go=False)
    melds = [meld for action in way if isinstance(action, LayDown) for meld in action.melds]
    return Advice([meld for meld in melds if not Counter(meld) - Counter(view.hand)], can_go=True)


def _way(hand: tuple[Card, ...], table: tuple[Meld, ...]) -> tuple[RummyAction, ...] | None:
    """The actions that empty a hand that has laid down; None if there are none, or they are too hard to find."""
    try:
        return way_out(hand, table, _PLACES)
    except TooHardError:
        return None
