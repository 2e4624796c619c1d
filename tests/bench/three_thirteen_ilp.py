"""Three Thirteen's arrangement as an integer program for HiGHS: the benchmark's peer, and a test oracle.

Variables: how often each window of three to five places of a suit is used as a sequence; how many natural cards of each
place are in sequences and how many in groups; which ranks form a group, and how many wild cards each group needs.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING, Any

import highspy  # type: ignore[import-not-found]

from bot.rules.cards import RANKS, SUITS, Card

if TYPE_CHECKING:
    from collections.abc import Sequence

LADDER = RANKS[1:] + "A"
PLACES = range(len(LADDER))
POINTS = [min(RANKS.index(rank) + 1, 10) for rank in LADDER]


class Program:
    """The program for one hand. `solve` can be called repeatedly."""

    def __init__(self, cards: Sequence[Card], wild_rank: str) -> None:
        self.wilds = [POINTS[LADDER.index(card.rank)] for card in cards if card.rank == wild_rank]
        self.naturals = Counter((card.suit, LADDER.index(card.rank)) for card in cards if card.rank != wild_rank)
        self.highs = highspy.Highs()
        self.highs.silent()
        self.highs.setOptionValue("mip_rel_gap", 0.0)  # the points are a ten-thousandth of the objective
        self.laid = {spot: self._whole(count) for spot, count in self.naturals.items()}
        self.grouped = {spot: self._whole(count) for spot, count in self.naturals.items()}
        for spot, count in self.naturals.items():
            self.highs.addConstr(self.laid[spot] + self.grouped[spot] <= count)
        self.highs.addConstr(self._wilds_in_sequences() + self._wilds_in_groups() <= len(self.wilds))

    def _whole(self, most: int) -> Any:
        return self.highs.addIntegral(0, most)

    def _wilds_in_sequences(self) -> Any:
        """Return the number of places in all windows, minus the natural cards in them."""
        windows = {}
        for suit, first, length in product(SUITS, PLACES, (3, 4, 5)):
            spots = [(suit, place) for place in range(first, first + length)]
            if first + length <= len(LADDER) and any(spot in self.naturals for spot in spots):
                windows[suit, first, length] = self._whole(4)
        for (suit, place), laid in self.laid.items():
            over = [
                window
                for (s, first, length), window in windows.items()
                if s == suit and first <= place < first + length
            ]
            self.highs.addConstr(laid <= sum(over))
        places = sum(length * window for (_, _, length), window in windows.items())
        return places - sum(self.laid.values())

    def _wilds_in_groups(self) -> Any:
        """Return how many cards the groups are short of three each."""
        needed = []
        for place in {place for _, place in self.naturals}:
            group, wilds = self._whole(1), self._whole(2)
            spots = [spot for spot in self.naturals if spot[1] == place]
            for spot in spots:
                self.highs.addConstr(self.grouped[spot] <= self.naturals[spot] * group)
            self.highs.addConstr(wilds >= 3 * group - sum(self.grouped[spot] for spot in spots))
            needed.append(wilds)
        return sum(needed)

    def solve(self) -> tuple[int, int]:
        """Return the smallest number of cards left over, and the fewest points for that number."""
        self.highs.clearSolver()
        self.highs.maximize(
            sum((1000 + POINTS[spot[1]]) * (self.laid[spot] + self.grouped[spot]) for spot in self.naturals)
        )
        values = self.highs.getSolution().col_value
        placed = {
            spot: round(values[self.laid[spot].index] + values[self.grouped[spot].index]) for spot in self.naturals
        }
        left = [POINTS[spot[1]] for spot, count in self.naturals.items() for _ in range(count - placed[spot])]
        if not any(placed.values()) and len(self.wilds) < 3:
            left += self.wilds
        return len(left), sum(left)
