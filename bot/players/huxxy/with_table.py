"""A Huxxy turn that also takes cards from groups which stay valid without them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bot.players.huxxy.from_hand import Addition, additions
from bot.rules.cards import Card, without
from bot.rules.huxxy.actions import Move, Play
from bot.rules.huxxy.melds import hand_points, is_valid_group
from bot.rules.huxxy.state import MOST_PLAYS, OPENING_POINTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.players.huxxy.turn import Start

_MOST_STEPS = 12_000
"""Steps of the search after which the best turn so far is played."""
_MOST_TAKEN = 3
"""Cards taken from the table for one group: three hand cards are then played at most with them."""


class _Use(NamedTuple):
    """An addition with the source of each of its cards: a group's number, or None for the hand. Hand cards first."""

    group: int | None
    cards: tuple[tuple[Card, int | None], ...]


class _Position(NamedTuple):
    """What is left while the turn is put together: the hand, and the table without the cards taken."""

    hand: tuple[Card, ...]
    table: tuple[tuple[Card, ...], ...]
    touched: frozenset[int]
    plays: int


@lru_cache(maxsize=256)
def best_with_table(start: Start) -> tuple[Play | Move, ...]:
    """The plays and moves found that shed most cards of the hand, then most points; () if there is no turn."""
    search = _Search(start)
    search.walk(0, [], _Position(start.hand, start.table, frozenset(), 0))
    return tuple(_actions(search.best, len(start.table)))


class _Search:
    """Depth-first over the cards of the hand: each stays, or goes with an addition whose first hand card it is."""

    def __init__(self, start: Start) -> None:
        self.faces = sorted(dict.fromkeys(start.hand), key=lambda card: -card.value)
        place = {card: index for index, card in enumerate(self.faces)}
        loose = tuple(sorted(_can_be_taken(start.table)))
        self.additions: dict[Card, list[Addition]] = {card: [] for card in self.faces}
        for addition in additions((*start.hand, *loose), start.table, MOST_PLAYS):
            own = [place[card] for card in addition.cards if card in place]
            if own and len(addition.cards) - len(own) <= _MOST_TAKEN:
                self.additions[self.faces[min(own)]].append(addition)
        for found in self.additions.values():
            found.sort(key=lambda addition: -sum(card in place for card in addition.cards))
        self.start = start
        self.best: list[_Use] = []
        self.most = (0, 0, 0)
        self.steps = 0

    def walk(self, index: int, chosen: list[_Use], now: _Position) -> None:
        self.steps += 1
        self._compare(chosen, now)
        if index == len(self.faces) or now.plays == MOST_PLAYS or self.steps > _MOST_STEPS:
            return
        card = self.faces[index]
        if card in now.hand:
            for addition in self.additions[card]:
                done = _use(now, addition)
                if done is not None:
                    use, after = done
                    self.walk(index, [*chosen, use], after)
        self.walk(index + 1, chosen, now)

    def _compare(self, chosen: list[_Use], now: _Position) -> None:
        played = without(self.start.hand, *now.hand)
        shed = len(played), hand_points(played), -now.plays
        enough = self.start.opened or sum(card.value for card in played) >= OPENING_POINTS
        if shed > self.most and enough:
            self.most, self.best = shed, list(chosen)


def _can_be_taken(table: Sequence[tuple[Card, ...]]) -> set[Card]:
    """The cards without which their group is valid still."""
    return {card for group in table for card in dict.fromkeys(group) if is_valid_group(without(group, card))}


def _use(now: _Position, addition: Addition) -> tuple[_Use, _Position] | None:
    """Carry out an addition, from the hand where possible, else from the table; None if it cannot be."""
    if now.plays + len(addition.cards) > MOST_PLAYS or (
        addition.group is not None and addition.group in now.touched
    ):
        return None
    hand, table, touched = list(now.hand), list(now.table), set(now.touched)
    if addition.group is not None:
        touched.add(addition.group)
    own: list[tuple[Card, int | None]] = []
    taken: list[tuple[Card, int | None]] = []
    for card in addition.cards:
        if card in hand:
            hand.remove(card)
            own.append((card, None))
            continue
        source = _source(card, table, addition.group, now.touched)
        if source is None:
            return None
        table[source - 1] = without(table[source - 1], card)
        touched.add(source)
        taken.append((card, source))
    if not own:
        return None
    after = _Position(tuple(hand), tuple(table), frozenset(touched), now.plays + len(addition.cards))
    return _Use(addition.group, (*own, *taken)), after


def _source(
    card: Card, table: Sequence[tuple[Card, ...]], target: int | None, touched: frozenset[int]
) -> int | None:
    """A group, neither the target nor used before, that is valid without the card."""
    for number, group in enumerate(table, 1):
        if (
            number != target
            and number not in touched
            and card in group
            and is_valid_group(without(group, card))
        ):
            return number
    return None


def _actions(uses: Sequence[_Use], groups: int) -> list[Play | Move]:
    """The plays and moves in an order in which the first is from the hand."""
    found: list[Play | Move] = []
    for use in uses:
        target = use.group
        for card, source in use.cards:
            found.append(Play(card, target) if source is None else Move(card, source, target))
            if target is None:
                groups += 1
                target = groups
    return found
