"""6 Holes as seen by its solver and players: ranks instead of cards, columns instead of places.

A rank is a number: 0 the ace, 1 the two, …, 12 the king, 13 the joker. A side column is `down` (both cards face down),
shows one rank (its number), or is `closed`; a seat's sides are two columns, lower number first. Their points are banked
when a column closes, so its cards need not be kept. A middle column is a number as well: its place in `middles`, or
`locked`, after which its points are banked, too.

Every draw and every face-down card comes from a full pack: in this model nobody counts cards.
"""

from __future__ import annotations

from copy import copy
from functools import cache
from operator import mul
from typing import NamedTuple

JOKER = 13
POINTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, -5)
CHANCES = (4 / 53,) * 13 + (1 / 53,)

Sides = tuple[int, int]


class SidePlace(NamedTuple):
    """What becomes of the sides, and the points banked."""

    points: float
    after: Sides


class MiddlePlace(NamedTuple):
    """What becomes of the middle, the points banked, and the rank discarded."""

    points: float
    after: int
    thrown: int


class LastTurn(NamedTuple):
    """Expected points with nothing to take, with an unseen card to take, and with each card."""

    nothing: float
    unseen: float
    taking: tuple[float, ...]


class Model:
    """The rules of a table, for any pack: the points and chances of its ranks, the last of which is the joker."""

    def __init__(
        self,
        middle: str = "free",
        joker: str = "sum",
        points: tuple[int, ...] = POINTS,
        chances: tuple[float, ...] = CHANCES,
    ) -> None:
        self.points = points
        self.ranks = range(len(points))
        self.joker = len(points) - 1
        self.joker_is_pair = joker == "bonus"
        self.middle_is_free = middle == "free"
        self.down = len(points)
        self.closed = len(points) + 1
        columns = range(self.closed + 1)
        self.finished = (self.closed, self.closed)
        self.sides = tuple((a, b) for b in columns for a in range(b + 1) if (a, b) != self.finished)
        """Every pair of side columns with a card face down."""
        pairs = [(a, b) for b in self.ranks for a in range(b) if self.middle_is_free]
        self.middles = tuple((a, b) for a, b in pairs if not self.is_pair(a, b))
        """Every middle that may still be replaced."""
        self.locked = len(self.middles)
        self._number_of_middle = {pair: number for number, pair in enumerate(self.middles)}
        self.use_chances(chances)

    def with_chances(self, chances: tuple[float, ...]) -> Model:
        """The same rules where the next unseen card has these chances."""
        other = copy(self)
        other.use_chances(chances)
        return other

    def use_chances(self, chances: tuple[float, ...]) -> None:
        """Count with these chances of the next unseen card from now on."""
        self.chances = chances
        self._residues = self._count_residues()

    def is_pair(self, one: int, other: int) -> bool:
        """Whether two ranks are a pair, which locks a middle."""
        return one == other or (self.joker_is_pair and self.joker in (one, other))

    def column(self, one: int, other: int) -> int:
        """The points of a column."""
        if self.joker_is_pair and self.joker in (one, other):
            return self.points[self.joker]
        return 0 if one == other else self.points[one] + self.points[other]

    def _count_residues(self) -> tuple[float, ...]:
        """Expected points of a side column in each state if it is left alone."""
        shown = [
            sum(chance * self.column(rank, other) for other, chance in enumerate(self.chances)) for rank in self.ranks
        ]
        hidden = sum(chance * points for chance, points in zip(self.chances, shown, strict=True))
        return (*shown, hidden, 0.0)

    def expected(self, one: int | None, other: int | None) -> float:
        """Expected points of a column whose cards may be face down (None)."""
        if one is not None and other is not None:
            return self.column(one, other)
        shown = other if one is None else one
        return self._residues[self.down if shown is None else shown]

    def residue(self, sides: Sides) -> float:
        """Expected points of sides that are left alone and turned up."""
        return self._residues[sides[0]] + self._residues[sides[1]]

    def place(self, sides: Sides, card: int) -> list[SidePlace]:
        """The ways to place a card on a side; an unseen card is discarded for it."""
        ways = []
        for column, rest in ((sides[0], sides[1]), (sides[1], sides[0])):
            if column == self.down:
                ways.append(SidePlace(0.0, _ordered(card, rest)))
            elif column != self.closed:
                ways.append(SidePlace(self.column(column, card), _ordered(self.closed, rest)))
        return ways

    def turn_up(self, sides: Sides) -> list[list[tuple[float, SidePlace]]]:
        """The ways to turn up a card of the sides: for each, the possible outcomes and their probabilities."""
        ways: list[list[tuple[float, SidePlace]]] = []
        for column, rest in ((sides[0], sides[1]), (sides[1], sides[0])):
            if column == self.down:
                after = [SidePlace(0.0, _ordered(rank, rest)) for rank in self.ranks]
                ways.append(list(zip(self.chances, after, strict=True)))
            elif column != self.closed:
                ways.append([(1.0, SidePlace(self._residues[column], _ordered(self.closed, rest)))])
        return ways

    def middle(self, top: int, bottom: int) -> int:
        """The number of a middle column of these ranks."""
        return self._number_of_middle.get(_ordered(top, bottom), self.locked)

    def middle_points(self, middle: int) -> int:
        """The points that a middle costs at the end; those of a locked one are banked."""
        return 0 if middle == self.locked else self.column(*self.middles[middle])

    def place_middle(self, middle: int, card: int) -> list[MiddlePlace]:
        """The ways to place a card in the middle."""
        if middle == self.locked:
            return []
        top, bottom = self.middles[middle]
        return [self._replace(card, kept=bottom, thrown=top), self._replace(card, kept=top, thrown=bottom)]

    def last_turn(self, sides: Sides, middle: int) -> LastTurn:
        """What a seat's sides and middle will have cost after its last turn."""
        stay, points = self.residue(sides), self.middle_points(middle)
        placed = []
        for card in self.ranks:
            ways = [way.points + self.residue(way.after) + points for way in self.place(sides, card)]
            ways += [way.points + stay + self.middle_points(way.after) for way in self.place_middle(middle, card)]
            placed.append(min(ways))
        nothing = sum(chance * min(cost, stay + points) for chance, cost in zip(self.chances, placed, strict=True))
        taking = tuple(min(cost, nothing) for cost in placed)
        return LastTurn(nothing, sum(map(mul, self.chances, taking)), taking)

    def _replace(self, card: int, kept: int, thrown: int) -> MiddlePlace:
        if self.is_pair(card, kept):
            return MiddlePlace(self.column(card, kept), self.locked, thrown)
        return MiddlePlace(0.0, self.middle(card, kept), thrown)


def face_down(sides: Sides, model: Model) -> int:
    """How many cards of the sides are face down."""
    return sum(2 if column == model.down else column < model.down for column in sides)


def _ordered(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one <= other else (other, one)


@cache
def model_of(middle: str, joker: str) -> Model:
    """The model of a table's options."""
    return Model(middle, joker)
