"""Exact search for the most valuable melds of a hand.

The search decides the lowest open card: it stays in the hand (with its second copy), or it starts one of the melds in
which it is the lowest. The rest depends only on the cards still available, so each such remainder is solved once.
If the best melds use up the hand, a second search finds the best ones that leave a card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from bot.rules.cards import STANDARD_PACK
from bot.rules.rummy.melds import CARD_POINTS, Meld, is_valid_set, meld_value, run_start
from bot.rules.rummy.solver.candidates import FIELD_BITS, FULL_FIELD, GUARDS, Candidate, best_candidates, pack

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rules.cards import Card

# A single weight orders combinations: value, then fewer melds, then more cards, then fewer jokers.
_VALUE, _MELD, _CARD = 1 << 20, 1 << 14, 1 << 5
_JOKERS = 52 * FIELD_BITS
_KEEP = 1 << FIELD_BITS * 54
"""Flag on the packed cards: one card must still be kept."""
_NEVER = -1 << 60
_FEW = 12
"""With more melds than this for one lowest card, those that need too many jokers are filtered out first."""
_NATURAL_BOUNDS = tuple(CARD_POINTS[card.rank] * _VALUE + _CARD for card in STANDARD_PACK)


def best_laydown(hand: Iterable[Card], minimum: int) -> tuple[Meld, ...]:
    """Find the most valuable disjoint melds that leave a card in the hand; () if worth less than `minimum` points.

    Ties are broken by fewer melds, more cards, fewer jokers, then a fixed choice that depends only on the hand.
    The hand may hold two copies of each card.

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
    """The total points of the most valuable disjoint melds that leave a card in the hand; 0 if there are none."""
    return sum(map(meld_value, _best_melds(tuple(sorted(hand)))))


def _best_melds(hand: tuple[Card, ...]) -> tuple[Meld, ...]:
    found = best_candidates(hand)
    if not found:
        return ()
    available = pack(hand) - GUARDS
    search = _Search(found)
    melds = search.melds(available)
    if sum(map(len, melds)) == len(hand):
        melds = _best_keeping_one(search, available, melds)
    return tuple(sorted(melds))


def _best_keeping_one(search: _Search, available: int, melds: list[Meld]) -> list[Meld]:
    """The most valuable melds that leave a card, given `melds` that use up the hand.

    These melds without one card often reach the upper bound, which ends the search.
    """
    shorter = [
        [*melds[:index], rest, *melds[index + 1 :]] for index, meld in enumerate(melds) for rest in _without_one(meld)
    ]
    known = max(shorter, key=_weight, default=[])
    return search.melds(available | _KEEP, _weight(known)) or known


def _without_one(meld: Meld) -> list[Meld]:
    """What remains of a meld without one card: at most two melds."""
    rests = [(*meld[:index], *meld[index + 1 :]) for index in range(len(meld))]
    return [rest for rest in rests if run_start(rest) is not None or is_valid_set(rest)]


def _weight(melds: Iterable[Meld]) -> int:
    """The weight that orders combinations; greater is better."""
    return sum(
        meld_value(meld) * _VALUE - _MELD + len(meld) * _CARD - sum(card.is_joker for card in meld) for meld in melds
    )


_Choice: TypeAlias = tuple[int, int, int, int, Meld]
"""A meld in the search: its gain, weight, bound, packed cards and cards.

The weight is its share of the weight of a combination. The bound is the most its cards could add in any melds; summed
over all available cards it bounds the whole search. The gain is weight minus bound: melds that waste the least come
first, so once a meld wastes too much, so do all after it.
"""


class _Search:
    """Find the best combination of the given melds for any packed cards (without guards)."""

    __slots__ = (
        "_by_lowest",
        "_cheapest",
        "_field_bounds",
        "_fitting",
        "_max_value",
        "_solved",
        "_starts",
        "_steps",
    )

    def __init__(self, found: list[Candidate]) -> None:
        # upper bound of a joker's value; -(-a // b) is a / b rounded up
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
            by_lowest.setdefault(field, []).append((weight - bound, weight, bound, used, meld))
        for choices in by_lowest.values():
            choices.sort(reverse=True)
        self._by_lowest = by_lowest
        self._field_bounds = (*_NATURAL_BOUNDS, joker_bound + _CARD, joker_bound + _CARD)
        self._starts = sum([FULL_FIELD << (field * FIELD_BITS) for field in by_lowest])
        self._max_value = max([candidate.value for candidate in found])
        self._cheapest = 0
        self._fitting: dict[int, list[_Choice]] = {}
        self._solved: dict[int, int] = {}
        self._steps: dict[int, tuple[Meld | None, int] | None] = {}

    def _solve(self, available: int, bound: int, best: int = _NEVER) -> int:
        """The weight of the best combination; `bound` is the most the available cards could add.

        With `best`, look only for a better one, and return `best` if there is none.
        """
        keep = available & _KEEP
        lowest = available & self._starts
        if not lowest:
            return 0 if available != _KEEP else _NEVER
        field = ((lowest & -lowest).bit_length() - 1) // FIELD_BITS
        shift = field * FIELD_BITS
        below = available & ((1 << shift) - 1)
        if below:  # no remaining meld starts with these cards: they stay in the hand
            available = (available ^ keep) >> shift << shift
            bound -= self._bound_of(below) - (self._cheapest if keep else 0)
            keep = 0
        solved = self._solved.get(available)
        if solved is not None:
            return solved
        step: tuple[Meld | None, int] | None = None
        guarded = available | GUARDS
        choices = self._by_lowest[field]
        if len(choices) > _FEW:
            choices = self._that_fit(field, available)
        for gain, weight, share, used, meld in choices:
            if bound + gain <= best:
                break
            left = guarded - used
            if left & GUARDS == GUARDS and weight + self._most(bound - share) > best:
                left ^= GUARDS
                reached = weight + self._solve(left, bound - share)
                if reached > best:
                    best, step = reached, (meld, left)
        bound -= self._field_bounds[field] * (available >> shift & FULL_FIELD) - (self._cheapest if keep else 0)
        if self._most(bound) > best:
            left = available & ~(FULL_FIELD << shift | _KEEP)
            reached = self._solve(left, bound)
            if reached > best:
                best, step = reached, (None, left)
        self._solved[available] = best
        self._steps[available] = step
        return best

    def _that_fit(self, field: int, available: int) -> list[_Choice]:
        """The melds that start with a field's card and need no more jokers than available."""
        key = available >> _JOKERS << _JOKERS | field
        found = self._fitting.get(key)
        if found is None:
            jokers = GUARDS >> _JOKERS
            guarded = available >> _JOKERS | jokers
            found = [
                choice for choice in self._by_lowest[field] if (guarded - (choice[3] >> _JOKERS)) & jokers == jokers
            ]
            self._fitting[key] = found
        return found

    def melds(self, available: int, least: int = 0) -> list[Meld]:
        """The best combination with a weight above `least`; with `_KEEP`, one that leaves a card."""
        found: list[Meld] = []
        bound = self._bound_of(available & ~_KEEP)
        if available & _KEEP:
            self._cheapest = min(
                [bound for field, bound in enumerate(self._field_bounds) if available >> field * FIELD_BITS & 7]
            )
            bound -= self._cheapest
        if self._solve(available, bound, least) > least:
            step = self._steps.get(self._cut(available))
            while step is not None:
                meld, available = step
                if meld is not None:
                    found.append(meld)
                step = self._steps.get(self._cut(available))
        return found

    def _cut(self, available: int) -> int:
        """The cache key of the available cards: without cards below those that start a meld."""
        lowest = available & self._starts
        if not lowest:
            return 0
        shift = ((lowest & -lowest).bit_length() - 1) // FIELD_BITS * FIELD_BITS
        if available & ((1 << shift) - 1):
            available = (available & ~_KEEP) >> shift << shift
        return available

    def _bound_of(self, available: int) -> int:
        """Upper bound on the weight the packed cards can add."""
        bound = 0
        while available:
            field = ((available & -available).bit_length() - 1) // FIELD_BITS
            bound += self._field_bounds[field] * (available >> (field * FIELD_BITS) & FULL_FIELD)
            available &= ~(FULL_FIELD << (field * FIELD_BITS))
        return bound

    def _most(self, bound: int) -> int:
        """The bound minus the cost of the fewest melds that reach it."""
        return bound + (-(bound // _VALUE) // self._max_value) * _MELD
