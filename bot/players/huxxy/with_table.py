"""A Huxxy turn that also takes cards from groups that stay valid or can be repaired from the hand."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from bot.players.huxxy.from_hand import Addition, additions, extensions
from bot.rules.cards import Card, without
from bot.rules.huxxy.actions import Move, Play
from bot.rules.huxxy.melds import hand_points, is_valid_group
from bot.rules.huxxy.state import MAX_PLAYS, OPENING_POINTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.players.huxxy.turn import Start

_MAX_STEPS = 8_000
"""Search steps after which the best turn so far is played. A count rather than a time, so that every action of the
turn finds the same plan again in any process."""
_MAX_TAKEN = 3
"""Maximum number of cards taken from the table for one group."""


class _Use(NamedTuple):
    """An addition with the source of each card: a group's number, or None for the hand. Hand cards come first."""

    group: int | None
    cards: tuple[tuple[Card, int | None], ...]


class _Position(NamedTuple):
    """What is left while a turn is built: the hand, and the table without the cards taken."""

    hand: tuple[Card, ...]
    table: tuple[tuple[Card, ...], ...]
    targets: frozenset[int]
    sources: frozenset[int]
    plays: int


@lru_cache(maxsize=256)
def best_with_table(start: Start) -> tuple[Play | Move, ...]:
    """The plays and moves found that shed the most hand cards, then the most points; () if there is no turn."""
    search = _Search(start)
    search.walk(0, [], _Position(start.hand, start.table, frozenset(), frozenset(), 0))
    return tuple(_actions(search.best, len(start.table)))


class _Search:
    """Depth-first search over the hand: each card stays, or goes with an addition whose first hand card it is."""

    def __init__(self, start: Start) -> None:
        self.faces = sorted(dict.fromkeys(start.hand), key=lambda card: -card.value)
        place = {card: index for index, card in enumerate(self.faces)}
        loose = tuple(sorted(card for group in start.table for card in dict.fromkeys(group)))
        self.additions: dict[Card, list[Addition]] = {card: [] for card in self.faces}
        for addition in additions((*start.hand, *loose), start.table, MAX_PLAYS):
            own = [place[card] for card in addition.cards if card in place]
            if own and len(addition.cards) - len(own) <= _MAX_TAKEN:
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
        if index == len(self.faces) or now.plays == MAX_PLAYS or self.steps > _MAX_STEPS:
            return
        card = self.faces[index]
        if card in now.hand:
            for addition in self.additions[card]:
                for uses, after in self._ways(now, addition):
                    self.walk(index, [*chosen, *uses], after)
        self.walk(index + 1, chosen, now)

    def _ways(self, now: _Position, addition: Addition) -> Iterator[tuple[list[_Use], _Position]]:
        """The ways to make an addition that leave every group valid, repairing at most one group from the hand."""
        for use, after in _carry_out(now, addition):
            self.steps += 1
            touched = {source for _, source in use.cards if source is not None}
            damaged = [number for number in touched if not is_valid_group(after.table[number - 1])]
            if not damaged:
                yield [use], after
            elif len(damaged) == 1:
                for repair, repaired in _repairs(after, damaged[0]):
                    yield [use, repair], repaired

    def _compare(self, chosen: list[_Use], now: _Position) -> None:
        played = without(self.start.hand, *now.hand)
        shed = len(played), hand_points(played), -now.plays
        enough = self.start.opened or sum(card.value for card in played) >= OPENING_POINTS
        if shed > self.most and enough:
            self.most, self.best = shed, list(chosen)


def _carry_out(now: _Position, addition: Addition) -> Iterator[tuple[_Use, _Position]]:
    """The ways to make an addition: from the hand where possible, else from any group with the card."""
    if now.plays + len(addition.cards) > MAX_PLAYS or addition.group in now.targets | now.sources:
        return
    hand = list(now.hand)
    own: list[tuple[Card, int | None]] = []
    missing: list[Card] = []
    for card in addition.cards:
        if card in hand:
            hand.remove(card)
            own.append((card, None))
        else:
            missing.append(card)
    if not own or len(missing) > _MAX_TAKEN:
        return
    targets = now.targets if addition.group is None else now.targets | {addition.group}
    plays = now.plays + len(addition.cards)
    for sources in product(*(_holders(card, now.table, targets) for card in missing)):
        table = list(now.table)
        for card, source in zip(missing, sources, strict=True):
            if card not in table[source - 1]:
                break
            table[source - 1] = without(table[source - 1], card)
        else:
            after = _Position(tuple(hand), tuple(table), targets, now.sources | set(sources), plays)
            yield _Use(addition.group, (*own, *zip(missing, sources, strict=True))), after


def _holders(card: Card, table: Sequence[tuple[Card, ...]], targets: frozenset[int]) -> list[int]:
    """The groups that contain the card and receive none this turn."""
    return [number for number, group in enumerate(table, 1) if card in group and number not in targets]


def _repairs(now: _Position, number: int) -> Iterator[tuple[_Use, _Position]]:
    """The ways to make an invalid group valid again with hand cards."""
    group = now.table[number - 1]
    if sum(not card.is_joker for card in group) < 2:
        return
    for cards in extensions(now.hand, group, MAX_PLAYS - now.plays):
        hand = without(now.hand, *cards)
        plays = now.plays + len(cards)
        after = now._replace(hand=hand, targets=now.targets | {number}, plays=plays)
        yield _Use(number, tuple((card, None) for card in cards)), after


def _actions(uses: Sequence[_Use], groups: int) -> list[Play | Move]:
    """The plays and moves, ordered so that the first is from the hand."""
    found: list[Play | Move] = []
    for use in uses:
        target = use.group
        for card, source in use.cards:
            found.append(Play(card, target) if source is None else Move(card, source, target))
            if target is None:
                groups += 1
                target = groups
    return found
