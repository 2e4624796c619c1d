"""Whether a hand of Rummy can go out this turn: every way of laying down, laying off and swapping is tried."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import Card, with_card, without
from bot.rules.rummy.actions import Discard, LayOff, RummyAction, Swap, lay_down
from bot.rules.rummy.fitting import fits
from bot.rules.rummy.melds import Meld
from bot.rules.rummy.solver.candidates import candidates

if TYPE_CHECKING:
    from collections.abc import Iterator


class _Place(NamedTuple):
    """A hand and the melds on the table, within one turn."""

    hand: tuple[Card, ...]
    table: tuple[Meld, ...]


class TooHardError(Exception):
    """The position has more continuations than the search may look at."""


def way_out(hand: tuple[Card, ...], table: tuple[Meld, ...], max_nodes: int) -> tuple[RummyAction, ...] | None:
    """The fewest actions by which a seat that has laid down gets rid of its whole hand; None if it cannot.

    Breadth-first over all positions of the turn, so the answer is proved either way. Raises TooHardError after
    `max_nodes` positions.
    """
    start = _Place(tuple(sorted(hand)), table)
    came: dict[_Place, tuple[_Place, RummyAction] | None] = {start: None}
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
            if len(came) > max_nodes:
                raise TooHardError
        layer = following
    return None


def _back(came: dict[_Place, tuple[_Place, RummyAction] | None], place: _Place) -> list[RummyAction]:
    actions: list[RummyAction] = []
    while (step := came[place]) is not None:
        place, action = step
        actions.append(action)
    return actions[::-1]


def _steps(place: _Place) -> Iterator[tuple[RummyAction, _Place]]:
    """Every play but the discard, with the position after it."""
    if len(place.hand) < 2 and not any(card in fits(meld).swaps for meld in place.table for card in place.hand):
        return
    for meld in dict.fromkeys(it.meld for it in candidates(place.hand)):
        if len(meld) < len(place.hand):
            rest = place.hand
            for card in meld:
                rest = without(rest, card)
            yield lay_down([meld]), _Place(rest, (*place.table, meld))
    for number, meld in enumerate(place.table):
        fitting = fits(meld)
        for card in dict.fromkeys(place.hand):
            left = without(place.hand, card)
            for end, after in fitting.lay_offs.get(card, {}).items() if left else ():
                yield _lay_off(card, number, end, len(fitting.lay_offs[card])), _replaced(place, left, number, after)
            for end, after in fitting.swaps.get(card, {}).items():
                joker = next(it for it in meld if it.is_joker and meld.count(it) > after.count(it))
                hand = with_card(left, joker)
                yield _swap(card, number, end, len(fitting.swaps[card])), _replaced(place, hand, number, after)


def _lay_off(card: Card, number: int, end: str, ends: int) -> LayOff:
    return LayOff(card, number + 1, end if ends > 1 else None)


def _swap(card: Card, number: int, end: str, ends: int) -> Swap:
    return Swap(card, number + 1, end if ends > 1 else None)


def _replaced(place: _Place, hand: tuple[Card, ...], number: int, meld: Meld) -> _Place:
    return _Place(hand, (*place.table[:number], meld, *place.table[number + 1 :]))
