"""The decision a player of 6 Holes faces, in ranks only: suits do not matter.

A grid is six ranks in the order TL TM TR BL BM BR, None for a face-down card; `model` numbers the ranks. The two cards
of column 0, 1 or 2 (1 is the middle) are at indexes `column` and `column + 3`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.players.six_holes.model import CHANCES, JOKER, Model, model_of
from bot.rules.six_holes.actions import MIDDLE, SIDES, Position
from bot.rules.six_holes.state import Phase

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.six_holes.view import SixHolesView

Grid = tuple[int | None, ...]
SIDE_COLUMNS = (0, 2)


class Situation(NamedTuple):
    """A position as the player to move sees it.

    `takable` is the rank that may be taken, `drawn` the one just drawn, which must be placed or discarded. `chances` is
    each rank's probability of being the next unseen card. `is_last` means the opponent's side cards are all face up.
    """

    mine: Grid
    theirs: Grid
    takable: int | None
    drawn: int | None
    is_last: bool
    middle: str
    joker: str
    chances: tuple[float, ...]

    @property
    def model(self) -> Model:
        """The rules of the table, with the chances of a full pack."""
        return model_of(self.middle, self.joker)

    def places(self) -> list[Position]:
        """The positions where a card may be placed now; not in the middle if it is a pair or the option locks it."""
        found = [place for place in SIDES if self.mine[place] is None]
        top, bottom = (self.mine[place] or 0 for place in MIDDLE)
        return found if self.model.middle(top, bottom) == self.model.locked else [*found, *MIDDLE]


def situation(view: SixHolesView) -> Situation:
    """The situation of the viewer, who must be the seat to act."""
    seat = view.turn
    return Situation(
        mine=tuple(map(rank_number, view.grids[seat])),
        theirs=tuple(map(rank_number, view.grids[1 - seat])),
        takable=rank_number(view.takeable) if view.phase is Phase.CHOOSE else None,
        drawn=rank_number(view.drawn),
        is_last=view.is_last_turn,
        middle=view.middle,
        joker=view.joker,
        chances=_chances(view),
    )


def total(grid: Grid, model: Model) -> float:
    """Expected points of a grid if it is left alone."""
    return sum((model.expected(grid[column], grid[column + 3]) for column in range(3)), 0.0)


def rank_number(card: Card | None) -> int | None:
    """A card's rank number; None for no card or a face-down one."""
    if card is None:
        return None
    return JOKER if card.is_joker else card.value - 1


def _chances(view: SixHolesView) -> tuple[float, ...]:
    """Each rank's probability for an unseen card, face down or in the deck."""
    unseen = [4] * JOKER + [1]
    for card in (*view.grids[0], *view.grids[1], *view.discards, view.drawn):
        number = rank_number(card)
        if number is not None:
            unseen[number] -= 1
    total = sum(unseen)
    return tuple(count / total for count in unseen) if total else CHANCES
