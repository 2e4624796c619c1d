"""What the seat to act may do in each phase of Three Thirteen."""

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
    """The actions of a seat whose turn it is, twin cards listed once.

    Both draws are always possible: a turn starts with a card on the discard pile, and an empty stock is renewed from it.
    """
    if phase is DRAW:
        return _DRAWS
    if phase is DISCARD:
        return tuple(map(_discard_of, dict.fromkeys(map(_order_of, hand))))
    return ()
