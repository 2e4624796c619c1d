"""The strongest table turn: shed the most hand cards, then the most points, with any rearranging that six plays
allow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import Card
from bot.rules.huxxy.actions import Move, Play
from bot.rules.huxxy.solver.atoms import Search
from bot.rules.huxxy.solver.bits import CARDS, POINTS, add, pack, singles, take, unpack
from bot.rules.huxxy.solver.columns import NEW, Level
from bot.rules.huxxy.solver.packing import Packing
from bot.rules.huxxy.state import MAX_PLAYS, OPENING_POINTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.rules.huxxy.solver.columns import Column

_STEPS_BETWEEN_STOPS = 8
_REACH = (0, 2, 2, 5, 5, 5)
"""By number of moves in a round, the most moves its columns are listed for; several rounds share one list."""


class Turn(NamedTuple):
    """A table turn: its plays and moves in order (`end` comes after them), the cards it sheds and their points.

    Points are what the cards would count in the hand: face values, 48 for a joker. `exhaustive` means no turn is
    stronger; otherwise the search was stopped early, and `actions` is empty if it had found no turn by then.
    """

    actions: tuple[Play | Move, ...]
    cards: tuple[Card, ...]
    points: int
    exhaustive: bool

    def __bool__(self) -> bool:
        return bool(self.actions)


class _StoppedError(Exception):
    """The search budget is used up."""


def best_turn(
    hand: Sequence[Card],
    table: Sequence[Sequence[Card]],
    opened: bool,
    jokers: bool = False,
    *,
    max_nodes: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Turn | None:
    """Find the legal table turn that sheds the most cards, then the most points, with the fewest moves.

    Args:
        hand: the hand at the start of the turn.
        table: the valid groups, in the order of their numbers.
        opened: whether the seat has completed its opening turn; if not, the turn must play at least 24 points.
        jokers: whether this is the bonus version; jokers among the cards are recognized either way.
        max_nodes: maximum number of search steps.
        stop: called every eight steps; the search stops once it returns True.

    Returns:
        The strongest turn; None when no turn is legal. A stopped search returns the best turn so far (not
        `exhaustive`), without actions if it found none.
    """
    del jokers  # the cards themselves show whether there are any
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
    """Count the steps of a search and stop it at the limit."""

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


def _search(hand: int, groups: tuple[int, ...], opened: bool, packing: Packing, count: Callable[[], None]) -> None:
    """Search with 0 to 5 moves in turn; equal turns with fewer moves win."""
    everything = hand
    for group in groups:
        everything = add(everything, group)
    levels: dict[int, Level] = {}
    for moves in range(MAX_PLAYS):
        plays = min(MAX_PLAYS - moves, hand.bit_count())
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
    """Find the atoms with the number of moves of `search`, from the most valuable hand card down."""
    left = hand
    for bit in sorted(dict.fromkeys(singles(hand)), key=lambda bit: (-POINTS[bit], bit)):
        most = POINTS[bit] + _most(take(hand, bit), plays - 1)
        if packing.best.cards == plays and most <= packing.best.points:
            return
        search.seed(bit, left, plays)
        left &= ~(bit | bit << 64)


def _most(hand: int, cards: int, *, faces: bool = False) -> int:
    """The most points that `cards` hand cards can have; with `faces`, as counted towards the opening turn."""
    values = (CARDS[bit][1] if faces else POINTS[bit] for bit in singles(hand))
    return sum(sorted(values, reverse=True)[:cards])


def _actions(columns: list[Column], played: list[Card], groups: int) -> tuple[Play | Move, ...]:
    """The plays from the hand, then the moves, with the group numbers current at each step."""
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
