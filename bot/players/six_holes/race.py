"""The race for the side cards of 6 Holes, solved as a zero-sum game with perfect play on both sides.

The model counts each player's four side cards and ignores the middle column; every draw and every face-down card comes
from a full pack (nobody counts cards). A side column is face down, shows one rank, or is closed, so a player has one of
135 pairs of side columns until the last card is up. A position is two such pairs and the card that can be taken. A
column's points count as soon as it closes, so its cards need not be stored.

Columns never reopen, so positions are solved from the end: turning up or placing a card leads to a position already
solved. Only passing (drawing and discarding) returns to the same columns with the other player to move; there, the
value of drawing is found by iteration.
"""

from __future__ import annotations

import struct
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

RANKS = 14
"""Ace to king, then the joker."""
JOKER = 13
POINTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, -5)
CHANCES = (4 / 53,) * 13 + (1 / 53,)

DOWN = 14
"""A column with both cards face down; 0 to 13 are columns that show one rank."""
CLOSED = 15

Sides = tuple[int, int]
"""A player's two side columns, lower number first."""
Position = tuple[Sides, Sides]
"""The sides of the player to move, then those of the opponent."""

_ROUNDS = 60
"""Maximum number of passes to look ahead; the value of drawing converges long before."""
_ENOUGH = 1e-3


def column_points(one: int, other: int) -> int:
    """The points of a column of two ranks: 0 for a pair; jokers never pair."""
    return 0 if one == other else POINTS[one] + POINTS[other]


_WITH_HIDDEN = [
    sum(chance * column_points(rank, other) for other, chance in enumerate(CHANCES)) for rank in range(RANKS)
]
RESIDUE = (
    *_WITH_HIDDEN,
    sum(chance * points for points, chance in zip(_WITH_HIDDEN, CHANCES, strict=True)),
    0.0,
)
"""Expected points of a column in each state if it is left alone."""


class Worth(NamedTuple):
    """The value of a position for the player to move: future points minus the opponent's; lower is better.

    `passing` is the value of drawing, `opening` of turning up the better card, and `average` of the position after the
    opponent has just discarded an unseen card.
    """

    passing: float
    opening: float
    average: float

    @property
    def nothing(self) -> float:
        """The value when no card can be taken."""
        return min(self.passing, self.opening)


def sides(one: int, other: int) -> Sides:
    return (one, other) if one <= other else (other, one)


ALL_SIDES = tuple((a, b) for b in range(CLOSED + 1) for a in range(b + 1) if (a, b) != (CLOSED, CLOSED))
"""Every pair of side columns with at least one card face down."""

_TABLE = files(__package__) / "race.bin"
_NUMBERS = 3 * len(ALL_SIDES) ** 2
_FORMAT = f"<{_NUMBERS}e"


class Race:
    """The solved race."""

    def __init__(self, worths: dict[Position, Worth]) -> None:
        self._last_turns = {mine: self._last_turn(mine) for mine in ALL_SIDES}
        self._worths = worths

    @classmethod
    def load(cls) -> Race:
        """Load the bundled solution, rounded to a thirtieth of a point or finer."""
        numbers = iter(struct.unpack(_FORMAT, _TABLE.read_bytes()))
        triples = zip(numbers, numbers, numbers, strict=True)
        positions = product(ALL_SIDES, ALL_SIDES)
        return cls({position: Worth(*triple) for position, triple in zip(positions, triples, strict=True)})

    def dump(self) -> bytes:
        """Serialize the solution for `load`."""
        return struct.pack(_FORMAT, *(n for position in product(ALL_SIDES, ALL_SIDES) for n in self._worths[position]))

    @classmethod
    def solve(cls, wanted: Sequence[Sides] = ALL_SIDES) -> Race:
        """Solve the race for a set of sides that is closed under all turns; all sides take a few seconds."""
        race = cls({})
        by_openness: dict[int, list[Sides]] = {}
        for mine in wanted:
            by_openness.setdefault(_openness(mine), []).append(mine)
        for total in range(2 * max(by_openness) + 1):
            for mine_open, group in by_openness.items():
                for mine in group:
                    for other in by_openness.get(total - mine_open, ()):
                        if mine <= other:
                            race._solve_pair(mine, other)
        return race

    def worth(self, mine: Sides, other: Sides) -> Worth:
        """The value of a position for the player to move, whose sides are `mine`."""
        return self._worths[mine, other]

    def with_card(self, mine: Sides, other: Sides, card: int) -> float:
        """The value of a position for the player to move when `card` can be taken."""
        worth = self._worths[mine, other]
        return min(worth.nothing, self.placing(mine, other, card))

    def placing(self, mine: Sides, other: Sides, card: int) -> float:
        """The value of placing a card on the better of the player's side columns."""
        return min(points + self.after_unseen(after, other) for points, after in _placements(mine, card))

    def after_unseen(self, mine: Sides, other: Sides) -> float:
        """The value for the player with `mine` after discarding an unseen card; `other` is to move."""
        if mine == (CLOSED, CLOSED):
            return -self._last_turns[other][1]
        return -self._worths[other, mine].average

    def after_open(self, mine: Sides, other: Sides) -> float:
        """The value for the player with `mine` after turning up a card; `other` is to move."""
        if mine == (CLOSED, CLOSED):
            return -self._last_turns[other][0]
        return -self._worths[other, mine].nothing

    def after_discard(self, mine: Sides, other: Sides, card: int) -> float:
        """The value for the player with `mine` (not all closed) after discarding `card`; `other` is to move."""
        return -self.with_card(other, mine, card)

    def last_turn(self, mine: Sides, card: int | None) -> float:
        """Expected points of a player with exactly one turn left who can take `card`."""
        base = self._last_turns[mine][0]
        return base if card is None else min(base, _last_placing(mine, card))

    def _last_turn(self, mine: Sides) -> tuple[float, float]:
        """Expected points after the last turn: (with nothing to take, with an unseen card to take)."""
        stay = RESIDUE[mine[0]] + RESIDUE[mine[1]]
        placed = [min(stay, _last_placing(mine, card)) for card in range(RANKS)]
        nothing = sum(chance * points for chance, points in zip(CHANCES, placed, strict=True))
        average = sum(chance * min(nothing, points) for chance, points in zip(CHANCES, placed, strict=True))
        return nothing, average

    def _solve_pair(self, mine: Sides, other: Sides) -> None:
        """Solve a pair of sides for either player to move."""
        pair = (mine, other), (other, mine)
        opening = [self._opening(*position) for position in pair]
        placed = [[self.placing(*position, card) for card in range(RANKS)] for position in pair]
        known = [[min(opening[i], points) for points in placed[i]] for i in (0, 1)]
        passing = [_residue(position[0]) - _residue(position[1]) for position in pair]
        for _ in range(_ROUNDS):
            before = list(passing)
            for i in (0, 1):
                passing[i] = sum(
                    chance * min(place, -min(theirs, passing[1 - i]))
                    for chance, place, theirs in zip(CHANCES, placed[i], known[1 - i], strict=True)
                )
            if abs(passing[0] - before[0]) + abs(passing[1] - before[1]) < _ENOUGH:
                break
        for i in (0, 1):
            average = sum(chance * min(points, passing[i]) for chance, points in zip(CHANCES, known[i], strict=True))
            self._worths[pair[i]] = Worth(passing[i], opening[i], average)

    def _opening(self, mine: Sides, other: Sides) -> float:
        return min(self.opening(mine, other, column) for column in (0, 1) if mine[column] != CLOSED)

    def opening(self, mine: Sides, other: Sides, column: int) -> float:
        """The value of turning up a card of a column (0 or 1)."""
        state, rest = mine[column], mine[1 - column]
        if state == DOWN:
            return sum(chance * self.after_open(sides(rank, rest), other) for rank, chance in enumerate(CHANCES))
        return RESIDUE[state] + self.after_open(sides(CLOSED, rest), other)


def _openness(mine: Sides) -> int:
    """How many cards must be turned up or placed to close the sides."""
    return sum(2 if column == DOWN else 1 if column < DOWN else 0 for column in mine)


def _residue(mine: Sides) -> float:
    return RESIDUE[mine[0]] + RESIDUE[mine[1]]


def _placements(mine: Sides, card: int) -> list[tuple[float, Sides]]:
    """The ways to place a card: (points counted immediately, resulting sides)."""
    ways: list[tuple[float, Sides]] = []
    for column in (0, 1):
        state, rest = mine[column], mine[1 - column]
        if state == DOWN:
            ways.append((0.0, sides(card, rest)))
        elif state != CLOSED:
            ways.append((float(column_points(state, card)), sides(CLOSED, rest)))
    return ways


def _last_placing(mine: Sides, card: int) -> float:
    return min(points + _residue(after) for points, after in _placements(mine, card))


@cache
def solved() -> Race:
    """The solution, loaded once."""
    return Race.load()


if __name__ == "__main__":  # `python -m bot.players.six_holes.race` regenerates the table
    Path(str(_TABLE)).write_bytes(Race.solve().dump())
