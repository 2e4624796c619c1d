"""A hand as bit masks: a lane of 16 bits per suit, with one bit per rank in sequence order.

Bit 0 of a lane is the two, bit 12 the ace; the three empty bits above keep shifts by one to three within a lane.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import RANKS, STANDARD_PACK, SUITS
from bot.rules.three_thirteen.melds import POSITIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rules.cards import Card

LANE = 16
PLACES = 13
ALL_PLACES = (1 << PLACES) - 1
_TWO_LANES = (1 << 2 * LANE) - 1

_BITS = [0] * (1 + max(card.order for card in STANDARD_PACK))
for _card in STANDARD_PACK:
    _BITS[_card.order] = 1 << LANE * SUITS.index(_card.suit) + POSITIONS[_card.rank] - 2
_RANK_BITS = {rank: sum(1 << LANE * s + POSITIONS[rank] - 2 for s in range(len(SUITS))) for rank in RANKS}


class Masks(NamedTuple):
    """The natural cards of a hand, those held twice, and the number of wild cards."""

    cards: int
    twins: int
    wilds: int

    def suit(self, index: int) -> tuple[int, int]:
        """One suit's cards, and those held twice."""
        return self.cards >> LANE * index & ALL_PLACES, self.twins >> LANE * index & ALL_PLACES

    def shared(self) -> tuple[int, int]:
        """The ranks held in two or more suits, and those of them with three or more cards."""
        cards, twins = self.cards, self.twins
        low, high = cards & _TWO_LANES, cards >> 2 * LANE
        both, one = low & high, low ^ high  # of two pairs of suits, in two lanes
        both_too, one_too = both >> LANE, one >> LANE
        shared = (both | both_too | one & one_too) & ALL_PLACES
        threes = both & (both_too | one_too) | one & both_too
        if twins:
            twins |= twins >> 2 * LANE
            threes |= shared & (twins | twins >> LANE)
        return shared, threes & ALL_PLACES


def masks_of(cards: Iterable[Card], wild_rank: str) -> Masks:
    """The masks of cards, with at most two copies of each.

    >>> from bot.rules.cards import parse_cards
    >>> masks_of(parse_cards("2S 4S 4S 3H"), "3")
    Masks(cards=5, twins=4, wilds=1)
    """
    singles = twins = 0
    for card in cards:
        bit = _BITS[card[0]]
        twins |= singles & bit
        singles |= bit
    wild = _RANK_BITS[wild_rank]
    return Masks(singles & ~wild, twins & ~wild, (singles & wild).bit_count() + (twins & wild).bit_count())
