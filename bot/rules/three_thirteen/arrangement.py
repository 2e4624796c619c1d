"""The best arrangement of a hand of Three Thirteen into melds, exactly.

Wild cards are alike, so only their number counts: a group of `k` natural cards needs `3 - k` of them, a sequence its gaps
and what it lacks to three cards, and any meld takes the ones to spare. A sequence of six or more cards is two
sequences, so spans up to five suffice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import RANKS, SUITS, Card
from bot.rules.three_thirteen.melds import ACE_HIGH, PENALTIES, POSITIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Arrangement(NamedTuple):
    """A hand laid out: melds (sequences ascending, wild cards in place), the cards left over, and what these cost."""

    melds: tuple[tuple[Card, ...], ...]
    unplaced: tuple[Card, ...]
    penalty: int


class _Cover(NamedTuple):
    """A choice of sequences in one suit: the natural cards left (four bits a rank), wild cards used, the sequences' ends."""

    left: int
    wilds: int
    ends: tuple[tuple[int, int], ...]


def best_arrangement(cards: Sequence[Card], wild_rank: str, most_cards: bool = True) -> Arrangement:
    """Arrange a hand: as many cards in melds as possible, then the fewest points left; or the fewest points outright."""
    naturals = sorted(card for card in cards if card.rank != wild_rank)
    wilds = sorted(card for card in cards if card.rank == wild_rank)
    budget = len(wilds)
    covers = {0: (0, ())}
    for s, suit in enumerate(SUITS):
        counts = [0] * (ACE_HIGH + 1)
        for card in naturals:
            if card.suit == suit:
                counts[POSITIONS[card.rank]] += 1
        mine = _suit_covers(counts, budget)
        merged: dict[int, tuple[int, tuple]] = {}
        for left, (used, ends) in covers.items():
            for cover in mine:
                total = used + cover.wilds
                key = left + cover.left
                if total <= budget and (key not in merged or merged[key][0] > total):
                    merged[key] = (total, (*ends, *((s, a, b) for a, b in cover.ends)))
        covers = merged
    weights = [0] * (ACE_HIGH + 1)
    for rank in RANKS:
        weights[POSITIONS[rank]] = PENALTIES[rank] + 256 if most_cards else PENALTIES[rank] * 16 + 1
    best = None
    for left, (used, ends) in covers.items():
        loss, groups = _groups(left, budget - used, weights)
        if best is None or loss < best[0]:
            best = (loss, ends, groups)
    assert best is not None
    return _lay_out(naturals, wilds, best[1], best[2])


def _suit_covers(counts: list[int], budget: int) -> list[_Cover]:
    found: dict[int, _Cover] = {}

    def walk(p: int, shortest: int, left: int, wilds: int, ends: tuple[tuple[int, int], ...]) -> None:
        while p <= ACE_HIGH and not counts[p]:
            p += 1
            shortest = p + 1
        if p > ACE_HIGH:
            if left not in found or found[left].wilds > wilds:
                found[left] = _Cover(left, wilds, ends)
            return
        rest = counts[p]
        counts[p] = 0
        walk(p, p + 1, left + (rest << 4 * p), wilds, ends)
        counts[p] = rest
        for q in range(shortest, min(p + 4, ACE_HIGH) + 1):
            if counts[q]:
                used = [k for k in range(p, q + 1) if counts[k]]
                cost = max(q - p + 1, 3) - len(used)
                if wilds + cost <= budget:
                    for k in used:
                        counts[k] -= 1
                    walk(p, q, left, wilds + cost, (*ends, (p, q)))
                    for k in used:
                        counts[k] += 1

    walk(2, 3, 0, 0, ())
    return list(found.values())


def _groups(left: int, budget: int, weights: list[int]) -> tuple[int, list[int]]:
    """The least weight left over and the ranks grouped."""
    groups: list[int] = []
    pairs: list[int] = []
    singles: list[int] = []
    for p in range(2, ACE_HIGH + 1):
        k = left >> 4 * p & 15
        if k >= 3:
            groups.append(p)
        elif k == 2:
            pairs.append(p)
        elif k:
            singles.append(p)
    pairs.sort(key=lambda p: -weights[p])
    singles.sort(key=lambda p: -weights[p])
    total = 2 * sum(weights[p] for p in pairs) + sum(weights[p] for p in singles)
    best = (total + 1, 0, 0)
    for y in range(min(budget // 2, len(singles)) + 1):
        x = min(budget - 2 * y, len(pairs))
        loss = total - 2 * sum(weights[p] for p in pairs[:x]) - sum(weights[p] for p in singles[:y])
        best = min(best, (loss, x, y))
    return best[0], sorted(groups + pairs[: best[1]] + singles[: best[2]])


def _lay_out(
    naturals: list[Card], wilds: list[Card], ends: Iterable[tuple[int, int, int]], groups: list[int]
) -> Arrangement:
    spare = list(wilds)
    left = list(naturals)

    def take(s: int, p: int) -> Card:
        for card in left:
            if card.suit == SUITS[s] and POSITIONS[card.rank] == p:
                left.remove(card)
                return card
        return spare.pop(0)

    sequences: list[tuple[int, int, list[Card]]] = []
    for s, p, q in ends:
        sequence = [take(s, k) for k in range(p, q + 1)]
        if len(sequence) < 3:
            if q < ACE_HIGH:
                q += 1
                sequence.append(spare.pop(0))
            else:
                p -= 1
                sequence.insert(0, spare.pop(0))
        sequences.append((p, q, sequence))
    laid: list[list[Card]] = []
    for p in groups:
        group = [card for card in left if POSITIONS[card.rank] == p]
        left = [card for card in left if POSITIONS[card.rank] != p]
        while len(group) < 3:
            group.append(spare.pop(0))
        laid.append(group)
    if len(spare) >= 3:
        laid.append(spare)
        spare = []
    elif spare and laid:
        laid[0].extend(spare)
        spare = []
    elif spare and sequences:
        p, q, sequence = sequences[0]
        while spare and q < ACE_HIGH:
            q += 1
            sequence.append(spare.pop(0))
        while spare:
            sequence.insert(0, spare.pop(0))
    melds = [tuple(sequence) for _, _, sequence in sequences] + [tuple(group) for group in laid]
    unplaced = tuple(sorted(left + spare))
    return Arrangement(tuple(melds), unplaced, sum(PENALTIES[card.rank] for card in unplaced))


def is_complete(cards: Sequence[Card], wild_rank: str) -> bool:
    """Whether all the cards can be placed in melds."""
    return not best_arrangement(cards, wild_rank).unplaced
