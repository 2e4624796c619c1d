"""The quick answer for most hands: too many cards have no meld, and the wild cards cannot help them all.

A card is loose if it lies in no group or sequence of natural cards alone, so that its meld must have a wild card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.three_thirteen.solver.masks import LANE

if TYPE_CHECKING:
    from bot.rules.three_thirteen.solver.masks import Masks

_EVERY_SUIT = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE


def is_hopeless(masks: Masks, one_card_less: bool = False) -> bool:
    """Whether the cards, or those less any one of them, are certainly not all placed in melds.

    A wild card can help two loose cards, or four where it fills a gap in a sequence of four or five, as in `5 6 _ 8 9`.
    """
    cards, twins, wilds = masks
    middle = cards & cards >> 1 & cards << 1
    shared, groups = masks.shared()
    placed = middle | middle >> 1 | middle << 1 | groups * _EVERY_SUIT
    loose = cards & ~placed
    count = loose.bit_count() + (twins & ~placed).bit_count()
    if one_card_less:
        return count > 1 + 4 * wilds
    bridged = cards & cards >> 3 & (cards >> 1 | cards >> 2)
    if count > (4 if bridged else 2) * wilds:
        return True
    mates = shared * _EVERY_SUIT | twins
    return count > 0 and _twelfths(cards, loose, count, mates, 3 if bridged else 6) > 12 * wilds


def _twelfths(cards: int, loose: int, count: int, mates: int, share: int) -> int:
    """The wild cards that the loose cards need at the least, in twelfths; `share` is what one takes of a wild card.

    One without a mate in its rank and without a neighbour within two places takes two thirds at the least, in `5 _ _ 8 9`;
    without a neighbour within four places it takes two wild cards for itself.
    """
    apart = loose & ~(mates | cards << 1 | cards >> 1 | cards << 2 | cards >> 2)
    alone = apart & ~(cards << 3 | cards >> 3 | cards << 4 | cards >> 4)
    return share * (count - apart.bit_count()) + 8 * apart.bit_count() + 16 * alone.bit_count()
