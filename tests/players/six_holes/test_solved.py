"""6 Holes is solved according to its rules, and the tables that ship with the program are its solution."""

from __future__ import annotations

from functools import cache
from itertools import product
from statistics import fmean
from typing import TYPE_CHECKING

import pytest

from bot.players.six_holes.model import Model
from bot.players.six_holes.table import Solved, ValueTable, solved

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = ((4, 9, -5), (0.5, 0.4, 0.1))
"""The points and chances of a pack with three ranks, the last of which is the joker."""
TURNS = {"sum": 14, "bonus": 40}
"""Turns after which the small game ends and is scored. By then it is nearly over, under either joker rule."""
SETTLED = -1
"""Marks both cards of a column that can no longer change and has been counted."""
OPTIONS = list(product(("free", "fixed"), ("sum", "bonus")))

Grid = tuple[int | None, int | None, int, int]
"""The two cards of one side column, then the two of the middle. The other side column is closed."""


class ByHand:
    """The small game, played out turn by turn according to the rules. A column is counted when it is settled."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.value = cache(self._value)
        self.settle = cache(self._settle)
        self.score = cache(self._score)

    def _value(self, turns: int, mine: Grid, theirs: Grid, left: int | None) -> float:
        """Return how much more the seat to move will lose than the other seat. It may take the card `left`."""
        is_last = turns == 1 or None not in theirs

        def after(grid: Grid, thrown: int | None) -> float:
            points, grid = self.settle(grid)
            if is_last:
                return points + self.score(grid) - self.score(theirs)
            return points - self.value(turns - 1, theirs, grid, thrown)

        def with_card(place: int, card: int) -> Grid:
            return (*mine[:place], card, *mine[place + 1 :])  # type: ignore[return-value]

        def placed(card: int) -> list[float]:
            costs = []
            if None in mine:
                grid = with_card(mine.index(None), card)
                costs.append(self.average(lambda thrown: after(grid, thrown)))
            if self.model.middle_is_free and not self.model.is_pair(mine[2], mine[3]):
                costs += [after(with_card(place, card), mine[place]) for place in (2, 3)]
            return costs

        drawing = self.average(lambda card: min(after(mine, card), *placed(card)))
        opening = self.average(lambda card: after(with_card(mine.index(None), card), None))
        return min([drawing, opening, *(placed(left) if left is not None else [])])

    def average(self, cost: Callable[[int], float]) -> float:
        """Return the average cost over the pack."""
        return sum(chance * cost(card) for card, chance in enumerate(self.model.chances))

    def _settle(self, grid: Grid) -> tuple[int, Grid]:
        """Count the columns that can no longer change, and mark them as settled, so that they count only once."""
        points, (top, bottom, *middle) = 0, grid
        if top is not None and bottom is not None:
            points += self.model.column(top, bottom)
            top = bottom = SETTLED
        if not self.model.middle_is_free or self.model.is_pair(*middle):
            points += self.model.column(*middle)
            middle = [SETTLED, SETTLED]
        return points, (top, bottom, *middle)  # type: ignore[return-value]

    def _score(self, grid: Grid) -> float:
        """Return the points of both columns, averaging over face-down cards."""
        return self._column(*grid[:2]) + self._column(*grid[2:])

    def _column(self, one: int | None, other: int | None) -> float:
        chances = enumerate(self.model.chances)
        if one is None:
            return sum(chance * self._column(rank, other) for rank, chance in chances)
        if other is None:
            return self._column(other, one) if one is None else sum(c * self.model.column(one, r) for r, c in chances)
        return self.model.column(one, other)


@pytest.mark.parametrize(("middle", "joker"), OPTIONS)
def test_the_solution_matches_playing_out_a_small_game(middle: str, joker: str) -> None:
    """Every position is compared, with and without a card to take: three ranks, one side card to come per seat."""
    pytest.importorskip("numpy")
    from scripts.solve_six_holes.compress import compress
    from scripts.solve_six_holes.solver import Solver

    model = Model(middle, joker, *SMALL)
    solution = Solver(model, tolerance=1e-4).solve()
    table = Solved(model, ValueTable.load(compress(solution, shapes=16).dump()))
    by_hand, turns = ByHand(model), TURNS[joker]
    middles = ((0, 1), (0, 2), (1, 2), (SETTLED, SETTLED)) if middle == "free" else ((SETTLED, SETTLED),)
    grids: list[Grid] = [by_hand.settle((top, None, *pair))[1] for top in model.ranks for pair in middles]
    for mine, theirs in product(grids, repeat=2):
        nothing = by_hand.value(turns, mine, theirs, None)
        unseen = sum(chance * by_hand.value(turns, mine, theirs, card) for card, chance in enumerate(model.chances))
        halves = *as_half(model, mine), *as_half(model, theirs)
        assert table.nothing(*halves) == pytest.approx(nothing, abs=0.02)
        assert table.unseen(*halves) == pytest.approx(unseen, abs=0.02)


def as_half(model: Model, grid: Grid) -> tuple[tuple[int, int], int]:
    """Return the columns of a grid as the model numbers them."""
    side = model.down if grid[0] is None else grid[0]
    return (side, model.closed), model.locked if grid[2] == SETTLED else model.middle(*grid[2:])


@pytest.mark.parametrize(("middle", "joker"), OPTIONS)
def test_the_shipped_tables_are_consistent(middle: str, joker: str) -> None:
    """No position is worth less than a move that can always be made.

    A card need not be taken, a drawn card can be discarded, and either card can be turned up. On average this holds to
    within a few tenths of a point, which is the precision of the large stored tables.
    """
    table = solved(middle, joker)
    model, short = table.model, []
    sides = model.sides[:: len(model.sides) // 8]
    middles = range(0, model.locked + 1, 30)
    for mine, theirs, my_middle, their_middle in product(sides, sides, middles, middles):
        nothing = table.nothing(mine, my_middle, theirs, their_middle)
        short.append(table.unseen(mine, my_middle, theirs, their_middle) - nothing)
        short.append(nothing + table.unseen(theirs, their_middle, mine, my_middle))
        for after in model.turn_up(mine):
            if all(way.after != model.finished for _, way in after):
                ways = [
                    chance * (way.points - table.nothing(theirs, their_middle, way.after, my_middle))
                    for chance, way in after
                ]
                short.append(nothing - sum(ways))
    assert fmean(max(0, by) for by in short) < (0.2 if middle == "free" else 0.01)


def test_being_nearer_to_the_end_is_an_advantage() -> None:
    """With a king (worth nothing) face up in both side columns, moving is better than waiting."""
    table = solved("free", "sum")
    kings, covered = (12, 12), (table.model.down, table.model.down)
    assert table.nothing(kings, 0, covered, 0) < table.nothing(covered, 0, covered, 0)
    assert table.nothing(covered, 0, kings, 0) > 0


def test_columns_of_the_model_score_pairs_and_jokers() -> None:
    """Ranks by number: 0 is the ace, 11 the queen, 12 the king and 13 the joker."""
    model, bonus = Model(), Model(joker="bonus")
    assert model.column(11, 11) == 0
    assert model.column(1, 13) == -3
    assert model.column(12, 0) == 1
    assert bonus.column(1, 13) == -5
    assert sum(model.chances) == pytest.approx(1)


def test_the_last_turn_is_valued_exactly() -> None:
    """With one queen face up and one card to come, every drawn card is placed or not, whichever costs less."""
    model, queen = Model(middle="fixed"), 11
    stay = sum(chance * model.column(queen, rank) for rank, chance in enumerate(model.chances))
    expected = sum(chance * min(stay, model.column(queen, card)) for card, chance in enumerate(model.chances))
    last = model.last_turn((queen, model.closed), model.locked)
    assert last.nothing == pytest.approx(expected)
    assert last.taking[queen] == 0


def test_bytes_that_are_not_a_table_are_refused() -> None:
    with pytest.raises(ValueError, match="no table of 6 Holes"):
        ValueTable.load(b"something else")
