"""A hand as bit masks: four lanes of 16 bits, one a suit, with a bit a rank in the order of sequences.

Bit 0 of a lane is the two, bit 12 the ace; the three empty bits above keep shifts by one to three inside a lane.
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

_BITS = [0] * (1 + max(card.order for card in STANDARD_PACK))
for _card in STANDARD_PACK:
    _BITS[_card.order] = 1 << LANE * SUITS.index(_card.suit) + POSITIONS[_card.rank] - 2
_RANK_BITS = {rank: sum(1 << LANE * s + POSITIONS[rank] - 2 for s in range(len(SUITS))) for rank in RANKS}


class Masks(NamedTuple):
    """The natural cards of a hand, the twins among them (cards held twice), and the number of wild cards."""

    cards: int
    twins: int
    wilds: int

    def suit(self, index: int) -> tuple[int, int]:
        """One suit's cards and twins."""
        return self.cards >> LANE * index & ALL_PLACES, self.twins >> LANE * index & ALL_PLACES

    def shared(self) -> tuple[int, int]:
        """The ranks of two or more suits, and the ranks of three or more cards in two or more suits."""
        cards, twins = self.cards, self.twins
        a, b, c, d = cards & ALL_PLACES, cards >> 16 & ALL_PLACES, cards >> 32 & ALL_PLACES, cards >> 48
        odd, several = a ^ b ^ c, a & b | c & (a | b)
        odd, both = odd ^ d, odd & d
        twice = twins | twins >> 16 | twins >> 32 | twins >> 48
        shared = several | both
        return shared, shared & (odd | twice) | several & both


def masks_of(cards: Iterable[Card], wild_rank: str) -> Masks:
    """The masks of cards of two packs.

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
