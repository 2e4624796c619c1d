"""Move search of 6 Holes: one move with the real chances of the unseen cards, then the solved game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.players.six_holes.model import LastTurn, Sides
from bot.players.six_holes.situation import SIDE_COLUMNS, Grid, Situation, total
from bot.players.six_holes.table import solved
from bot.rules.cards import with_item
from bot.rules.six_holes.actions import DISCARD, DRAW, OPENS, PLACES, SIDES, TAKES, Position, SixHolesAction

if TYPE_CHECKING:
    from collections.abc import Mapping

_DEPTH = 3
"""How many exchanges of middle cards are searched before the table's average replaces the next one."""
_UNSEEN = -1
"""Marks a card that the opponent may take and that nobody has seen before."""


class Move(NamedTuple):
    """A move and its cost: the player's expected points minus the opponent's until the end of the round."""

    action: SixHolesAction
    cost: float


class Half(NamedTuple):
    """One seat's columns as the model counts them."""

    sides: Sides
    middle: int


def moves(situation: Situation) -> list[Move]:
    """Every move of the situation with its cost, best first."""
    search = _Search(situation)
    if situation.drawn is not None:
        found = search.uses(PLACES, situation.drawn)
        found.append(Move(DISCARD, search.after_discard(situation.drawn)))
    else:
        found = [Move(OPENS[place], search.after_open(place)) for place in SIDES if situation.mine[place] is None]
        found.append(Move(DRAW, search.after_draw()))
        if situation.takable is not None:
            found += search.uses(TAKES, situation.takable)
    return sorted(found, key=lambda move: move.cost)


class _Search:
    """The costs of one situation's moves."""

    def __init__(self, situation: Situation) -> None:
        self.now = situation
        self.solved = solved(situation.middle, situation.joker)
        self.model = self.solved.model.with_chances(situation.chances)
        self.theirs, self.their_points = self._half(situation.theirs)
        self._last_turns: dict[Half, LastTurn] = {}

    def uses(self, actions: Mapping[Position, SixHolesAction], card: int) -> list[Move]:
        """The moves that put the card in each possible place by one of the actions, with costs."""
        return [Move(actions[place], self.after_place(place, card)) for place in self.now.places()]

    def after_draw(self) -> float:
        """The cost of the best use of a drawn card, averaged over all cards."""
        return sum(
            chance * min([self.after_discard(card), *(self.after_place(place, card) for place in self.now.places())])
            for card, chance in enumerate(self.now.chances)
            if chance
        )

    def after_discard(self, card: int) -> float:
        return self._cost(self.now.mine, card)

    def after_open(self, place: Position) -> float:
        return sum(
            chance * self._cost(with_item(self.now.mine, place, rank), None)
            for rank, chance in enumerate(self.now.chances)
            if chance
        )

    def after_place(self, place: Position, card: int) -> float:
        thrown = self.now.mine[place]
        return self._cost(with_item(self.now.mine, place, card), _UNSEEN if thrown is None else thrown)

    def _cost(self, mine: Grid, left: int | None) -> float:
        """The cost with own grid `mine` when the opponent is to move and may take `left`."""
        if self.now.is_last:
            return total(mine, self.model) - total(self.now.theirs, self.model)
        half, points = self._half(mine)
        return points - self.their_points - self._turn(self.theirs, half, left, _DEPTH)

    def _half(self, grid: Grid) -> tuple[Half, int]:
        """A grid as a half, and the points of its columns that are closed or locked."""
        points = 0
        columns = []
        for column in SIDE_COLUMNS:
            top, bottom = grid[column], grid[column + 3]
            if top is not None and bottom is not None:
                points += self.model.column(top, bottom)
                columns.append(self.model.closed)
            elif top is None and bottom is None:
                columns.append(self.model.down)
            else:
                columns.append(top if top is not None else bottom or 0)
        top, bottom = grid[1], grid[4]
        if top is None or bottom is None:  # pragma: no cover — middles are always face up
            raise ValueError("A middle card is face down.")
        middle = self.model.middle(top, bottom)
        if middle == self.model.locked:
            points += self.model.column(top, bottom)
        return Half((min(columns), max(columns)), middle), points

    def _turn(self, mover: Half, other: Half, left: int | None, depth: int) -> float:
        """The value for the half to move, which may take `left`: its own future points minus the other's."""
        if other.sides == self.model.finished:
            return self._last_turn(mover, left) - self.model.middle_points(other.middle)
        if left == _UNSEEN:
            return self.solved.unseen(*mover, *other)
        best = self.solved.nothing(*mover, *other)
        if left is None or not depth:
            return best
        for side in self.model.place(mover.sides, left):
            after = Half(side.after, mover.middle)
            best = min(best, side.points - self._turn(other, after, _UNSEEN, depth))
        for middle in self.model.place_middle(mover.middle, left):
            after = Half(mover.sides, middle.after)
            best = min(best, middle.points - self._turn(other, after, middle.thrown, depth - 1))
        return best

    def _last_turn(self, mover: Half, left: int | None) -> float:
        """Expected points of a half after its last turn."""
        last = self._last_turns.get(mover)
        if last is None:
            last = self._last_turns[mover] = self.model.last_turn(*mover)
        return last.nothing if left is None else last.unseen if left == _UNSEEN else last.taking[left]
