"""The best arrangement of a hand of Three Thirteen into melds (exact), and whether a hand can go out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import Card
from bot.rules.three_thirteen.melds import PENALTIES
from bot.rules.three_thirteen.solver.layout import lay_out
from bot.rules.three_thirteen.solver.masks import LANE, masks_of
from bot.rules.three_thirteen.solver.search import Melds, solve

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.rules.three_thirteen.solver.masks import Masks


class Arrangement(NamedTuple):
    """An arranged hand: melds (sequences ascending, wild cards in position), cards left over, and their penalty
    points.
    """

    melds: tuple[tuple[Card, ...], ...]
    unplaced: tuple[Card, ...]
    penalty: int


def best_arrangement(cards: Iterable[Card], wild_rank: str, most_cards: bool = True) -> Arrangement:
    """Arrange cards so that the most cards are in melds and, among equals, the fewest penalty points are left.

    Args:
        cards: in any order, at most two copies of each card.
        wild_rank: the value letter of the wild rank, `"0"` for tens.
        most_cards: False to leave the fewest points first, then the fewest cards.

    >>> from bot.rules.cards import format_cards, parse_cards
    >>> best = best_arrangement(parse_cards("5H 7H 3C QS KS AS 9D"), "3")
    >>> [format_cards(meld) for meld in best.melds], best.penalty
    (['QS KS AS', '5H 3C 7H'], 9)
    """
    hand = sorted(cards)
    naturals = [card for card in hand if card.rank != wild_rank]
    wilds = [card for card in hand if card.rank == wild_rank]
    found = solve(masks_of(hand, wild_rank), most_cards)
    melds, left = lay_out(naturals, wilds, found or Melds((), ()))
    return Arrangement(melds, left, sum([PENALTIES[card.rank] for card in left]))


def is_complete(cards: Sequence[Card], wild_rank: str) -> bool:
    """Whether all the cards can be placed in melds.

    >>> from bot.rules.cards import parse_cards
    >>> is_complete(parse_cards("5H 7H 3C"), "3"), is_complete(parse_cards("5H 7H 3C"), "4")
    (True, False)
    """
    masks = masks_of(cards, wild_rank)
    if not masks.cards:
        return masks.wilds not in {1, 2}
    if is_hopeless(masks):
        return False
    return solve(masks, lossless=True) is not None


def going_out_discards(hand: Sequence[Card], wild_rank: str) -> tuple[Card, ...]:
    """The different cards that the player can discard to go out; `hand` includes the card drawn.

    >>> from bot.rules.cards import parse_cards
    >>> going_out_discards(parse_cards("5H 6H 7H 8H"), "3")
    (Card(5H), Card(8H))
    """
    if is_hopeless(masks_of(hand, wild_rank), one_card_less=True):
        return ()
    cards = sorted(hand)
    discards = {card: i for i, card in enumerate(cards)}
    return tuple([card for card, i in discards.items() if is_complete(cards[:i] + cards[i + 1 :], wild_rank)])


_EVERY_SUIT = 1 | 1 << LANE | 1 << 2 * LANE | 1 << 3 * LANE


def is_hopeless(masks: Masks, one_card_less: bool = False) -> bool:
    """Whether the cards certainly cannot all be placed in melds, even (`one_card_less`) after discarding any one of
    them.

    A quick test that settles most hands. A card is loose if it is in no group or sequence of natural cards only, so its
    meld needs a wild card. A wild card can help two loose cards, or up to four if it fills a gap in a sequence, as in
    `5 6 _ 8 9`.
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
