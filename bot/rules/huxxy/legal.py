"""Legal actions as a lazy sequence: a full table allows over a thousand plays and moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, overload

from bot.rules.huxxy.actions import DRAW, END_TURN, RESET, UNDO, HuxxyAction, Move, Play
from bot.rules.huxxy.checks import KINDS, Turn, can_end, why_not
from bot.rules.huxxy.state import MAX_PLAYS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.rules.cards import Card


class TurnActions(Sequence[HuxxyAction]):
    """The legal actions of a turn: draw, or end, undo and reset, then plays, moves, and plays and moves of jokers.

    Equal cards in the same place are listed once. Actions are counted on the first `len()` and built on access.
    """

    __slots__ = ("_cards", "_few", "_jokers", "_size", "_sources", "turn")

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self._few: tuple[HuxxyAction, ...] = ()
        self._cards: list[Card] = []
        self._sources: list[tuple[Card, int]] = []
        self._jokers: list[HuxxyAction] = []
        self._size = -1

    def __len__(self) -> int:
        if self._size < 0:
            self._size = self._count()
        return self._size

    def _count(self) -> int:
        turn = self.turn
        plays = turn.plays
        self._few = ((END_TURN, UNDO, RESET) if can_end(turn) else (UNDO, RESET)) if plays else (DRAW,)
        if len(plays) >= MAX_PLAYS:
            return len(self._few)
        self._cards = [card for card, left in zip(turn.hand, (None, *turn.hand), strict=False) if card != left]
        if plays:
            self._sources = _sources(turn)
        self._jokers = self._take_jokers()
        groups = len(turn.table)
        return len(self._few) + len(self._cards) * (groups + 1) + len(self._sources) * groups + len(self._jokers)

    def _take_jokers(self) -> list[HuxxyAction]:
        """Remove jokers from the other lists and return their plays and moves, which have restrictions of their own."""
        actions: list[HuxxyAction] = []
        table = self.turn.table
        free = (None, *(n for n, group in enumerate(table, 1) if all(card[1] for card in group)))
        if self._cards and not self._cards[-1][1]:
            joker = self._cards.pop()
            actions += [Play(joker, target) for target in free]
        if len(free) <= len(table):
            held = [pair for pair in self._sources if not pair[0][1]]
            self._sources = [pair for pair in self._sources if pair[0][1]]
            actions += [Move(joker, source, target) for joker, source in held for target in free]
        return actions

    def __iter__(self) -> Iterator[HuxxyAction]:
        """All actions in order. The plays or moves of one card are cached, because many turns share them."""
        len(self)
        groups = len(self.turn.table)
        yield from self._few
        for card in self._cards:
            yield from _plays(card, groups)
        for card, source in self._sources:
            yield from _moves(card, source, groups)
        yield from self._jokers

    @overload
    def __getitem__(self, index: int) -> HuxxyAction: ...
    @overload
    def __getitem__(self, index: slice) -> list[HuxxyAction]: ...
    def __getitem__(self, index: int | slice) -> HuxxyAction | list[HuxxyAction]:
        size = len(self)
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(size))]
        place = index + size if index < 0 else index
        if not 0 <= place < size:
            raise IndexError("The index is out of range.")
        if place < len(self._few):
            return self._few[place]
        place -= len(self._few)
        groups = len(self.turn.table)
        plays = len(self._cards) * (groups + 1)
        if place < plays:
            card, target = divmod(place, groups + 1)
            return Play(self._cards[card], target or None)
        place -= plays
        if place < len(self._sources) * groups:
            pair, target = divmod(place, groups)
            card_moved, source = self._sources[pair]
            return Move(card_moved, source, (target if target < source else target + 1) or None)
        return self._jokers[place - len(self._sources) * groups]

    def __contains__(self, action: object) -> bool:
        return type(action) in KINDS and why_not(self.turn, action) is None  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        return self.turn == other.turn if isinstance(other, TurnActions) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.turn)

    def __repr__(self) -> str:
        return f"TurnActions({self.turn!r})"

    def __reduce__(self) -> tuple[type[TurnActions], tuple[Turn]]:
        return TurnActions, (self.turn,)


@lru_cache(maxsize=1024)
def _plays(card: Card, groups: int) -> tuple[Play, ...]:
    """Plays of a card to a new group and to groups 1 to `groups`."""
    return (Play(card, None), *(Play(card, number) for number in range(1, groups + 1)))


@lru_cache(maxsize=2048)
def _moves(card: Card, source: int, groups: int) -> tuple[Move, ...]:
    """Moves of a card from its group to a new one and to each of the others."""
    return (Move(card, source, None), *(Move(card, source, n) for n in range(1, groups + 1) if n != source))


def _sources(turn: Turn) -> list[tuple[Card, int]]:
    """Every movable card with its group's number; equal cards in a group, which are adjacent, appear once."""
    return [
        (card, number)
        for number, group in enumerate(turn.table, 1)
        for card, left in zip(group, (None, *group), strict=False)
        if card != left
    ]
