"""The most valuable melds of a hand, exactly.

The search looks at the lowest card not yet decided: it stays in the hand (with its twin), or one of the melds
in which it is the lowest takes it. What is still available decides the rest, so each such remainder is solved once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.rummy.candidates import FIELD_BITS, GUARDS, UNITS, Candidate, best_candidates, pack
from bot.rules.rummy.melds import Meld, meld_value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rules.cards import Card

# One number orders combinations: value, then fewer melds, then more cards, then fewer jokers.
_VALUE, _MELD, _CARD = 1 << 20, 1 << 14, 1 << 5
_FULL_FIELD = (1 << FIELD_BITS) - 1


def best_laydown(hand: Iterable[Card], minimum: int) -> tuple[Meld, ...]:
    """The most valuable disjoint melds that keep one card back; () if they are worth less than `minimum`.

    Ties: fewer melds, then more cards, then fewer jokers, then a fixed choice that depends on the hand alone.
    The hand may hold two copies of each card, as the deck does.

    >>> from bot.rules.cards import format_cards, parse_cards
    >>> hand = parse_cards("5H 5D 5C 5S 6H 7H 8H KS KS XR")
    >>> [format_cards(meld) for meld in best_laydown(hand, 40)]
    ['5S 5D 5C', '5H 6H 7H 8H XR']
    >>> best_laydown(hand, 60)
    ()
    """
    melds = _best_melds(tuple(sorted(hand)))
    return melds if sum(map(meld_value, melds)) >= minimum else ()


def best_value(hand: Iterable[Card]) -> int:
    """What the most valuable disjoint melds of a hand are worth together, one card kept back; 0 if there is none."""
    return sum(map(meld_value, _best_melds(tuple(sorted(hand)))))


def _best_melds(hand: tuple[Card, ...]) -> tuple[Meld, ...]:
    candidates = best_candidates(hand)
    if not candidates:
        return ()
    search = _Search(candidates)
    available = pack(hand) - GUARDS
    if search.cards_used(available) == len(hand):  # one card must stay: try each
        available = max((available - UNITS[card.order] for card in dict.fromkeys(hand)), key=search.best)
    return tuple(sorted(choice.meld for choice in search.choices(available)))


class _Choice(NamedTuple):
    """A meld as the search sees it: its packed cards, its part of the number that orders combinations."""

    used: int
    weight: int
    meld: Meld


class _Search:
    """The best combination of the given melds for whatever packed cards (without guards) are available."""

    __slots__ = ("_by_lowest", "_solved", "_starts")

    def __init__(self, candidates: list[Candidate]) -> None:
        by_lowest: dict[int, list[_Choice]] = {}
        starts = 0
        for used, size, value, jokers, meld in candidates:
            field = ((used & -used).bit_length() - 1) // FIELD_BITS
            starts |= _FULL_FIELD << (field * FIELD_BITS)
            weight = value * _VALUE - _MELD + size * _CARD - jokers
            by_lowest.setdefault(field, []).append(_Choice(used, weight, meld))
        self._by_lowest = by_lowest
        self._starts = starts
        self._solved: dict[int, int] = {}

    def best(self, available: int) -> int:
        """The weight of the best combination."""
        lowest = available & self._starts
        if not lowest:
            return 0
        field = ((lowest & -lowest).bit_length() - 1) // FIELD_BITS
        shift = field * FIELD_BITS
        available = available >> shift << shift  # no meld that is left begins below
        solved = self._solved.get(available)
        if solved is not None:
            return solved
        best = self.best(available & ~(_FULL_FIELD << shift))
        guarded = available | GUARDS
        for used, weight, _ in self._by_lowest[field]:
            left = guarded - used
            if left & GUARDS == GUARDS:
                weight += self.best(left ^ GUARDS)  # noqa: PLW2901
                best = max(best, weight)
        self._solved[available] = best
        return best

    def choices(self, available: int) -> list[_Choice]:
        """The melds of the best combination, the first that reach its weight."""
        chosen: list[_Choice] = []
        wanted = self.best(available)
        while wanted:
            for choice in (choice for choices in self._by_lowest.values() for choice in choices):
                left = (available | GUARDS) - choice.used
                if left & GUARDS == GUARDS and choice.weight + self.best(left ^ GUARDS) == wanted:
                    chosen.append(choice)
                    available = left ^ GUARDS
                    wanted -= choice.weight
                    break
        return chosen

    def cards_used(self, available: int) -> int:
        """How many cards the best combination uses."""
        return sum(len(choice.meld) for choice in self.choices(available))
