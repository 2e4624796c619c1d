"""Prospects of a hand of Three Thirteen: points left over after some draws and the same number of discards.

This is a fast version of the exact arrangement: suits are packed counts (two bits per rank), so the ways to cover a
suit with sequences are computed once and shared by the thousands of hands that differ in one card.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import SUITS
from bot.rules.three_thirteen.melds import ACE_HIGH, PENALTIES, POSITIONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rules.cards import Card

_SUIT_INDEX = {suit: index for index, suit in enumerate(SUITS)}
_COSTS = [0] * (ACE_HIGH + 1)
for _rank, _position in POSITIONS.items():
    _COSTS[_position] = PENALTIES[_rank]

_MAX_DROPPED = 6
"""Maximum number of cards that `points_left` can drop."""

Cover = tuple[int, int]
"""A choice of sequences: the natural cards left over (four bits per rank) and the wild cards used."""


class Packed(NamedTuple):
    """A hand as counts: four suits with two bits per rank, and the number of wild cards."""

    suits: tuple[int, int, int, int]
    wilds: int


class Leftover(NamedTuple):
    """The cards outside melds: their number, their points, and what the most expensive ones cost, highest first.

    `spare` is the number of other cards that their melds do not need.
    """

    cards: int
    points: int
    costs: tuple[int, ...]
    spare: int


def pack(cards: Iterable[Card], wild_rank: str) -> Packed:
    """Pack a hand into counts."""
    suits = [0, 0, 0, 0]
    wilds = 0
    for card in cards:
        if card.rank == wild_rank:
            wilds += 1
        else:
            suits[_SUIT_INDEX[card.suit]] += 1 << 2 * POSITIONS[card.rank]
    return Packed((suits[0], suits[1], suits[2], suits[3]), wilds)


def with_packed(hand: Packed, card: Card, wild_rank: str) -> Packed:
    """The packed hand with one more card."""
    if card.rank == wild_rank:
        return Packed(hand.suits, hand.wilds + 1)
    suits = list(hand.suits)
    suits[_SUIT_INDEX[card.suit]] += 1 << 2 * POSITIONS[card.rank]
    return Packed((suits[0], suits[1], suits[2], suits[3]), hand.wilds)


def points_left(hand: Packed, wild_cost: int, drop: int, most_cards: bool) -> int:
    """The points outside melds after dropping the `drop` most expensive cards left over.

    With `most_cards`, melds hold the most cards first; otherwise the points are minimal. With `drop` 0 this is the
    exact penalty. Otherwise it approximates the penalty after `drop` discards, and is never less: cards are dropped
    from the best arrangement of the whole hand that can spare them, which is nearly always optimal.
    """
    suits, wilds = hand
    first = _covers_of_two(suits[0], suits[1], wilds)
    second = _covers_of_two(suits[2], suits[3], wilds)
    everything = first[0][0] + second[0][0]
    best_key = best_points = 1 << 30
    for left_a, used_a in first:
        spare_a = wilds - used_a
        for left_b, used_b in second:
            spare = spare_a - used_b
            if spare < 0:
                continue
            left = left_a + left_b
            melded = left != everything
            after = _after_groups(left, spare, melded, wild_cost, most_cards)
            while after:  # at most twice: first without regard to what can be dropped, which is never worse
                key = (after.cards << 10) + after.points if most_cards else after.points
                if key >= best_key:
                    break
                if after.cards + after.spare >= drop:
                    best_key = key
                    best_points = after.points - sum(after.costs[:drop])
                    break
                after = _after_groups(left, spare, melded, wild_cost, most_cards, drop)
    return best_points


@lru_cache(maxsize=1 << 12)
def _covers_of_two(one: int, other: int, wilds: int) -> tuple[Cover, ...]:
    """The combined covers of two suits, the empty cover first."""
    best: dict[int, int] = {}
    for left_a, used_a in _covers(one, wilds):
        for left_b, used_b in _covers(other, wilds):
            left, used = left_a + left_b, used_a + used_b
            if used <= wilds and used < best.get(left, 99):
                best[left] = used
    return tuple(best.items())


@lru_cache(maxsize=1 << 12)
def _covers(suit: int, wilds: int) -> tuple[Cover, ...]:
    """The covers of one suit by sequences of up to five places (longer ones split), the empty cover first."""
    counts = [suit >> 2 * position & 3 for position in range(ACE_HIGH + 1)]
    best: dict[int, int] = {}
    _walk(counts, 2, 2, 0, 0, wilds, best)
    return tuple(best.items())


def _walk(counts: list[int], start: int, shortest: int, left: int, used: int, wilds: int, best: dict[int, int]) -> None:
    """Leave the cards of the lowest rank over, or start a sequence there; equal starts come in order of length."""
    while start <= ACE_HIGH and not counts[start]:
        start += 1
        shortest = start
    if start > ACE_HIGH:
        if used < best.get(left, 99):
            best[left] = used
        return
    rest = counts[start]
    counts[start] = 0
    _walk(counts, start + 1, start + 1, left + (rest << 4 * start), used, wilds, best)
    counts[start] = rest
    for end in range(max(shortest, start + 1), min(start + 4, ACE_HIGH) + 1):
        if not counts[end]:
            continue
        span = [position for position in range(start, end + 1) if counts[position]]
        cost = max(end - start + 1, 3) - len(span)
        if used + cost <= wilds:
            for position in span:
                counts[position] -= 1
            _walk(counts, start, end, left, used + cost, wilds, best)
            for position in span:
                counts[position] += 1


@lru_cache(maxsize=1 << 13)
def _after_groups(
    left: int, spare: int, melded: bool, wild_cost: int, most_cards: bool, drop: int = 0
) -> Leftover | None:
    """What is left after the best groups that can spare `drop` cards together with those left; None if none can.

    `spare` are the wild cards that no sequence uses; `melded` if there are sequences, which can take them all.
    """
    groups, pairs, singles = _by_size(left)
    for broken in range(len(groups) + 1):  # the smallest and cheapest groups, and no more than it takes
        split = [cost for count, cost in groups[:broken] for _ in range(count)]
        whole = melded or broken < len(groups)
        free = sum(count - 3 for count, _cost in groups[broken:])
        best: Leftover | None = None
        for grouped in range(min(spare // 2, len(singles)) + 1):
            for paired in range(min(spare - 2 * grouped, len(pairs)), -1, -1):
                loose = split + [cost for pair in pairs[paired:] for cost in (pair, pair)] + singles[grouped:]
                over = spare - 2 * grouped - paired
                needed = 0 if whole or grouped or paired else 3  # a meld of wild cards alone
                if over < needed:
                    loose += [wild_cost] * over
                    needed = over
                if len(loose) + free + over - needed < drop:
                    continue
                loose.sort(reverse=True)
                candidate = Leftover(len(loose), sum(loose), tuple(loose[:_MAX_DROPPED]), free + over - needed)
                if best is None or candidate[not most_cards : 2] < best[not most_cards : 2]:
                    best = candidate
                break
        if best is not None:
            return best
    return None


def _by_size(left: int) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """The ranks among the cards: the size and cost of each of three cards or more, smallest and cheapest first, then
    the costs of pairs and of single cards, highest first.
    """
    groups: list[tuple[int, int]] = []
    pairs: list[int] = []
    singles: list[int] = []
    position = 0
    while left:
        count = left & 15
        if count >= 3:
            groups.append((count, _COSTS[position]))
        elif count == 2:
            pairs.append(_COSTS[position])
        elif count:
            singles.append(_COSTS[position])
        left >>= 4
        position += 1
    return sorted(groups), sorted(pairs, reverse=True), sorted(singles, reverse=True)
