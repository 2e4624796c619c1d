"""A quick test that settles most hands: too many cards without a meld for the wild cards to help.

A card is loose if it is in no group or sequence of natural cards only, so its meld needs a wild card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.three_thirteen.solver.masks import LANE

if TYPE_CHECKING:
    from bot.rules.three_thirteen.solver.masks import Masks

_EVERY_SUIT = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE


def is_hopeless(masks: Masks, one_card_less: bool = False) -> bool:
    """Whether the cards certainly cannot all be placed in melds, even (`one_card_less`) after discarding any one of
    them.

    A wild card can help two loose cards, or up to four if it fills a gap in a sequence, as in `5 6 _ 8 9`.
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
    """The fewest wild cards the loose cards need, in twelfths; `share` is what each card takes of one.

    A card with no mate of its rank and no neighbour within two places takes at least two thirds, as in `5 _ _ 8 9`;
    with no neighbour within four places it takes two wild cards for itself.
    """
    apart = loose & ~(mates | cards << 1 | cards >> 1 | cards << 2 | cards >> 2)
    alone = apart & ~(cards << 3 | cards >> 3 | cards << 4 | cards >> 4)
    return share * (count - apart.bit_count()) + 8 * apart.bit_count() + 16 * alone.bit_count()
