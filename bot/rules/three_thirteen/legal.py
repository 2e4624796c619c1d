"""Legal actions in each phase of Three Thirteen."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from bot.rules.three_thirteen.actions import DISCARDS, DRAW_DISCARD, DRAW_STOCK
from bot.rules.three_thirteen.state import DISCARD, DRAW

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.three_thirteen.actions import ThreeThirteenAction
    from bot.rules.three_thirteen.state import Phase

_order_of = itemgetter(0)
_discard_of = {card.order: discard for card, discard in DISCARDS.items()}.__getitem__
_DRAWS: tuple[ThreeThirteenAction, ...] = (DRAW_STOCK, DRAW_DISCARD)


def legal_actions(phase: Phase, hand: tuple[Card, ...]) -> tuple[ThreeThirteenAction, ...]:
    """The actions of the seat to act, equal cards listed once.

    Both draws are always legal: the discard pile is never empty at the start of a turn, and it refills an empty stock.
    """
    if phase is DRAW:
        return _DRAWS
    if phase is DISCARD:
        return tuple(map(_discard_of, dict.fromkeys(map(_order_of, hand))))
    return ()
