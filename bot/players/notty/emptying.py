"""Whether a Notty hand can be emptied at once, and how likely that is after one more card.

The search sweeps over the numbers 1 to 10: at each number some cards form sets, and every other card must join a
sequence of its colour. A colour has at most two open sequences, of which only the lengths matter (3 means 3 or more);
those of length 1 or 2 must continue. That determines which sequences grow, so only the sets are tried.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from bot.rules.notty.melds import COLOURS, FACES, NUMBERS, face_index

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bot.rules.cards import Card

Packed = int
"""A hand as one byte per number, lowest number first, with two bits per colour."""

Lengths = tuple[int, int]
"""The lengths of a colour's open sequences, longer first."""


def _unit(card: Card) -> Packed:
    colour, number = divmod(face_index(card), NUMBERS)
    return 1 << 2 * (number * COLOURS + colour)


UNITS: Mapping[Card, Packed] = {card: _unit(card) for card in FACES}
"""The amount each card adds to a packed hand."""


def pack(cards: Iterable[Card]) -> Packed:
    """Pack a hand."""
    return sum(UNITS[card] for card in cards)


def can_empty(hand: Packed) -> bool:
    """Whether all the cards can be discarded in groups.

    >>> from bot.rules.cards import parse_cards
    >>> can_empty(pack(parse_cards("R3 R4 R5 R6 B6 G6"))), can_empty(pack(parse_cards("R3 R4 R5 R6 B6")))
    (True, False)
    """
    return _sweep(hand, _START, set())


def _sweep(hand: Packed, position: int, dead: set[tuple[Packed, int]]) -> bool:
    """Whether the rest of the hand can be discarded from `position` on; `dead` collects rests known to fail."""
    if not hand:
        return _PAIR[0, position & 255] >= 0 and _PAIR[0, position >> 8] >= 0
    rest = hand >> 8
    for after in _steps(hand & 255, position):
        if (rest, after) not in dead and _sweep(rest, after, dead):
            return True
    dead.add((hand, position))
    return False


def _steps(held: int, position: int) -> Iterator[int]:
    """The positions after one number with the cards held: one for each way to form sets."""
    low, high = position & 255, position >> 8
    for left in _without_sets(held):
        one = _PAIR[left & 15, low]
        other = _PAIR[left >> 4, high]
        if one >= 0 and other >= 0:
            yield one | other << 8


def outs(hand: Packed, cards: Iterable[tuple[Card, int]]) -> float:
    """The probability that a random card, given as (card, copies), lets the hand be emptied.

    A card changes only the step at its own number, so the positions before it and the failed rests after it are shared
    by all cards.
    """
    reached = [{_START}]
    for number in range(NUMBERS):
        held = hand >> 8 * number & 255
        reached.append({after for position in reached[-1] for after in _steps(held, position)})
    dead: set[tuple[Packed, int]] = set()
    total = good = 0
    for card, count in cards:
        total += count
        number = face_index(card) % NUMBERS
        more = hand + UNITS[card] >> 8 * number
        if any(_sweep(more, position, dead) for position in reached[number]):
            good += count
    return good / total if total else 0.0


_SETS = tuple(
    sum(1 << 2 * colour for colour in group) for size in (3, 4) for group in combinations(range(COLOURS), size)
)


@cache
def _without_sets(cards: int) -> tuple[int, ...]:
    """The possible remainders of one number's cards after no, one or two sets."""
    found = {cards}
    for _ in range(2):
        found |= {left - group for left in found for group in _SETS if not group & ~(left | left >> 1)}
    return tuple(found)


def _grow(lengths: Lengths, cards: int) -> Lengths | None:
    """A colour's sequences after its cards of one number join them; None if one ends too short."""
    longer, shorter = lengths
    must_go_on = (longer in (1, 2)) + (shorter in (1, 2))
    if must_go_on > cards:
        return None
    if cards == 0:
        return (0, 0)
    if cards == 2:
        return (min(longer + 1, 3), min(shorter + 1, 3))
    grows = shorter if shorter in (1, 2) else longer
    return (min(grows + 1, 3), 0)


def _pair_table() -> dict[tuple[int, int], int]:
    """The position of two colours after cards join their sequences, by cards (two bits per colour) and position.

    A position of two colours is a byte: the index of each colour's lengths in `_LENGTHS`, four bits each; -1 if a
    sequence ends too short.
    """
    step = [
        [-1 if (after := _grow(lengths, cards)) is None else _LENGTHS.index(after) for lengths in _LENGTHS]
        for cards in range(3)
    ]
    table = {}
    for first, second in product(range(3), repeat=2):
        for one, other in product(range(len(_LENGTHS)), repeat=2):
            after = step[first][one], step[second][other]
            table[first | second << 2, one | other << 4] = -1 if min(after) < 0 else after[0] | after[1] << 4
    return table


_LENGTHS: tuple[Lengths, ...] = tuple((longer, shorter) for longer in range(4) for shorter in range(longer + 1))
_PAIR = _pair_table()
_START = 0
"""The position before the lowest number: no open sequences."""
