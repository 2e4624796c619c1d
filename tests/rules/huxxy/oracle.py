"""The best turn by brute force: every way to divide the table and some cards of the hand into valid groups."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from typing import TYPE_CHECKING

from bot.rules.cards import without
from bot.rules.huxxy.melds import hand_points, is_valid_group

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.rules.cards import Card

PLAYS = 6


def best_by_brute_force(
    hand: Sequence[Card], table: Sequence[tuple[Card, ...]], opened: bool
) -> tuple[int, int] | None:
    """Return how many cards and points the best turn sheds, or None if there is no legal turn."""
    cards = [*hand, *(card for group in table for card in group)]
    groups = _groups_by_lowest(cards)
    on_table = (1 << len(cards)) - (1 << len(hand))
    best = None
    for size in range(1, min(PLAYS, len(hand)) + 1):
        for places in combinations(range(len(hand)), size):
            chosen = [hand[place] for place in places]
            key = (size, hand_points(chosen))
            if best is not None and key <= best:
                continue
            if not opened and sum(card.value for card in chosen) < 24:
                continue
            used = on_table + sum(1 << place for place in places)
            if any(size + _fewest_moves(division, cards, table) <= PLAYS for division in _divisions(used, groups)):
                best = key
    return best


def reached_by_playing(hand: Sequence[Card], table: Sequence[tuple[Card, ...]]) -> tuple[int, int] | None:
    """Return the same for a seat that has opened, trying all ways to play up to six times. Only for tiny positions."""
    start = (tuple(sorted(hand)), tuple(sorted(table)))
    seen, edge = {start}, {start}
    best = None
    for _ in range(PLAYS):
        edge = {after for before in edge for after in _after_one_play(*before)} - seen
        seen |= edge
        for left, groups in edge:
            if len(left) < len(hand) and all(map(is_valid_group, groups)):
                key = (len(hand) - len(left), hand_points(hand) - hand_points(left))
                best = key if best is None else max(best, key)
    return best


def _after_one_play(
    hand: tuple[Card, ...], table: tuple[tuple[Card, ...], ...]
) -> Iterator[tuple[tuple[Card, ...], tuple[tuple[Card, ...], ...]]]:
    for card in set(hand):
        for i in range(len(table) + 1):
            yield without(hand, card), _put(table, i, card)
    for source, group in enumerate(table):
        for card in set(group):
            lifted = (*table[:source], without(group, card), *table[source + 1 :])
            for i in range(len(table) + 1):
                if i != source:
                    yield hand, _put(lifted, i, card)


def _put(table: tuple[tuple[Card, ...], ...], i: int, card: Card) -> tuple[tuple[Card, ...], ...]:
    """Return the table with the card in a group, or in a new one past the last: groups sorted, empty ones dropped."""
    grown = (*table, ()) if i == len(table) else table
    changed = (*grown[:i], tuple(sorted((*grown[i], card))), *grown[i + 1 :])
    return tuple(sorted(group for group in changed if group))


def _groups_by_lowest(cards: list[Card]) -> dict[int, list[int]]:
    """Return all valid groups as bit masks over the cards, by the position of their first card."""
    by_value: dict[int, list[int]] = {}
    for place, card in enumerate(cards):
        by_value.setdefault(card.value, []).append(place)
    jokers = by_value.pop(0, [])
    likely: list[tuple[int, ...]] = []
    for alike in by_value.values():
        for size in range(2, len(alike) + 1):
            likely += combinations(alike, size)
    for low in by_value:
        for high in range(low + 1, 14):
            for gap in (0, *range(low + 1, high)):
                values = [value for value in range(low, high + 1) if value != gap]
                if all(value in by_value for value in values):
                    likely += product(*(by_value[value] for value in values))
    found: dict[int, list[int]] = {}
    for naturals in likely:
        for places in (naturals, *((*naturals, joker) for joker in jokers)):
            if is_valid_group([cards[place] for place in places]):
                found.setdefault(min(places), []).append(sum(1 << place for place in places))
    return found


def _divisions(left: int, groups: dict[int, list[int]]) -> Iterator[tuple[int, ...]]:
    if not left:
        yield ()
        return
    lowest = (left & -left).bit_length() - 1
    for group in groups.get(lowest, ()):
        if group & left == group:
            for rest in _divisions(left ^ group, groups):
                yield (group, *rest)


def _fewest_moves(division: tuple[int, ...], cards: list[Card], table: Sequence[tuple[Card, ...]]) -> int:
    """Return how many cards on the table must move if each final group is in the best place for it."""
    finals = [Counter(card for place, card in enumerate(cards) if group >> place & 1) for group in division]
    places = [Counter(group) for group in table]
    return sum(map(len, table)) - _most_stay(places, finals)


def _most_stay(places: list[Counter[Card]], finals: list[Counter[Card]]) -> int:
    if not places:
        return 0
    first, rest = places[0], places[1:]
    most = _most_stay(rest, finals)
    for i, final in enumerate(finals):
        if stay := (first & final).total():
            most = max(most, stay + _most_stay(rest, finals[:i] + finals[i + 1 :]))
    return most
