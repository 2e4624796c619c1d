"""6 Holes solved exactly as a zero-sum game in which both seats see the same, layer by layer of face-down side cards.

A value is the points that the seat to move will cost itself until the end of the round, minus those of the other seat;
lower is better. Turning up a card, or placing one on a side, leads to a layer that is already solved. Drawing and
discarding, or replacing a middle card, stays in the same layer, whose values are found by iteration. The middles of
both seats in a layer form one array.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import numpy as np

from bot.players.six_holes.model import face_down

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from bot.players.six_holes.model import Model, Sides

    Array = NDArray[np.float32]

TOLERANCE = 0.005
_MAX_SWEEPS = 100


class Solution:
    """The values of all positions, indexed by both seats' sides and then both middles, the seat to move first.

    `nothing` has the values without a card to take, `unseen` those with a card that nobody has seen yet.
    """

    def __init__(self, model: Model) -> None:
        count, middles = len(model.sides), model.locked + 1
        self.nothing = np.zeros((count, count, middles, middles), np.float32)
        self.unseen = np.zeros((count, count, middles, middles), np.float32)


class Solver:
    """Solves every layer in order, to within `tolerance` points."""

    def __init__(self, model: Model, tolerance: float = TOLERANCE) -> None:
        self.model = model
        self.tolerance = tolerance
        self.number = {sides: number for number, sides in enumerate(model.sides)}
        self.solution = Solution(model)
        self.chances = np.array(model.chances, np.float32)
        self.middle_points = np.array([model.middle_points(m) for m in range(model.locked + 1)], np.float32)
        self._slots = [self._middle_slot(slot) for slot in (0, 1)] if model.locked else []
        self._last = {sides: self._last_turn(sides) for sides in model.sides}

    def _middle_slot(self, slot: int) -> tuple[Array, NDArray[np.intp]]:
        """Return the points banked and the row that the other seat sees, by card placed in this slot and middle.

        A row is the discarded card and the middle after it.
        """
        model, middles = self.model, range(self.model.locked)
        ways = [[model.place_middle(middle, card)[slot] for middle in middles] for card in model.ranks]
        banked = np.array([[[way.points] for way in of_card] for of_card in ways], np.float32)
        rows = [[way.thrown * (model.locked + 1) + way.after for way in of_card] for of_card in ways]
        return banked, np.array(rows, np.intp)

    def layers(self) -> list[tuple[Sides, Sides]]:
        """Return every pair of sides once, in an order in which they can be solved."""
        pairs = list(combinations_with_replacement(self.model.sides, 2))
        return sorted(pairs, key=lambda pair: sum(face_down(sides, self.model) for sides in pair))

    def solve(self, progress: Callable[[], None] = lambda: None) -> Solution:
        """Solve everything; `progress` is called after each layer."""
        for one, other in self.layers():
            self._solve_layer(one, other)
            progress()
        return self.solution

    def _solve_layer(self, one: Sides, other: Sides) -> None:
        """Iterate the two values of a layer, one for each seat to move, until neither changes any more.

        Arrays that depend on a card have the axes: the card, the mover's middle, the other's middle.
        """
        opening = self._opening(one, other), self._opening(other, one)
        sides = self._placing(one, other), self._placing(other, one)
        now = [
            np.minimum(opening[seat], self._left_alone(*pair)) for seat, pair in enumerate(((one, other), (other, one)))
        ]
        taking = [np.minimum(sides[seat], now[seat]) for seat in (0, 1)]
        for _ in range(_MAX_SWEEPS):
            change = 0.0
            for seat in (0, 1):
                theirs = np.negative(taking[1 - seat].transpose(0, 2, 1), order="C")
                placed = self._with_middle(sides[seat], theirs)
                value = np.minimum(self._average(np.minimum(placed, theirs)), opening[seat])
                change = max(change, float(np.abs(value - now[seat]).max()))
                now[seat], taking[seat] = value, np.minimum(placed, value, out=placed)
            if change < self.tolerance:
                break
        for seat, (mine, their_sides) in enumerate(((one, other), (other, one))):
            place = self.number[mine], self.number[their_sides]
            self.solution.nothing[place] = now[seat]
            self.solution.unseen[place] = self._average(taking[seat])

    def _average(self, by_card: Array) -> Array:
        """Return the average over the cards of a full pack."""
        average: Array = (self.chances @ by_card.reshape(len(self.chances), -1)).reshape(by_card.shape[1:])
        return average

    def _with_middle(self, sides: Array, after_mine: Array) -> Array:
        """Return the best use of each card: on a side, or in the middle, which leaves the other seat the old card.

        Args:
            sides: The values of placing it on a side.
            after_mine: My values when the other seat is to move and may take a card.
        """
        best = sides.copy()
        rows = after_mine.reshape(-1, after_mine.shape[2])
        for banked, row in self._slots:
            found = rows.take(row, axis=0)
            found += banked
            free = best[:, : self.model.locked]
            np.minimum(free, found, out=free)
        return best

    def _left_alone(self, mine: Sides, theirs: Sides) -> Array:
        """Return the value if neither seat does anything any more."""
        points = self.middle_points[:, None] - self.middle_points[None, :]
        left: Array = points + np.float32(self.model.residue(mine) - self.model.residue(theirs))
        return left

    def _placing(self, mine: Sides, theirs: Sides) -> Array:
        """Return the value of the better way to place each card on a side."""
        cards = []
        for card in self.model.ranks:
            ways = [way.points - self._their_turn(way.after, theirs, 1) for way in self.model.place(mine, card)]
            cards.append(np.minimum.reduce(ways))
        return np.stack(cards)

    def _opening(self, mine: Sides, theirs: Sides) -> Array:
        """Return the value of turning up the better card."""
        ways = [
            np.sum([chance * (way.points - self._their_turn(way.after, theirs, 0)) for chance, way in after], axis=0)
            for after in self.model.turn_up(mine)
        ]
        best: Array = np.minimum.reduce(ways).astype(np.float32)
        return best

    def _their_turn(self, mine: Sides, theirs: Sides, unseen: int) -> Array:
        """Return the other seat's value when it is to move, by my middle and its own.

        `unseen`: whether there is a card to take.
        """
        if mine == self.model.finished:
            last: Array = self._last[theirs][unseen][None, :] - self.middle_points[:, None]
            return last
        values = self.solution.unseen if unseen else self.solution.nothing
        found: Array = values[self.number[theirs], self.number[mine]].T
        return found

    def _last_turn(self, sides: Sides) -> tuple[Array, Array]:
        """Return the points expected after a seat's last turn, by its middle.

        The first array is without a card to take, the second with an unseen one.
        """
        turns = [self.model.last_turn(sides, middle) for middle in range(self.model.locked + 1)]
        return np.array([turn.nothing for turn in turns], np.float32), np.array(
            [turn.unseen for turn in turns], np.float32
        )
