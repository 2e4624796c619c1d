"""Move search of 6 Holes: the solved race for the sides plus an estimate for the middle columns."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from bot.players.six_holes.race import CHANCES, CLOSED, JOKER, RESIDUE, Sides, column_points, solved
from bot.players.six_holes.situation import (
    JOKER_BONUS_POINTS,
    MIDDLE,
    SIDE_COLUMNS,
    Grid,
    Situation,
    sides_of,
    with_rank,
)

MIDDLE_SHARE = 0.5
"""Draws available for the middle per face-down side card, counted for the player with fewer of them."""

_FINISHED: Sides = (CLOSED, CLOSED)
_UNSEEN = -1
"""Marks a card that the opponent may take and that nobody has seen before."""


class Move(NamedTuple):
    """A move and its cost: the player's expected points minus the opponent's.

    `kind` is open, draw, take, place or discard; `place` is the grid index, None for draw and discard.
    """

    kind: str
    place: int | None
    cost: float


def moves(situation: Situation) -> list[Move]:
    """Every move of the situation with its cost, best first."""
    search = _Search(situation)
    if situation.drawn is not None:
        found = search.uses("place", situation.drawn)
        found.append(Move("discard", None, search.after_discard(situation.drawn)))
    else:
        found = [
            Move("open", place, search.after_open(place)) for place in (0, 2, 3, 5) if situation.mine[place] is None
        ]
        found.append(Move("draw", None, search.after_draw()))
        if situation.takable is not None:
            found += search.uses("take", situation.takable)
    return sorted(found, key=lambda move: move.cost)


class _Search:
    """The costs of one situation's moves."""

    def __init__(self, situation: Situation) -> None:
        self.now = situation
        self.race = solved()
        self.theirs = sides_of(situation.theirs)
        hidden = min(situation.mine.count(None), situation.theirs.count(None))
        self.draws = 0 if situation.is_last else round(MIDDLE_SHARE * hidden)

    def uses(self, kind: str, card: int) -> list[Move]:
        """The moves of putting the card in each possible place, with costs."""
        return [Move(kind, place, self.after_place(place, card)) for place in self.now.places()]

    def after_draw(self) -> float:
        """The cost of the best use of a drawn card, averaged over all cards."""
        return sum(
            chance * min([self.after_discard(card), *(self.after_place(place, card) for place in self.now.places())])
            for card, chance in enumerate(self.now.chances)
            if chance
        )

    def after_discard(self, card: int) -> float:
        return self._cost(self.now.mine, card)

    def after_open(self, place: int) -> float:
        return sum(
            chance * self._cost(with_rank(self.now.mine, place, rank), None)
            for rank, chance in enumerate(self.now.chances)
            if chance
        )

    def after_place(self, place: int, card: int) -> float:
        thrown = self.now.mine[place]
        return self._cost(with_rank(self.now.mine, place, card), _UNSEEN if thrown is None else thrown)

    def _cost(self, mine: Grid, left: int | None) -> float:
        """The cost with own grid `mine` when the opponent is to move and may take `left`."""
        if self.now.is_last:
            return self.now.total(mine)
        columns = sides_of(mine)
        closed = sum(
            self.now.expected(mine[column], mine[column + 3])
            for column in SIDE_COLUMNS
            if None not in (mine[column], mine[column + 3])
        )
        if columns == _FINISHED:
            return closed + self._middle(mine, 0) - self._their_last_turn(left)
        return closed + self._middle(mine, self.draws) - self._their_turn(columns, left)

    def _their_turn(self, mine: Sides, left: int | None) -> float:
        worth = self.race.worth(self.theirs, mine)
        if left is None:
            return worth.nothing
        if left == _UNSEEN:
            return worth.average
        in_middle = [gain - self.race.with_card(mine, self.theirs, thrown) for gain, thrown in self._their_middle(left)]
        return min([self.race.with_card(self.theirs, mine, left), *in_middle])

    def _their_last_turn(self, left: int | None) -> float:
        if left == _UNSEEN:
            return self.race.after_unseen(_FINISHED, self.theirs) * -1
        if left is None:
            return self.race.last_turn(self.theirs, None)
        stay = sum(RESIDUE[column] for column in self.theirs)
        in_middle = [stay + gain for gain, _ in self._their_middle(left)]
        return min([self.race.last_turn(self.theirs, left), *in_middle])

    def _their_middle(self, card: int) -> list[tuple[float, int]]:
        """The opponent's gains (negative) from placing the card in the middle, with the rank each discards."""
        grid = self.now.theirs
        if self.now.is_locked_middle(grid):
            return []
        before = self._middle(grid, self.draws)
        return [
            (self._middle(with_rank(grid, place, card), self.draws) - before, thrown)
            for place in MIDDLE
            if (thrown := grid[place]) is not None
        ]

    def _middle(self, grid: Grid, draws: int) -> float:
        """Expected points of a grid's middle column after this number of spare draws."""
        top, bottom = grid[1], grid[4]
        if top is None or bottom is None or self.now.is_locked_middle(grid):
            return self.now.expected(top, bottom)
        return _middle_points(min(top, bottom), max(top, bottom), draws, self.now.joker_is_pair)


@lru_cache(maxsize=4096)
def _middle_points(one: int, other: int, draws: int, joker_is_pair: bool) -> float:
    """Expected points of a middle column of two ranks after this number of draws."""
    if joker_is_pair and JOKER in (one, other):
        return JOKER_BONUS_POINTS
    if one == other or not draws:
        return float(column_points(one, other))
    stay = _middle_points(one, other, draws - 1, joker_is_pair)
    total = 0.0
    for rank, chance in enumerate(CHANCES):
        first = _middle_points(min(rank, other), max(rank, other), draws - 1, joker_is_pair)
        second = _middle_points(min(one, rank), max(one, rank), draws - 1, joker_is_pair)
        total += chance * min(stay, first, second)
    return total
