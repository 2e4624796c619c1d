"""The most valuable melds of a hand, exactly.

The search looks at the lowest card not yet decided: it stays in the hand (with its twin), or one of the melds
in which it is the lowest takes it. What is still available decides the rest, so each such remainder is solved once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import STANDARD_PACK
from bot.rules.rummy.candidates import FIELD_BITS, FULL_FIELD, GUARDS, UNITS, Candidate, best_candidates, pack
from bot.rules.rummy.melds import CARD_POINTS, Meld, meld_value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rules.cards import Card

# One number orders combinations: value, then fewer melds, then more cards, then fewer jokers.
_VALUE, _MELD, _CARD = 1 << 20, 1 << 14, 1 << 5
_NATURAL_BOUNDS = tuple(CARD_POINTS[card.rank] * _VALUE + _CARD for card in STANDARD_PACK)


def best_laydown(hand: Iterable[Card], minimum: int) -> tuple[Meld, ...]:
    """The most valuable disjoint melds that keep one card back; () if they are worth less than `minimum`.

    Ties: fewer melds, then more cards, then fewer jokers, then a fixed choice that depends on the hand alone.
    The hand may hold two copies of each card, as the deck does.

    >>> from bot.rules.cards import format_cards, parse_cards
    >>> hand = parse_cards("5H 5D 5C 5S 6H 7H 8H KS KS XR")
    >>> [format_cards(meld) for meld in best_laydown(hand, 40)]
    ['5S 5H 5D 5C', '6H 7H 8H XR']
    >>> best_laydown(hand, 60)
    ()
    """
    melds = _best_melds(tuple(sorted(hand)))
    return melds if sum(map(meld_value, melds)) >= minimum else ()


def best_value(hand: Iterable[Card]) -> int:
    """What the most valuable disjoint melds of a hand are worth together, one card kept back; 0 if there is none."""
    return sum(map(meld_value, _best_melds(tuple(sorted(hand)))))


def _best_melds(hand: tuple[Card, ...]) -> tuple[Meld, ...]:
    found = best_candidates(hand)
    if not found:
        return ()
    search = _Search(found)
    available = pack(hand) - GUARDS
    melds = search.melds(available)
    if sum(map(len, melds)) == len(hand):
        melds = search.melds(available - search.cheapest(hand))
    return tuple(sorted(melds))


class _Choice(NamedTuple):
    """A meld as the search sees it: its part of the number that orders combinations, its bound, its packed cards.

    The bound is what its cards could add at most in any melds; those of all available cards bound the whole search.
    """

    weight: int
    bound: int
    used: int
    meld: Meld


class _Search:
    """The best combination of the given melds for whatever packed cards (without guards) are available."""

    __slots__ = ("_by_lowest", "_dearest", "_field_bounds", "_solved", "_starts", "_steps")

    def __init__(self, found: list[Candidate]) -> None:
        # what a joker adds at most: -(-a // b) is a / b rounded up
        joker = max(
            [-((naturals - value) // jokers) for _, _, value, jokers, naturals, _ in found if jokers],
            default=0,
        )
        joker_bound = max(0, joker) * _VALUE - 1
        by_lowest: dict[int, list[_Choice]] = {}
        for used, size, value, jokers, naturals, meld in found:
            weight = value * _VALUE - _MELD + size * _CARD - jokers
            bound = naturals * _VALUE + size * _CARD + jokers * joker_bound
            field = ((used & -used).bit_length() - 1) // FIELD_BITS
            by_lowest.setdefault(field, []).append(_Choice(weight, bound, used, meld))
        for choices in by_lowest.values():
            choices.sort(reverse=True)
        self._by_lowest = by_lowest
        self._field_bounds = (*_NATURAL_BOUNDS, joker_bound + _CARD, joker_bound + _CARD)
        self._starts = sum([FULL_FIELD << (field * FIELD_BITS) for field in by_lowest])
        self._dearest = max([candidate.value for candidate in found])
        self._solved: dict[int, int] = {}
        self._steps: dict[int, tuple[Meld | None, int] | None] = {}

    def best(self, available: int) -> int:
        """The weight of the best combination."""
        return self._solve(available, self._bound_of(available))

    def _solve(self, available: int, bound: int) -> int:
        """The same, given what the available cards could add at most."""
        lowest = available & self._starts
        if not lowest:
            return 0
        field = ((lowest & -lowest).bit_length() - 1) // FIELD_BITS
        shift = field * FIELD_BITS
        available = available >> shift << shift  # no meld that is left begins below
        solved = self._solved.get(available)
        if solved is not None:
            return solved
        best = 0
        step: tuple[Meld | None, int] | None = None
        guarded = available | GUARDS
        for weight, share, used, meld in self._by_lowest[field]:
            left = guarded - used
            if left & GUARDS == GUARDS and weight + self._most(bound - share) > best:
                left ^= GUARDS
                reached = weight + self._solve(left, bound - share)
                if reached > best:
                    best, step = reached, (meld, left)
        bound -= self._field_bounds[field] * (available >> shift & FULL_FIELD)
        if self._most(bound) > best:
            left = available & ~(FULL_FIELD << shift)
            reached = self._solve(left, bound)
            if reached > best:
                best, step = reached, (None, left)
        self._solved[available] = best
        self._steps[available] = step
        return best

    def cheapest(self, hand: tuple[Card, ...]) -> int:
        """The packed card whose loss costs least, for a hand that melds use up: one card must stay."""
        available = pack(hand) - GUARDS
        best, kept = -1, 0
        for card in sorted(dict.fromkeys(hand), key=lambda card: CARD_POINTS[card.rank]):
            unit = UNITS[card.order]
            bound = self._bound_of(available - unit)
            if self._most(bound) > best and (reached := self._solve(available - unit, bound)) > best:
                best, kept = reached, unit
        return kept

    def melds(self, available: int) -> list[Meld]:
        """The melds of the best combination."""
        found: list[Meld] = []
        if self.best(available):
            step = self._steps.get(self._cut(available))
            while step is not None:
                meld, available = step
                if meld is not None:
                    found.append(meld)
                step = self._steps.get(self._cut(available))
        return found

    def _cut(self, available: int) -> int:
        """What is available without the cards below those that begin a meld: no meld that is left uses them."""
        lowest = available & self._starts
        shift = ((lowest & -lowest).bit_length() - 1) // FIELD_BITS * FIELD_BITS
        return available >> shift << shift if lowest else 0

    def _bound_of(self, available: int) -> int:
        """What the packed cards could add at most."""
        bound = 0
        while available:
            field = ((available & -available).bit_length() - 1) // FIELD_BITS
            bound += self._field_bounds[field] * (available >> (field * FIELD_BITS) & FULL_FIELD)
            available &= ~(FULL_FIELD << (field * FIELD_BITS))
        return bound

    def _most(self, bound: int) -> int:
        """The same, less the melds that so much value takes at least."""
        return bound + (-(bound // _VALUE) // self._dearest) * _MELD
