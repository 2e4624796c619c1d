"""The cards of Three Thirteen that a seat has not seen: in the stock, or dealt to others and never shown."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.rules.cards import STANDARD_PACK, Card

if TYPE_CHECKING:
    from bot.rules.three_thirteen.view import ThreeThirteenView


def unseen_cards(view: ThreeThirteenView) -> Counter[Card]:
    """The cards that lie in the stock or were dealt to others and not shown since."""
    unseen = Counter(dict.fromkeys(STANDARD_PACK, 2))
    unseen.subtract(view.hand)
    unseen.subtract(view.discard_pile)
    for seat, cards in enumerate(view.taken):
        if seat != view.seat:
            unseen.subtract(cards)
    return +unseen
