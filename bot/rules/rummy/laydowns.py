"""All that a hand can lay down, as a sequence that counts and indexes without listing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from bot.rules.rummy.actions import LayDown
from bot.rules.rummy.candidates import GUARDS, Candidate, candidates, pack
from bot.rules.rummy.melds import SHORTEST

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.rummy.melds import Meld

MOST_VALUE_A_CARD = 10


def lay_downs(hand: tuple[Card, ...], minimum: int) -> Sequence[LayDown]:
    """Every combination of disjoint melds worth at least `minimum` that leaves a card in the hand."""
    melds = candidates(hand)
    return LayDowns(hand, minimum, melds) if melds else ()


class LayDowns(Sequence[LayDown]):
    """The combinations of a hand's melds.

    Each combination is there once: it is a row of melds in the order in which the hand's melds are found, the same
    meld twice in a row only from twin cards. `in` is not answered here: the rules' check does it without a list.
    """

    __slots__ = ("_available", "_counts", "_hand_size", "_melds", "_minimum")

    def __init__(self, hand: tuple[Card, ...], minimum: int, melds: list[Candidate]) -> None:
        self._melds = melds
        self._available = pack(hand)
        self._hand_size = len(hand)
        self._minimum = minimum
        self._counts: dict[tuple[int, int, int], int] = {}

    def __len__(self) -> int:
        return self._count(0, self._available, self._hand_size - 1, self._minimum)

    @overload
    def __getitem__(self, index: int) -> LayDown: ...
    @overload
    def __getitem__(self, index: slice) -> list[LayDown]: ...
    def __getitem__(self, index: int | slice) -> LayDown | list[LayDown]:
        places = range(len(self))[index]
        return [self._at(place) for place in places] if isinstance(places, range) else self._at(places)

    def __iter__(self) -> Iterator[LayDown]:
        return self._rows(0, self._available, self._hand_size - 1, self._minimum, ())

    def _count(self, start: int, available: int, room: int, need: int) -> int:
        """How many rows begin at that meld or later, have room in the hand and are worth what is needed."""
        if need > room * MOST_VALUE_A_CARD:
            return 0
        key = (start, available, need)
        counted = self._counts.get(key)
        if counted is None:
            counted = sum([count for _, count in self._first_melds(start, available, room, need)])
            self._counts[key] = counted
        return counted

    def _first_melds(self, start: int, available: int, room: int, need: int) -> list[tuple[int, int]]:
        """Each meld that a row may begin with, and how many rows do: the meld alone (if worth it) and what follows."""
        found: list[tuple[int, int]] = []
        for place in range(start, len(self._melds)):
            used, size, value, *_ = self._melds[place]
            left = available - used
            if size <= room and left & GUARDS == GUARDS:
                alone = need <= value
                more = (
                    self._count(place, left, room - size, max(0, need - value))
                    if room - size >= SHORTEST
                    else 0
                )
                if alone or more:
                    found.append((place, alone + more))
        return found

    def _at(self, index: int) -> LayDown:
        """The row of that place: down the melds it begins with, skipping the rows of those before it."""
        row: list[Meld] = []
        start, available, room, need = 0, self._available, self._hand_size - 1, self._minimum
        while True:
            first = iter(self._first_melds(start, available, room, need))
            place, count = next(first)
            while index >= count:
                index -= count
                place, count = next(first)
            used, size, value, _, _, meld = self._melds[place]
            row.append(meld)
            if need <= value:
                if index == 0:
                    return LayDown(tuple(sorted(row)))
                index -= 1
            start, available, room, need = place, available - used, room - size, max(0, need - value)

    def _rows(
        self, start: int, available: int, room: int, need: int, row: tuple[Meld, ...]
    ) -> Iterator[LayDown]:
        for place in range(start, len(self._melds)):
            used, size, value, _, _, meld = self._melds[place]
            left = available - used
            if size <= room and left & GUARDS == GUARDS:
                longer = (*row, meld)
                if need <= value:
                    yield LayDown(tuple(sorted(longer)))
                if room - size >= SHORTEST and need - value <= (room - size) * MOST_VALUE_A_CARD:
                    yield from self._rows(place, left, room - size, max(0, need - value), longer)
