"""The strongest table turn: most cards of the hand shed, then most points, with whatever rearranging six plays allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import Card
from bot.rules.huxxy.actions import Move, Play
from bot.rules.huxxy.solver.atoms import Search
from bot.rules.huxxy.solver.bits import CARDS, POINTS, add, pack, singles, take, unpack
from bot.rules.huxxy.solver.columns import NEW, Level
from bot.rules.huxxy.solver.packing import Packing
from bot.rules.huxxy.state import MOST_PLAYS, OPENING_POINTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.rules.huxxy.solver.columns import Column

_STEPS_BETWEEN_STOPS = 8
_REACH = (0, 2, 2, 5, 5, 5)
"""By the number of moves, for how many moves the columns are listed: a list serves more than one round."""


class Turn(NamedTuple):
    """A table turn: its plays and moves in order (`end` comes after them), the cards it sheds and their points.

    Points are what the cards would count in the hand: face values, 48 for a joker. `exhaustive` says that no turn is
    stronger; else the search was stopped before it could know. Without actions none was found until then.
    """

    actions: tuple[Play | Move, ...]
    cards: tuple[Card, ...]
    points: int
    exhaustive: bool

    def __bool__(self) -> bool:
        return bool(self.actions)


class _StoppedError(Exception):
    """The budget is spent."""


def best_turn(
    hand: Sequence[Card],
    table: Sequence[Sequence[Card]],
    opened: bool,
    jokers: bool = False,
    *,
    max_nodes: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Turn | None:
    """Find the legal table turn that sheds most cards, then most points, then has fewest moves.

    Args:
        hand: the hand at the beginning of the turn.
        table: the valid groups as they are numbered on the table.
        opened: whether the seat has completed its opening turn; if not, the turn plays at least 24 points.
        jokers: whether it is the bonus version; jokers among the cards are understood in any case.
        max_nodes: after so many steps of the search the best turn so far is returned.
        stop: asked every few dozen steps; once it says True, the best turn so far is returned.

    Returns:
        The turn; None when there is no legal one. A turn that is not `exhaustive` is the best found so far, and has
        no actions when there was none.
    """
    del jokers  # the cards themselves say it
    budget = _Budget(max_nodes, stop)
    packed = pack(hand)
    packing = Packing(packed, opened, budget.count)
    exhaustive = True
    try:
        _search(packed, tuple(pack(group) for group in table), opened, packing, budget.count)
    except _StoppedError:
        exhaustive = False
    best = packing.best
    if not best.cards and exhaustive:
        return None
    columns = [column for atom in best.atoms for column in atom.columns]
    played = [card for atom in best.atoms for card in unpack(atom.played)]
    actions = _actions(columns, played, len(table))
    return Turn(actions, tuple(sorted(played)), best.points, exhaustive)


class _Budget:
    """Counts the steps of a search and ends it."""

    __slots__ = ("_left", "_stop")

    def __init__(self, max_nodes: int | None, stop: Callable[[], bool] | None) -> None:
        self._left = -1 if max_nodes is None else max(max_nodes, 0)
        self._stop = stop

    def count(self) -> None:
        if self._left == 0:
            raise _StoppedError
        self._left -= 1
        if self._stop is not None and self._left % _STEPS_BETWEEN_STOPS == 0 and self._stop():
            raise _StoppedError


def _search(
    hand: int, groups: tuple[int, ...], opened: bool, packing: Packing, count: Callable[[], None]
) -> None:
    """Raise the number of moves from none to five; whatever is found with fewer moves stands."""
    everything = hand
    for group in groups:
        everything = add(everything, group)
    levels: dict[int, Level] = {}
    for moves in range(MOST_PLAYS):
        plays = min(MOST_PLAYS - moves, hand.bit_count())
        best = packing.best.cards
        if best == hand.bit_count() or best > plays:
            return
        if not opened and _most(hand, plays, faces=True) < OPENING_POINTS:
            return
        reach = _REACH[moves]
        if reach not in levels:
            levels[reach] = Level(hand, groups, everything, reach, count)
        _round(hand, plays, Search(levels[reach], moves, count, packing.add), packing)
        packing.improve(moves)


def _round(hand: int, plays: int, search: Search, packing: Packing) -> None:
    """Find the atoms of one number of moves, by the dearest card of the hand in each."""
    left = hand
    for bit in sorted(dict.fromkeys(singles(hand)), key=lambda bit: (-POINTS[bit], bit)):
        most = POINTS[bit] + _most(take(hand, bit), plays - 1)
        if packing.best.cards == plays and most <= packing.best.points:
            return
        search.seed(bit, left, plays)
        left &= ~(bit | bit << 64)


def _most(hand: int, cards: int, *, faces: bool = False) -> int:
    """The most points of so many cards; with `faces` what they count towards an opening."""
    values = (CARDS[bit][1] if faces else POINTS[bit] for bit in singles(hand))
    return sum(sorted(values, reverse=True)[:cards])


def _actions(columns: list[Column], played: list[Card], groups: int) -> tuple[Play | Move, ...]:
    """The plays from the hand, then the moves; group numbers as the table gives them out on the way."""
    hand = list(played)
    given: dict[Card, list[int]] = {}
    for column in columns:
        for card in unpack(column.out):
            given.setdefault(card, []).append(column.place + 1)
    plays: list[tuple[int, Card, int | None]] = []
    for index, column in enumerate(columns):
        for card in unpack(column.ins):
            if card in hand:
                hand.remove(card)
                plays.append((index, card, None))
            else:
                plays.append((index, card, given[card].pop()))
    plays.sort(key=lambda each: each[2] is not None)
    numbers: dict[int, int] = {i: column.place + 1 for i, column in enumerate(columns) if column.place != NEW}
    actions: list[Play | Move] = []
    for index, card, source in plays:
        target = numbers.get(index)
        if target is None:
            numbers[index] = groups + 1 + sum(1 for number in numbers.values() if number > groups)
        actions.append(Play(card, target) if source is None else Move(card, source, target))
    return tuple(actions)
