"""What fits the melds on the table: lay-offs, and natural cards to swap for jokers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from bot.rules.cards import BLACK_JOKER, RED_JOKER, SUITS, Card, without
from bot.rules.rummy.actions import HIGH, LOW, LayOff, Swap
from bot.rules.rummy.melds import (
    ACE_HIGH,
    CARD_AT,
    JOKER_COLOUR,
    MAX_SET,
    Meld,
    bits_of,
    is_set,
    is_valid_set,
    run_start,
)

INSIDE = "inside"
_JOKERS = {"R": RED_JOKER, "B": BLACK_JOKER}

Places = Mapping[str, Meld]
"""The resulting meld by place: "low", "high" or "inside" (in a set, or within a run)."""
_PlacesByCard = dict[Card, dict[str, Meld]]


class Fits(NamedTuple):
    """What fits one meld: the places and resulting melds by card; `wanted` has a bit for each such card."""

    lay_offs: Mapping[Card, Places]
    swaps: Mapping[Card, Places]
    wanted: int


@lru_cache(maxsize=2048)
def fits(meld: Meld) -> Fits:
    """Every card that can be laid off on a valid meld or swapped for a joker in it."""
    lay_offs, swaps = _set_fits(meld) if is_set(meld) else _run_fits(meld)
    return Fits(lay_offs, swaps, bits_of((*lay_offs, *swaps)))


def _set_fits(meld: Meld) -> tuple[_PlacesByCard, _PlacesByCard]:
    value = next(card.value for card in meld if not card.is_joker)
    naturals = [CARD_AT[suit][value] for suit in SUITS]
    more = [card for card in (*naturals, RED_JOKER, BLACK_JOKER) if is_valid_set((*meld, card))]
    lay_offs = {card: {INSIDE: tuple(sorted((*meld, card)))} for card in more if len(meld) < MAX_SET}
    swaps = {
        card: {INSIDE: tuple(sorted((*without(meld, joker), card)))}
        for card in naturals
        if card not in meld and (joker := _JOKERS[JOKER_COLOUR[card.suit]]) in meld
    }
    return lay_offs, swaps


def _run_fits(meld: Meld) -> tuple[_PlacesByCard, _PlacesByCard]:
    start = run_start(meld)
    if start is None:
        raise ValueError("Cards that are no meld take no other cards.")
    suit = next(card.suit for card in meld if not card.is_joker)
    joker = _JOKERS[JOKER_COLOUR[suit]]
    end = start + len(meld) - 1
    lay_offs: _PlacesByCard = {}
    if start > 1:
        for card in (CARD_AT[suit][start - 1], joker):
            lay_offs.setdefault(card, {})[LOW] = (card, *meld)
    if end < ACE_HIGH:
        for card in (CARD_AT[suit][end + 1], joker):
            lay_offs.setdefault(card, {})[HIGH] = (*meld, card)
    swaps: _PlacesByCard = {}
    for index, held in enumerate(meld):
        if held.is_joker:
            position = start + index
            place = {1: LOW, ACE_HIGH: HIGH}.get(position, INSIDE)
            card = CARD_AT[suit][position]
            swaps.setdefault(card, {})[place] = (*meld[:index], card, *meld[index + 1 :])
    return lay_offs, swaps


def lay_offs(hand: Iterable[Card], melds: Sequence[Meld]) -> list[LayOff]:
    """Every lay-off of a hand card that fits the melds, regardless of the turn and the size of the hand."""
    return [LayOff(*where) for where in _places(hand, melds, lambda taken: taken.lay_offs)]


def swaps(hand: Iterable[Card], melds: Sequence[Meld]) -> list[Swap]:
    """Every swap of a natural hand card for a joker in the melds."""
    return [Swap(*where) for where in _places(hand, melds, lambda taken: taken.swaps)]


def _places(
    hand: Iterable[Card], melds: Sequence[Meld], of: Callable[[Fits], Mapping[Card, Places]]
) -> list[tuple[Card, int, str | None]]:
    """Every hand card for which `of` has places, with the meld's number and the end to name."""
    bits = bits_of(hand)
    found: list[tuple[Card, int, str | None]] = []
    for number, meld in enumerate(melds, 1):
        taken = fits(meld)
        if not taken.wanted & bits:
            continue
        for card, places in of(taken).items():
            if bits >> card.order & 1:
                found += [(card, number, end) for end, _after in ends_to_name(places)]
    return found


def freed_joker(before: Meld, after: Meld) -> Card:
    """The joker that a swap removed from a meld."""
    return next(joker for joker in _JOKERS.values() if before.count(joker) > after.count(joker))


def ends_to_name(places: Places) -> Iterator[tuple[str | None, Meld]]:
    """The resulting melds, each with the end to name: "low" and "high" if both fit, otherwise None."""
    for end, after in places.items():
        yield (end if len(places) > 1 else None), after
