"""All laydowns of a hand, as a sequence that counts and indexes without listing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, overload

from bot.rules.rummy.actions import LayDown
from bot.rules.rummy.melds import Meld
from bot.rules.rummy.solver.candidates import (
    FIELD_BITS,
    FULL_FIELD,
    GUARDS,
    Candidate,
    by_lowest_card,
    candidates,
    pack,
)

if TYPE_CHECKING:
    from bot.rules.cards import Card

_TWINS = GUARDS >> 2  # set where a count is two


def lay_downs(hand: tuple[Card, ...], minimum: int) -> Sequence[LayDown]:
    """Every combination of disjoint melds worth at least `minimum` points that leaves a card in the hand."""
    melds = candidates(hand)
    value = sum([meld.value for meld in melds])
    # Only pairs of equal cards allow the same meld twice.
    if value < minimum and (2 * value < minimum or not pack(hand) & _TWINS):
        return ()
    return LayDowns(hand, minimum, melds) if melds else ()


class _Place(NamedTuple):
    """A point in building a combination: the packed cards available, and the melds from `first` on that start with
    `field`.

    Melds are chosen by lowest card, and in order among those with the same lowest card, so two copies of it give each
    pair of melds once. `need` is the value still required, `kept` whether a card is certain to stay in the hand.
    """

    available: int
    field: int
    first: int
    need: int
    kept: bool


class _Branch(NamedTuple):
    """One continuation: the next meld (None: no more with this card), whether the combination may end there, and the
    rest.
    """

    meld: Meld | None
    ends: bool
    rest: _Place
    rows: int


class LayDowns(Sequence[LayDown]):
    """The combinations of a hand's melds.

    Each combination appears once, its melds ordered by lowest card. How it continues depends only on the cards still
    available, so each such place is counted once. `in` is not supported: `Plays` answers it with the rules' checks.
    """

    __slots__ = ("_branches", "_groups", "_most", "_start", "_starts")

    def __init__(self, hand: tuple[Card, ...], minimum: int, melds: list[Candidate]) -> None:
        self._groups = by_lowest_card(melds)
        self._starts = sum([FULL_FIELD << (field * FIELD_BITS) for field in self._groups])
        self._start = _Place(pack(hand) - GUARDS, -1, 0, minimum, False)
        self._most: dict[int, int] = {}  # by field: the most that melds starting there or later are worth
        most = 0
        for field in sorted(self._groups, reverse=True):
            copies = self._start.available >> (field * FIELD_BITS) & FULL_FIELD
            most += copies * max([meld.value for meld in self._groups[field]])
            self._most[field] = most
        self._branches: dict[_Place, list[_Branch]] = {}

    def __len__(self) -> int:
        return sum([branch.rows for branch in self._ways_on(self._start)])

    @overload
    def __getitem__(self, index: int) -> LayDown: ...
    @overload
    def __getitem__(self, index: slice) -> list[LayDown]: ...
    def __getitem__(self, index: int | slice) -> LayDown | list[LayDown]:
        places = range(len(self))[index]
        return [self._at(place) for place in places] if isinstance(places, range) else self._at(places)

    def __iter__(self) -> Iterator[LayDown]:
        return self._rows(self._start, ())

    def _ways_on(self, place: _Place) -> list[_Branch]:
        """The branches at a place that lead to a combination."""
        available, field, first, need, kept = place
        lowest = available & self._starts
        if not lowest:
            return []
        lowest_field = ((lowest & -lowest).bit_length() - 1) // FIELD_BITS
        if need > self._most[lowest_field]:
            return []
        shift = lowest_field * FIELD_BITS
        cut = available >> shift << shift  # lower cards stay in the hand
        place = _Place(cut, lowest_field, first if field == lowest_field else 0, need, kept or cut != available)
        found = self._branches.get(place)
        if found is None:
            found = self._branches[place] = self._branches_at(place)
        return found

    def _branches_at(self, place: _Place) -> list[_Branch]:
        available, field, first, need, kept = place
        found: list[_Branch] = []
        guarded = available | GUARDS
        group = self._groups[field]
        for number in range(first, len(group)):
            used, _, value, _, _, meld = group[number]
            left = guarded - used
            if left & GUARDS == GUARDS:
                left ^= GUARDS
                ends = need <= value and (kept or left > 0)
                self._add(found, meld, ends, _Place(left, field, number, max(0, need - value), kept))
        self._add(found, None, False, _Place(available & ~(FULL_FIELD << (field * FIELD_BITS)), -1, 0, need, True))
        return found

    def _add(self, found: list[_Branch], meld: Meld | None, ends: bool, rest: _Place) -> None:
        more = sum([branch.rows for branch in self._ways_on(rest)])
        if ends or more:
            found.append(_Branch(meld, ends, rest, ends + more))

    def _at(self, index: int) -> LayDown:
        """The combination at an index, found by descending the branches and skipping by their counts."""
        row: list[Meld] = []
        place = self._start
        while True:
            branches = iter(self._ways_on(place))
            meld, ends, place, count = next(branches)
            while index >= count:
                index -= count
                meld, ends, place, count = next(branches)
            if meld is not None:
                row.append(meld)
            if ends:
                if index == 0:
                    return LayDown(tuple(sorted(row)))
                index -= 1

    def _rows(self, place: _Place, row: tuple[Meld, ...]) -> Iterator[LayDown]:
        for meld, ends, rest, _ in self._ways_on(place):
            longer = row if meld is None else (*row, meld)
            if ends:
                yield LayDown(tuple(sorted(longer)))
            yield from self._rows(rest, longer)
