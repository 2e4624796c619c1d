"""The melds that cards of Rummy can form, and messages saying why picked ones form none."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from bot.language import _
from bot.rules.cards import without
from bot.rules.rummy import is_valid_set, meld_value, run_start
from bot.rules.rummy.melds import ACE_HIGH, JOKER_COLOUR, MAX_RUN, MAX_SET, MIN_MELD
from bot.rules.rummy.solver.candidates import candidates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.rules.rummy.melds import Meld


def melds_of(cards: Sequence[Card]) -> list[Meld]:
    """Every meld that uses all of the cards: the set, or each run they can be laid as, lowest first.

    >>> from bot.rules.cards import format_cards, parse_cards
    >>> [format_cards(meld) for meld in melds_of(parse_cards("XR 6D 5D 7D"))]
    ['XR 5D 6D 7D', '5D 6D 7D XR']
    >>> [format_cards(meld) for meld in melds_of(parse_cards("5C 5S 5H"))]
    ['5S 5H 5C']
    """
    if is_valid_set(cards):
        return [tuple(sorted(cards))]
    if not MIN_MELD <= len(cards) <= MAX_RUN:
        return []
    starts = range(1, ACE_HIGH - len(cards) + 2)
    found = [run for start in starts for run in _runs_from(start, cards) if run_start(run) == start]
    return list(dict.fromkeys(found))


def melds_in(cards: Sequence[Card]) -> list[Meld]:
    """Every meld that some of the cards form, most valuable first.

    >>> from bot.rules.cards import format_cards, parse_cards
    >>> [format_cards(meld) for meld in melds_in(parse_cards("5C 5S 5H 6S 7S 0D"))]
    ['5S 6S 7S', '5S 5H 5C']
    """
    found = candidates(cards)
    return [one.meld for one in sorted(found, key=lambda one: (-one.value, -one.size, one.meld))]


def longest(melds: Sequence[Meld]) -> list[Meld]:
    """The melds in their order, without those whose cards are all in a longer one.

    >>> from bot.rules.cards import format_cards, parse_cards
    >>> [format_cards(meld) for meld in longest(melds_in(parse_cards("5S 6S 7S 8S 5H 5C")))]
    ['5S 6S 7S 8S', '5S 5H 5C']
    """
    kept: list[tuple[int, Counter[Card]]] = []
    whole = set()
    for meld in sorted(melds, key=len, reverse=True):
        cards = Counter(meld)
        if not any(size > len(meld) and cards <= longer for size, longer in kept):
            kept.append((len(meld), cards))
            whole.add(meld)
    return [meld for meld in melds if meld in whole]


def split(cards: Sequence[Card]) -> list[Meld]:
    """Melds that use all of the cards; empty if there are none.

    >>> from bot.rules.cards import format_cards, parse_cards
    >>> [format_cards(meld) for meld in split(parse_cards("7S 5H 8S 5D 9S 5C"))]
    ['7S 8S 9S', '5H 5D 5C']
    """
    if not cards:
        return []
    first = min(cards)
    for meld in melds_in(cards):
        if first in meld:
            rest = without(tuple(cards), *meld)
            others = split(rest)
            if others or not rest:
                return sorted([meld, *others], key=lambda one: (-meld_value(one), one))
    return []


def _runs_from(start: int, cards: Sequence[Card]) -> list[Meld]:
    """The runs of all the cards from position `start`, with jokers in the gaps; empty if a natural card does not
    fit.
    """
    jokers = [card for card in cards if card.is_joker]
    aces = [card for card in cards if card.value == 1]
    places = range(start, start + len(cards))
    fixed = {card.value: card for card in cards if card.value > 1}
    runs = []
    for spots in combinations([place for place in (1, ACE_HIGH) if place in places], len(aces)):
        laid = fixed | dict(zip(spots, aces, strict=True))
        if len(laid) + len(jokers) == len(cards) and all(place in places for place in laid):
            left = iter(jokers)
            runs.append(tuple(laid[place] if place in laid else next(left) for place in places))
    return runs


def why_none(cards: Sequence[Card]) -> str:
    """Message saying why the cards are not a meld."""
    naturals = [card for card in cards if not card.is_joker]
    if len(cards) < MIN_MELD:
        return _("A meld has at least three cards.")
    if len(naturals) < 2:
        return _("A meld holds at least two natural cards.")
    if len({card.rank for card in naturals}) == 1:
        return _why_no_set(cards, naturals)
    if len({card.suit for card in naturals}) == 1:
        return _why_no_run(cards, naturals)
    return _("These are neither cards of one rank nor of one suit.")


def _why_no_set(cards: Sequence[Card], naturals: Sequence[Card]) -> str:
    if len({card.suit for card in naturals}) < len(naturals):
        return _("A set has each suit only once.")
    if len(cards) > MAX_SET:
        return _("A set has at most four cards, one of each suit.")
    return _("A joker in a set stands for a missing suit of its own colour.")


def _why_no_run(cards: Sequence[Card], naturals: Sequence[Card]) -> str:
    colour = JOKER_COLOUR[naturals[0].suit]
    if any(card.is_joker and card.suit != colour for card in cards):
        return _("A joker in a run has the colour of its suit.")
    if len(set(naturals)) < len(naturals):
        return _("A run has each card only once.")
    if len(naturals) < len(cards):
        return _("A run has no gaps, and somewhere in it three neighbours hold at most one joker.")
    return _("A run has no gaps; the ace goes below the 2 or above the king.")
