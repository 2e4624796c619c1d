"""Legal actions in each phase of Rummy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from bot.rules.rummy.actions import DISCARDS, DRAW_DISCARD, DRAW_STOCK
from bot.rules.rummy.checks import is_legal
from bot.rules.rummy.fitting import lay_offs, swaps
from bot.rules.rummy.solver.laydowns import lay_downs

if TYPE_CHECKING:
    from bot.rules.rummy.actions import LayDown, RummyAction
    from bot.rules.rummy.checks import Turn

_STOCK_ONLY: tuple[RummyAction, ...] = (DRAW_STOCK,)
_BOTH: tuple[RummyAction, ...] = (DRAW_STOCK, DRAW_DISCARD)


def legal_draws(may_take_discard: bool) -> tuple[RummyAction, ...]:
    """The legal draws; the stock is never empty at the start of a turn."""
    return _BOTH if may_take_discard else _STOCK_ONLY


class Plays(Sequence["RummyAction"]):
    """The legal actions after the draw: discards, lay-offs, swaps, then all laydowns.

    Laydowns are counted on the first `len()` and never all listed. `in` accepts melds and cards in any order.
    """

    __slots__ = ("_few", "_lay_downs", "_size", "turn")

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self._few: list[RummyAction] | None = None
        self._lay_downs: Sequence[LayDown] = ()
        self._size = 0

    def _listed(self) -> list[RummyAction]:
        """List the single-card actions and count the laydowns."""
        if self._few is None:
            turn = self.turn
            few: list[RummyAction] = [DISCARDS[order] for order in {card[0]: None for card in turn.hand}]
            if turn.laid_down:
                if len(turn.hand) > 1:
                    few += lay_offs(turn.hand, turn.melds)
                few += swaps(turn.hand, turn.melds)
            if turn.may_lay_down:
                self._lay_downs = lay_downs(turn.hand, 0 if turn.laid_down else turn.minimum)
            self._size = len(few) + len(self._lay_downs)
            self._few = few
        return self._few

    def __len__(self) -> int:
        self._listed()
        return self._size

    @overload
    def __getitem__(self, index: int) -> RummyAction: ...
    @overload
    def __getitem__(self, index: slice) -> list[RummyAction]: ...
    def __getitem__(self, index: int | slice) -> RummyAction | list[RummyAction]:
        few = self._listed()
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._size))]
        place = index + self._size if index < 0 else index
        if not 0 <= place < self._size:
            raise IndexError("The index is out of range.")
        return few[place] if place < len(few) else self._lay_downs[place - len(few)]

    def __iter__(self) -> Iterator[RummyAction]:
        yield from self._listed()
        yield from self._lay_downs

    def __contains__(self, action: object) -> bool:
        return is_legal(self.turn, action)

    def __eq__(self, other: object) -> bool:
        return self.turn == other.turn if isinstance(other, Plays) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.turn)

    def __repr__(self) -> str:
        return f"Plays({self.turn!r})"

    def __reduce__(self) -> tuple[type[Plays], tuple[Turn]]:
        return Plays, (self.turn,)
