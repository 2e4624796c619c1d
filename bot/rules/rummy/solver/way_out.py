"""Breadth-first search for a way to go out this turn by laying down, laying off and swapping."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import Card, with_card, with_item, without
from bot.rules.rummy.actions import Discard, LayOff, RummyAction, Swap, lay_down
from bot.rules.rummy.fitting import ends_to_name, fits, freed_joker
from bot.rules.rummy.melds import Meld
from bot.rules.rummy.solver.candidates import candidates

if TYPE_CHECKING:
    from collections.abc import Iterator


class TooHardError(Exception):
    """The search reached its limit of places without an answer."""


class _Place(NamedTuple):
    """A node of the search: a hand and the melds on the table within the turn."""

    hand: tuple[Card, ...]
    table: tuple[Meld, ...]


_Came = dict[_Place, tuple[_Place, RummyAction] | None]
"""For each place reached, its predecessor and the action that led from there; None for the start."""


def way_out(hand: tuple[Card, ...], table: tuple[Meld, ...], max_places: int) -> tuple[RummyAction, ...] | None:
    """Find the fewest actions that empty the hand of a seat that has laid down; None if no actions do.

    The search visits every place of the turn, so None is a proof.

    Args:
        hand: the hand after the draw.
        table: the melds on the table.
        max_places: the number of places after which the search gives up.

    Raises:
        TooHardError: the search gave up.
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
    """Every play except a discard, with the place it leads to; the hand has at least two cards."""
    for meld in dict.fromkeys(candidate.meld for candidate in candidates(place.hand)):
        if len(meld) < len(place.hand):
            yield lay_down([meld]), _Place(without(place.hand, *meld), (*place.table, meld))
    for number, meld in enumerate(place.table):
        fitting = fits(meld)
        for card in dict.fromkeys(place.hand):
            left = without(place.hand, card)
            for end, after in ends_to_name(fitting.lay_offs.get(card, {})):
                yield LayOff(card, number + 1, end), _Place(left, with_item(place.table, number, after))
            for end, after in ends_to_name(fitting.swaps.get(card, {})):
                taken = with_card(left, freed_joker(meld, after))
                yield Swap(card, number + 1, end), _Place(taken, with_item(place.table, number, after))
