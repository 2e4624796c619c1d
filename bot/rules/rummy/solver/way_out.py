"""Whether a hand can go out this turn: every way of laying down, laying off and swapping is tried, shortest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import Card, with_card, without
from bot.rules.rummy.actions import Discard, LayOff, RummyAction, Swap, lay_down
from bot.rules.rummy.fitting import fits, freed_joker
from bot.rules.rummy.melds import Meld
from bot.rules.rummy.solver.candidates import candidates

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class TooHardError(Exception):
    """The position has more continuations than the search may look at."""


class _Place(NamedTuple):
    """A hand and the melds on the table, within one turn."""

    hand: tuple[Card, ...]
    table: tuple[Meld, ...]

    def with_meld(self, number: int, meld: Meld, hand: tuple[Card, ...]) -> _Place:
        """The place after the meld of that number, from 0, has changed."""
        return _Place(hand, (*self.table[:number], meld, *self.table[number + 1 :]))


_Came = dict[_Place, tuple[_Place, RummyAction] | None]
"""From where and by what each place was first reached; the start has no such step."""


def way_out(hand: tuple[Card, ...], table: tuple[Meld, ...], max_places: int) -> tuple[RummyAction, ...] | None:
    """The fewest actions by which a seat that has laid down gets rid of its whole hand; None if it cannot.

    Breadth-first over all places of the turn, so the answer is proved either way.

    Raises:
        TooHardError: `max_places` were reached without an answer.
    """
    start = _Place(tuple(sorted(hand)), table)
    came: _Came = {start: None}
    layer = [start]
    while layer:
        following: list[_Place] = []
        for place in layer:
            if len(place.hand) == 1:
                return (*_back(came, place), Discard(place.hand[0]))
            for action, after in _steps(place):
                if after not in came:
                    came[after] = (place, action)
                    following.append(after)
            if len(came) > max_places:
                raise TooHardError
        layer = following
    return None


def _back(came: _Came, place: _Place) -> list[RummyAction]:
    """The actions from the start to a place."""
    actions: list[RummyAction] = []
    while (step := came[place]) is not None:
        place, action = step
        actions.append(action)
    return actions[::-1]


def _steps(place: _Place) -> Iterator[tuple[RummyAction, _Place]]:
    """Every play but the discard, from a hand of at least two cards, with the place after it."""
    for meld in dict.fromkeys(candidate.meld for candidate in candidates(place.hand)):
        if len(meld) < len(place.hand):
            yield lay_down([meld]), _Place(without(place.hand, *meld), (*place.table, meld))
    for number, meld in enumerate(place.table):
        fitting = fits(meld)
        for card in dict.fromkeys(place.hand):
            left = without(place.hand, card)
            for end, after in _ends(fitting.lay_offs.get(card, {})):
                yield LayOff(card, number + 1, end), place.with_meld(number, after, left)
            for end, after in _ends(fitting.swaps.get(card, {})):
                taken = with_card(left, freed_joker(meld, after))
                yield Swap(card, number + 1, end), place.with_meld(number, after, taken)


def _ends(places: Mapping[str, Meld]) -> Iterator[tuple[str | None, Meld]]:
    """The melds that result, with the end to name where there are two to choose from."""
    for end, after in places.items():
        yield (end if len(places) > 1 else None), after
