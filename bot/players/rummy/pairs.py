"""Pairs of Rummy cards that one more card makes a meld, and the cards the house strategy can spare."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import SUITS, Card
from bot.rules.rummy.melds import ACE_HIGH, CARD_AT, CARD_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

COPIES = 2
"""Copies of each natural card in two packs."""


class Pair(NamedTuple):
    """Two hand cards, and the natural cards that would make them a meld."""

    cards: tuple[Card, Card]
    completing: frozenset[Card]

    @property
    def points(self) -> int:
        return sum(CARD_POINTS[card.rank] for card in self.cards)


def pairs(cards: Iterable[Card]) -> list[Pair]:
    """Every pair among the natural cards: two of a rank (of different suits), or two of a suit one or two apart."""
    naturals = sorted({card for card in cards if not card.is_joker})
    found = []
    for one, other in combinations(naturals, 2):
        completing = _completing(one, other)
        if completing:
            found.append(Pair((one, other), completing))
    return found


def _completing(one: Card, other: Card) -> frozenset[Card]:
    if one.rank == other.rank:
        return frozenset(CARD_AT[suit][one.value] for suit in SUITS if suit not in (one.suit, other.suit))
    if one.suit != other.suit:
        return frozenset()
    places = [(a, b) for a in _positions(one) for b in _positions(other)]
    return frozenset(
        CARD_AT[one.suit][position] for low, high in map(sorted, places) for position in _between(low, high)
    )


def _positions(card: Card) -> tuple[int, ...]:
    """The card's positions in a run; an ace has two."""
    return (1, ACE_HIGH) if card.value == 1 else (card.value,)


def _between(low: int, high: int) -> list[int]:
    """The positions that complete a run of three with these two."""
    if high - low == 1:
        return [position for position in (low - 1, high + 1) if 1 <= position <= ACE_HIGH]
    return [low + 1] if high - low == 2 else []


def hopeful(found: Iterable[Pair], table: Iterable[Card]) -> list[Pair]:
    """The pairs that can still be completed: not all copies of their completing cards are on the table."""
    lying = Counter(table)
    return [pair for pair in found if any(lying[card] < COPIES for card in pair.completing)]


def spare_cards(loose: Sequence[Card], kept: Sequence[Pair]) -> list[Card]:
    """The loose natural cards outside the pairs; earlier pairs are kept in preference.

    If every card is in a pair, the last pairs are given up until a card is free. Of two equal cards one is spare: they
    are not a pair, and one is enough for pairs with other cards.
    """
    naturals = [card for card in loose if not card.is_joker]
    for count in range(len(kept), -1, -1):
        held = Counter({card for pair in kept[:count] for card in pair.cards})
        spare = list((Counter(naturals) - held).elements())
        if spare:
            return spare
    return []
