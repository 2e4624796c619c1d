"""Covers: the ways to lay one suit's natural cards in sequences, with cards left for groups, wild cards used and loss.

A suit is two 13-bit masks, `lo` for its cards and `hi` for those held twice, bit 0 the two and bit 12 the ace.
A sequence of six or more cards is two sequences, so only spans of two to five places between natural cards are laid:
`5 _ 7` needs one wild card, `5 6` one at either end. A natural card is always used where it fits, since a wild card in
its place could be exchanged for it.

Only *shared* ranks are left for groups with other suits. A rank that no other suit has is decided here: its cards are
lost, or grouped with two wild cards for a single card and one for a pair.
"""

from __future__ import annotations

from typing import TypeAlias

from bot.rules.three_thirteen.solver.masks import PLACES

Chain: TypeAlias = "tuple[int, int, Chain] | None"
"""Melds laid, as a linked list: first place, last place (equal to the first for a group), the other melds."""
Covers: TypeAlias = dict[int, tuple[int, Chain]]
"""The least weight lost and the melds, by `left << 4 | wilds`: cards left and wild cards used. `left` is
a mask of the shared cards not laid, with second copies in the upper 13 bits."""

MAX_WILDS = 15


def _segments(window: int) -> tuple[tuple[int, int], ...]:
    """The sequences from the lowest card of a five-place window: (mask of the cards used, wild cards needed).

    >>> _segments(0b00101)
    ((5, 1),)
    """
    found = []
    for last in range(1, 5):
        if window >> last & 1:
            mask = window & (2 << last) - 1
            found.append((mask, max(last + 1, 3) - mask.bit_count()))
    return tuple(found)


_SEGMENTS = tuple(_segments(window) for window in range(32))


def suit_covers(lo: int, hi: int, shared: int, wilds: int, weights: tuple[int, ...], lossless: bool) -> Covers:
    """All covers worth keeping with at most `wilds` wild cards (0 to 15); `lossless` keeps only those without loss."""
    known: dict[int, Covers] = {0: {0: (0, None)}}

    def walk(lo: int, hi: int) -> Covers:
        state = lo | hi << PLACES
        if state in known:
            return known[state]
        low = lo & -lo
        place = low.bit_length() - 1
        twin = hi & low
        rest = walk(lo ^ low, hi ^ twin)
        if shared & low:
            left = (low | twin << PLACES) << 4
            found = {key + left: value for key, value in rest.items()}
        else:
            found = {}
            if not lossless:
                weight = weights[place] * (2 if twin else 1)
                found = {key: (loss + weight, chain) for key, (loss, chain) in rest.items()}
            cost = 1 if twin else 2
            if cost <= wilds:
                _lay(found, rest, cost, wilds, place, place)
        for mask, cost in _SEGMENTS[lo >> place & 31]:
            if cost <= wilds:
                taken = mask << place
                rest = walk(lo & ~(taken & ~hi), hi & ~taken)
                _lay(found, rest, cost, wilds, place, place + mask.bit_length() - 1)
        known[state] = found
        return found

    return walk(lo, hi)


def _lay(found: Covers, rest: Covers, cost: int, wilds: int, first: int, last: int) -> None:
    """Add one meld to the covers of the rest, keeping those that lose less than the known ones."""
    for key, (loss, chain) in rest.items():
        if (key & 15) + cost <= wilds:
            known = found.get(key + cost)
            if known is None or loss < known[0]:
                found[key + cost] = (loss, (first, last, chain))
