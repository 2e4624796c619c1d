"""Melds of actual cards: natural and wild cards in position, spare wild cards added."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules.cards import STANDARD_PACK, SUITS, Card
from bot.rules.three_thirteen.melds import POSITIONS

if TYPE_CHECKING:
    from bot.rules.three_thirteen.solver.search import Melds

LAST_PLACE = 12
_CARDS = [sorted(STANDARD_PACK[13 * s : 13 * s + 13], key=lambda card: POSITIONS[card.rank]) for s in range(len(SUITS))]
"""The cards by suit and place: the two first, the ace last."""


@dataclass(slots=True)
class _Sequence:
    suit: int
    first: int
    cards: list[Card]

    @property
    def end(self) -> int:
        """The place after the last card."""
        return self.first + len(self.cards)

    def extend(self, wild: Card) -> None:
        """Add a wild card at the high end, or at the low end of a sequence that reaches the ace."""
        if self.end <= LAST_PLACE:
            self.cards.append(wild)
        else:
            self.first -= 1
            self.cards.insert(0, wild)


def lay_out(
    naturals: list[Card], wilds: list[Card], found: Melds
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The melds found, sequences first, and the sorted cards left over."""
    left, spare = list(naturals), list(wilds)
    sequences: list[_Sequence] = []
    group_places = list(found.groups)
    for suit, chain in enumerate(found.chains):
        link = chain
        while link is not None:
            first, last, link = link
            if first == last:
                group_places.append(first)
            else:
                sequences.append(_sequence(suit, first, last, left, spare))
    groups = [_group(place, left, spare) for place in sorted(group_places)]
    if len(spare) >= 3:
        groups.append(spare)
    elif groups:
        groups[0] += spare
    elif sequences:
        for wild in spare:
            sequences[-1].extend(wild)
    else:
        left += spare
    melds = (*[sequence.cards for sequence in _joined(sequences)], *groups)
    return tuple([tuple(meld) for meld in melds]), tuple(sorted(left))


def _sequence(suit: int, first: int, last: int, left: list[Card], spare: list[Card]) -> _Sequence:
    """Take the cards from the first to the last place, filling up with wild cards to at least three."""
    sequence = _Sequence(suit, first, [])
    for card in _CARDS[suit][first : last + 1]:
        if card in left:
            left.remove(card)
            sequence.cards.append(card)
        else:
            sequence.cards.append(spare.pop())
    if len(sequence.cards) < 3:
        sequence.extend(spare.pop())
    return sequence


def _group(place: int, left: list[Card], spare: list[Card]) -> list[Card]:
    """Take all remaining cards of a rank, filling up with wild cards to at least three."""
    rank = _CARDS[0][place].rank
    group = [card for card in left if card.rank == rank]
    for card in group:
        left.remove(card)
    while len(group) < 3:
        group.append(spare.pop())
    return group


def _joined(sequences: list[_Sequence]) -> list[_Sequence]:
    """Join consecutive sequences of a suit: `5 6 7` and `8 9 0` become `5 6 7 8 9 0`."""
    joined: list[_Sequence] = []
    for sequence in sequences:
        for before in joined:
            if before.suit == sequence.suit and before.end == sequence.first:
                before.cards += sequence.cards
                break
        else:
            joined.append(sequence)
    return joined
