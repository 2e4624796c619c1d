"""The best Huxxy turn from the hand alone, without moving cards on the table."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

from bot.players.huxxy.turn import Start, plays_of
from bot.rules.cards import Card
from bot.rules.huxxy.melds import hand_points, is_valid_group
from bot.rules.huxxy.state import MAX_PLAYS, OPENING_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.rules.huxxy.actions import Play

_MAX_STEPS = 20_000
"""Search steps after which the best turn so far is played; reached only with about thirty cards or more."""
_LOW, _HIGH = 1, 13


class Addition(NamedTuple):
    """Hand cards added to one group together: its 1-based number, or None for a new group."""

    group: int | None
    cards: tuple[Card, ...]


@lru_cache(maxsize=256)
def best_from_hand(start: Start, most_plays: int = MAX_PLAYS) -> tuple[Play, ...]:
    """The plays that shed the most cards, then the most points; () if there is no legal turn."""
    search = _Search(start, most_plays)
    search.walk(0, [], start.hand)
    return tuple(plays_of(search.best, len(start.table)))


class _Search:
    """Depth-first search over the hand: each card stays, or goes with an addition that starts with it."""

    def __init__(self, start: Start, most_plays: int) -> None:
        self.faces = sorted(dict.fromkeys(start.hand), key=lambda card: -card.value)
        self.additions: dict[Card, list[Addition]] = {card: [] for card in self.faces}
        place = {card: index for index, card in enumerate(self.faces)}
        for addition in additions(start.hand, start.table, most_plays):
            first = min(addition.cards, key=place.__getitem__)
            self.additions[first].append(addition)
        self.most_plays = most_plays
        self.needed = 0 if start.opened else OPENING_POINTS
        self.best: list[Addition] = []
        self.most = (0, 0)
        self.steps = 0

    def walk(self, index: int, chosen: list[Addition], left: tuple[Card, ...]) -> None:
        self.steps += 1
        played = [card for addition in chosen for card in addition.cards]
        shed = len(played), hand_points(played)
        if shed > self.most and sum(card.value for card in played) >= self.needed:
            self.most, self.best = shed, list(chosen)
        if index == len(self.faces) or len(played) == self.most_plays or self.steps > _MAX_STEPS:
            return
        used = {addition.group for addition in chosen if addition.group is not None}
        for addition in self.additions[self.faces[index]]:
            rest = _without(left, addition.cards)
            if rest is not None and addition.group not in used and len(played) + len(addition.cards) <= self.most_plays:
                self.walk(index, [*chosen, addition], rest)
        self.walk(index + 1, chosen, left)


def _without(cards: tuple[Card, ...], taken: Iterable[Card]) -> tuple[Card, ...] | None:
    """The cards without those taken; None if any is missing."""
    rest = list(cards)
    for card in taken:
        if card not in rest:
            return None
        rest.remove(card)
    return tuple(rest)


def additions(hand: tuple[Card, ...], table: Sequence[tuple[Card, ...]], most: int) -> list[Addition]:
    """Every way to add at most `most` hand cards to one group on the table, or to make a new group of them."""
    found = [Addition(None, cards) for cards in _new_groups(hand, most)]
    for number, group in enumerate(table, 1):
        found += [Addition(number, cards) for cards in extensions(hand, group, most)]
    return found


def _new_groups(hand: tuple[Card, ...], most: int) -> Iterator[tuple[Card, ...]]:
    jokers = [card for card in hand if card.is_joker][:1]
    runs = [run for value in range(_LOW, _HIGH + 1) for run in _runs_up(hand, value, None, most)]
    kinds = [cards for value in range(_LOW, _HIGH + 1) for cards in _of_value(hand, value, most)]
    for cards in (*runs, *kinds):
        for group in (cards, *((*cards, joker) for joker in jokers)):
            if len(group) <= most and is_valid_group(group):
                yield group
    for joker in jokers:
        yield from _gapped(hand, joker, most)


def _gapped(hand: tuple[Card, ...], joker: Card, most: int) -> Iterator[tuple[Card, ...]]:
    """Runs of hand cards with the joker in the middle."""
    for value in range(_LOW, _HIGH - 1):
        for low in _runs_up(hand, value, None, most - 2):
            gap = low[-1].value + 1
            for high in _runs_up(hand, gap + 1, low[-1].is_black, most - 1 - len(low)):
                group = (*low, joker, *high)
                if is_valid_group(group):
                    yield group


def _runs_up(hand: tuple[Card, ...], value: int, black: bool | None, most: int) -> Iterator[tuple[Card, ...]]:
    """Hand cards of ascending value from `value`, alternating in colour; the first is black, red or either (None)."""
    if most < 1 or value > _HIGH:
        return
    for card in dict.fromkeys(hand):
        if card.value == value and black in (None, card.is_black):
            yield (card,)
            for more in _runs_up(hand, value + 1, not card.is_black, most - 1):
                yield (card, *more)


def _of_value(hand: tuple[Card, ...], value: int, most: int) -> Iterator[tuple[Card, ...]]:
    cards = [card for card in hand if card.value == value]
    for size in range(1, min(len(cards), most) + 1):
        yield from dict.fromkeys(combinations(cards, size))


def extensions(hand: tuple[Card, ...], group: tuple[Card, ...], most: int) -> Iterator[tuple[Card, ...]]:
    """Hand cards that can extend a valid group: cards of its value, cards beyond its ends, and a joker."""
    naturals = [card for card in group if not card.is_joker]
    jokers = [card for card in hand if card.is_joker][:1] if len(naturals) == len(group) else []
    values = [card.value for card in naturals]
    if values[0] == values[1]:
        ways = list(_of_value(hand, values[0], most))
    else:
        ways = list(_into_run(hand, naturals, most, may_gap=len(naturals) < len(group) or bool(jokers)))
    for cards in ((), *ways):
        for added in (cards, *((*cards, joker) for joker in jokers)):
            if 0 < len(added) <= most and is_valid_group((*group, *added)):
                yield added


def _into_run(hand: tuple[Card, ...], naturals: list[Card], most: int, may_gap: bool) -> Iterator[tuple[Card, ...]]:
    """Cards that extend a run at its ends or fill the joker's gap; a joker may leave one gap."""
    held = {card.value for card in naturals}
    black = naturals[0].is_black == (naturals[0].value % 2 == 0)
    choices = {
        value: [
            card for card in dict.fromkeys(hand) if card.value == value and card.is_black == (black == (value % 2 == 0))
        ]
        for value in range(_LOW, _HIGH + 1)
        if value not in held
    }
    for low, high in product(range(_LOW, min(held) + 1), range(max(held), _HIGH + 1)):
        missing = [value for value in range(low, high + 1) if value not in held]
        if len(missing) - may_gap > most:
            continue
        for gap in (None, *(value for value in missing if may_gap and value not in (low, high))):
            filled = [choices[value] for value in missing if value != gap]
            if 0 < len(filled) <= most:
                yield from product(*filled)
