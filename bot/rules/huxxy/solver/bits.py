"""Bit sets of cards for the search: up to two copies of each card in one int.

Card types are numbered value by value (ace of spades 0, ace of hearts 1 … king of clubs 51), the joker is 52. Bit `t`
is set when there is a copy of type `t`, bit `t + 64` when there are two. So `a & b` is the intersection, and the number
of set bits is the number of cards.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import JOKER, RED_SUITS, STANDARD_PACK, SUITS, Card
from bot.rules.huxxy.melds import HIGHEST, JOKER_PENALTY, is_valid_group

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

LOW = (1 << 64) - 1
JOKER_BIT = 1 << 52

CARDS: dict[int, Card] = {1 << ((card[1] - 1) * 4 + SUITS.index(card[3])): card for card in STANDARD_PACK}
CARDS[JOKER_BIT] = JOKER
BITS: dict[Card, int] = {card: bit for bit, card in CARDS.items()}
POINTS: dict[int, int] = {bit: card[1] or JOKER_PENALTY for bit, card in CARDS.items()}


def pack(cards: Iterable[Card]) -> int:
    """Pack cards into one int; each card at most twice."""
    bits = 0
    for card in cards:
        bits = add(bits, BITS[card])
    return bits


def unpack(bits: int) -> list[Card]:
    """Unpack to cards; two copies appear twice."""
    return [CARDS[bit] for bit in singles(bits)]


def singles(bits: int) -> Iterator[int]:
    """Yield the low bit of each card; two copies yield it twice."""
    for part in (bits & LOW, bits >> 64):
        rest = part
        while rest:
            bit = rest & -rest
            rest ^= bit
            yield bit


def add(a: int, b: int) -> int:
    """The sum of two sets; -1 if it has more than two copies of a card."""
    twice = a & b & LOW
    if (a >> 64) & b or (b >> 64) & a:
        return -1
    return a | b | twice << 64


def take(a: int, b: int) -> int:
    """`a` without `b`; `b` must be a subset of `a`."""
    if not a >> 64:
        return a & ~b
    low, high = b & LOW, b >> 64
    pairs = a >> 64
    return (a & LOW & ~low) | (pairs & ~high) | (pairs & ~low) << 64


def settled(bits: int) -> int:
    """Normalize the result of `a & ~b`: a second copy without a first becomes the first."""
    high = bits >> 64
    if not high:
        return bits
    alone = high & ~bits
    return (bits & LOW) | alone | (high ^ alone) << 64


def _kinds_of(value: int) -> tuple[int, ...]:
    """All N of a kind of one value, with and without a joker."""
    four = [card for card in STANDARD_PACK if card[1] == value]
    found = []
    for counts in product(range(3), repeat=4):
        cards = [card for card, count in zip(four, counts, strict=True) for _ in range(count)]
        found += [pack(group) for group in (cards, [*cards, JOKER]) if is_valid_group(group)]
    return tuple(sorted(found, key=int.bit_count))


KINDS: tuple[tuple[int, ...], ...] = ((), *(_kinds_of(value) for value in range(1, HIGHEST + 1)))
"""All N of a kind by value, smallest first."""
PLAIN_KINDS = tuple(tuple(kind for kind in kinds if not kind & JOKER_BIT) for kinds in KINDS)
"""`KINDS` without those that contain a joker."""


class Track(NamedTuple):
    """One of the two colour alternations: its two cards of each value, and all its cards from each value up."""

    cards: tuple[tuple[int, ...], ...]
    onwards: tuple[int, ...]


def track_of(card: Card) -> int:
    """The card's track, 0 or 1: equal for all natural cards of a run, where value and colour alternate together."""
    return (card[1] + (card[3] in RED_SUITS)) & 1


def _track(number: int) -> Track:
    cards = [
        tuple(bit for bit, card in CARDS.items() if card[1] == value and value and track_of(card) == number)
        for value in range(HIGHEST + 1)
    ]
    return Track(tuple(cards), tuple(sum(map(sum, cards[value:])) for value in range(HIGHEST + 1)))


TRACKS = _track(0), _track(1)
