"""Notty's groups: which are valid, which a hand contains, and the largest of them."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from bot.rules.cards import NOTTY_PACK, Card

if TYPE_CHECKING:
    from collections.abc import Iterable

Group = tuple[Card, ...]

NUMBERS = 10
COLOURS = 4
FACES: tuple[Card, ...] = tuple(sorted(set(NOTTY_PACK)))
"""The forty different cards, by colour and then number: number n of colour c has index 10 * c + n - 1."""

_FIRST = FACES[0].order
_COLOUR_BITS = (1 << NUMBERS) - 1
_FACE_BITS = tuple(1 << index for index in range(len(FACES)))
_NUMBER_BITS = sum(1 << (NUMBERS * colour) for colour in range(COLOURS))


def face_index(card: Card) -> int:
    """The card's index in `FACES`."""
    return card.order - _FIRST


def is_notty_card(card: object) -> bool:
    """Whether the object is one of the forty faces of Notty's pack."""
    return type(card) is Card and 0 <= card.order - _FIRST < len(FACES)


def is_sequence(cards: Iterable[Card]) -> bool:
    """Whether the cards, in any order, are three or more of one colour with consecutive numbers.

    >>> from bot.rules.cards import parse_cards
    >>> is_sequence(parse_cards("B5 B4 B6")), is_sequence(parse_cards("B9 B10 B1"))
    (True, False)
    """
    ordered = sorted(cards)
    if len(ordered) < 3 or not all(map(is_notty_card, ordered)):
        return False
    first = ordered[0]
    return all(card.suit == first.suit and card.value == first.value + step for step, card in enumerate(ordered))


def is_set(cards: Iterable[Card]) -> bool:
    """Whether the cards are three or four of one number in different colours.

    >>> from bot.rules.cards import parse_cards
    >>> is_set(parse_cards("R7 B7 Y7")), is_set(parse_cards("R7 R7 Y7"))
    (True, False)
    """
    group = tuple(cards)
    if len(group) not in (3, 4) or not all(map(is_notty_card, group)):
        return False
    return len({card.value for card in group}) == 1 and len({card.suit for card in group}) == len(group)


def is_valid_group(cards: Iterable[Card]) -> bool:
    """Whether the cards, in any order, may be discarded together: a sequence or a set.

    >>> from bot.rules.cards import parse_cards
    >>> [is_valid_group(parse_cards(text)) for text in ("G1 G2 G3", "R4 B4 G4 Y4", "R4 B4 G5", "G1 G2")]
    [True, True, False, False]
    """
    group = tuple(cards)
    return is_sequence(group) or is_set(group)


def valid_groups(cards: Iterable[Card]) -> tuple[Group, ...]:
    """Every group among the cards, equal groups once: sequences by colour, then sets by number."""
    held = _face_bits(cards)
    found: tuple[Group, ...] = ()
    for colour in range(COLOURS):
        found += _sequences(colour, held >> (NUMBERS * colour) & _COLOUR_BITS)
    for number in range(NUMBERS):
        found += _sets(number, held >> number & _NUMBER_BITS)
    return found


def largest_discard(cards: Iterable[Card]) -> Group:
    """The largest valid group, the first of them in the order of `valid_groups`; () if there is none.

    >>> from bot.rules.cards import format_cards, parse_cards
    >>> format_cards(largest_discard(parse_cards("R1 R2 R3 R9 B9 G9 Y9")))
    'R9 B9 G9 Y9'
    """
    return max(valid_groups(cards), key=len, default=())


def _face_bits(cards: Iterable[Card]) -> int:
    bits = 0
    for order, _, _, _ in cards:
        bits |= _FACE_BITS[order - _FIRST]
    return bits


@lru_cache(maxsize=COLOURS << NUMBERS)
def _sequences(colour: int, numbers: int) -> tuple[Group, ...]:
    """The sequences within the numbers of one colour (bit 0 is number 1), by first number and length."""
    found = []
    for first in range(NUMBERS - 2):
        last = first
        while numbers >> last & 1:
            last += 1
            if last - first >= 3:
                found.append(_sequence(colour, first, last))
    return tuple(found)


@cache
def _sequence(colour: int, first: int, last: int) -> Group:
    return FACES[NUMBERS * colour + first : NUMBERS * colour + last]


@lru_cache(maxsize=NUMBERS << COLOURS)
def _sets(number: int, colours: int) -> tuple[Group, ...]:
    """The sets within the colours of one number; `colours` has bit 10 * c set for colour c."""
    faces = [FACES[NUMBERS * c + number] for c in range(COLOURS) if colours >> (NUMBERS * c) & 1]
    return tuple(group for size in (3, 4) for group in combinations(faces, size))
