"""What the seat to act may do in each phase of Three Thirteen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.three_thirteen.actions import DISCARDS, DRAW_DISCARD, DRAW_STOCK
from bot.rules.three_thirteen.state import Phase

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.three_thirteen.actions import Action

_DISCARDS = {card.order: discard for card, discard in DISCARDS.items()}
_DRAWS: tuple[Action, ...] = (DRAW_STOCK, DRAW_DISCARD)


def legal_actions(phase: Phase, hand: tuple[Card, ...]) -> tuple[Action, ...]:
    """The actions of a seat whose turn it is, twin cards listed once.

    Both draws are always possible: a turn starts with a card on the discard pile, and an empty stock is renewed from it.
    """
    if phase is Phase.DRAW:
        return _DRAWS
    if phase is Phase.DISCARD:
        return tuple([_DISCARDS[order] for order in dict.fromkeys([card[0] for card in hand])])
    return ()
