"""The melds that are suggested for laying down now, by the same reasons as a hint's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.cards import without
from bot.rules.rummy import best_laydown
from bot.rules.rummy.actions import LayDown
from bot.rules.rummy.solver.least import least_laydown
from bot.rules.rummy.solver.way_out import TooHardError, way_out
from bot.ui.building.rummy.ready import needed_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.rules.rummy.actions import RummyAction
    from bot.rules.rummy.melds import Meld
    from bot.rules.rummy.view import RummyView

_PLACES = 1000
"""Number of places after which the search for a way out gives up: about a tenth of a second. A hint, for which another
process searches, goes on for longer.
"""


def melds_to_lay(view: RummyView) -> Sequence[Meld]:
    """All melds with which the whole hand can go this turn; else the least that lays down for the first time.

    Empty if neither is possible: melds on the table serve everybody, so the others stay in the hand.
    """
    needed = needed_value(view)
    best = best_laydown(view.hand, needed)
    if best:
        rest = without(view.hand, *(card for meld in best for card in meld))
        if _way(rest, (*view.melds, *best)) is not None:
            return best
    if needed:
        return least_laydown(best, needed)
    way = _way(view.hand, view.melds) or ()
    return [meld for action in way if isinstance(action, LayDown) for meld in action.melds]


def _way(hand: tuple[Card, ...], table: tuple[Meld, ...]) -> tuple[RummyAction, ...] | None:
    """The actions that empty a hand that has laid down; None if there are none, or they are too hard to find."""
    try:
        return way_out(hand, table, _PLACES)
    except TooHardError:
        return None
