"""The exact search for the best melds of a hand: combinations of one cover per suit, with groups of the cards left.

Wild cards are interchangeable, so only their number counts; a group of `k` natural cards needs `3 - k` of them, and
any meld takes spare ones. Each suit's covers are tried in the order of a lower bound on their final cost: the weight
lost, plus the weight left in ranks of two cards, minus the most that the unused wild cards could save.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import RANKS
from bot.rules.three_thirteen.melds import PENALTIES, POSITIONS
from bot.rules.three_thirteen.solver.covers import MAX_WILDS, Chain, suit_covers
from bot.rules.three_thirteen.solver.masks import ALL_PLACES, PLACES

if TYPE_CHECKING:
    from bot.rules.three_thirteen.solver.masks import Masks

_BY_PLACE = sorted(RANKS, key=POSITIONS.__getitem__)
_WEIGHTS = {
    True: tuple(1024 + PENALTIES[rank] for rank in _BY_PLACE),  # number of cards left, then their points
    False: tuple(1024 * PENALTIES[rank] + 1 for rank in _BY_PLACE),  # points left, then the number of cards
}
_ONES = 0x1111111111111


class Melds(NamedTuple):
    """The melds to lay: a chain of sequences and groups per suit, and the places of the groups across suits."""

    chains: tuple[Chain, ...]
    groups: tuple[int, ...]


class _Choice(NamedTuple):
    """One cover of one suit: its bound, the shared cards left (four bits a place), wild cards used, weight lost,
    melds.
    """

    bound: int
    left: int
    wilds: int
    loss: int
    chain: Chain


def _spread_masks() -> list[int]:
    """Spread masks of places to four bits per place, by mask."""
    spread = [0]
    for place in range(PLACES):
        spread += [mask + (1 << 4 * place) for mask in spread]
    return spread


_SPREAD = _spread_masks()


def solve(masks: Masks, most_cards: bool = True, lossless: bool = False) -> Melds | None:
    """Find the melds that leave the fewest cards (`most_cards`) or the fewest points. None if `lossless` and some
    are left.
    """
    wilds = min(masks.wilds, MAX_WILDS)
    weights = _WEIGHTS[most_cards]
    shared, threes = masks.shared()
    pairs = shared & ~threes if wilds else 0
    shared = shared if wilds else threes
    rate = 2 * max([weights[place] for place in range(PLACES) if pairs >> place & 1]) if pairs else 0
    choices = []
    for suit in range(4):
        lo, hi = masks.suit(suit)
        of_suit = _choices(lo, hi, shared & lo, pairs & lo, wilds, rate, most_cards, lossless)
        if not of_suit:
            return None
        choices.append(of_suit)
    search = _Search(choices, wilds, weights, rate, 1 if lossless else 1 << 60)
    search.descend(0, 0, 0, 0, 0)
    return search.found


@lru_cache(maxsize=4096)
def _choices(
    lo: int, hi: int, shared: int, pairs: int, wilds: int, rate: int, most_cards: bool, lossless: bool
) -> list[_Choice]:
    """A suit's covers, lowest bound first; cached, because most of a hand stays the same from turn to turn."""
    weights = _WEIGHTS[most_cards]
    choices = []
    for key, (loss, chain) in suit_covers(lo, hi, shared, wilds, weights, lossless).items():
        used, single, twins = key & 15, key >> 4 & ALL_PLACES, key >> 4 + PLACES
        bound = loss + used * rate
        open_pairs = single & pairs
        while open_pairs:
            low = open_pairs & -open_pairs
            bound += weights[low.bit_length() - 1]
            open_pairs ^= low
        choices.append(_Choice(bound, _SPREAD[single] + _SPREAD[twins], used, loss, chain))
    choices.sort(key=itemgetter(0))  # the bound
    return choices


class _Search:
    """Depth-first search over one cover per suit, with the best melds found so far."""

    def __init__(
        self, choices: list[list[_Choice]], wilds: int, weights: tuple[int, ...], rate: int, limit: int
    ) -> None:
        self.choices = choices
        self.wilds = wilds
        self.weights = weights
        self.allowance = wilds * rate
        self.limit = limit
        self.found: Melds | None = None
        self.path: list[Chain] = [None] * len(choices)
        self.rest = [0] * (len(choices) + 1)
        for i in range(len(choices) - 1, -1, -1):
            self.rest[i] = self.rest[i + 1] + choices[i][0].bound

    def descend(self, depth: int, bound: int, left: int, wilds: int, loss: int) -> None:
        if depth == len(self.choices):
            self._group(left, self.wilds - wilds, loss)
            return
        rest = self.rest[depth + 1] - self.allowance
        for choice_bound, choice_left, choice_wilds, choice_loss, chain in self.choices[depth]:
            total = bound + choice_bound
            if total + rest >= self.limit:
                return
            if wilds + choice_wilds <= self.wilds:
                self.path[depth] = chain
                self.descend(depth + 1, total, left + choice_left, wilds + choice_wilds, loss + choice_loss)

    def _group(self, left: int, wilds: int, loss: int) -> None:
        """Group the cards left: three or more need no wild card, pairs one, single cards two."""
        ones, twos, more = left & _ONES, left >> 1 & _ONES, (left >> 2 | left >> 3) & _ONES
        weights = self.weights
        pairs = _by_weight(twos & ~ones & ~more, weights)
        singles = _by_weight(ones & ~twos & ~more, weights)
        loss += sum([2 * weights[place] for place in pairs]) + sum([weights[place] for place in singles])
        for alone in range(min(wilds // 2, len(singles)) + 1):
            paired = min(wilds - 2 * alone, len(pairs))
            saved = sum([2 * weights[place] for place in pairs[:paired]])
            saved += sum([weights[place] for place in singles[:alone]])
            if loss - saved < self.limit:
                self.limit = loss - saved
                groups = (*_places(ones & twos | more), *pairs[:paired], *singles[:alone])
                self.found = Melds(tuple(self.path), groups)


def _places(spread: int) -> list[int]:
    """The places in a mask with four bits per place, lowest first."""
    places = []
    while spread:
        low = spread & -spread
        places.append(low.bit_length() >> 2)
        spread ^= low
    return places


def _by_weight(spread: int, weights: tuple[int, ...]) -> list[int]:
    """The places in a mask, greatest weight first."""
    places = _places(spread)
    if len(places) > 1:
        places.sort(key=weights.__getitem__, reverse=True)
    return places
