"""Puzzles of Huxxy: shed the most cards in one table turn, or go out in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.puzzles.puzzle import Puzzle
from bot.rules import codec
from bot.rules.cards import without
from bot.rules.huxxy.actions import Draw, EndTurn, Move
from bot.rules.huxxy.game import GAME
from bot.rules.huxxy.solver.best_turn import Turn, best_turn

if TYPE_CHECKING:
    from bot.puzzles.puzzle import Attempt
    from bot.rules.cards import Card
    from bot.rules.huxxy.actions import HuxxyAction
    from bot.rules.huxxy.state import HuxxyState

_NODES = 200_000
"""Steps of the solver after which a position is given up as too hard to prove."""
_CARDS = range(3, 10)
_MIN_SHED = 2
"""The fewest cards shed and the fewest moves between groups that make a turn worth finding."""
_MAX_ON_TABLE = 60
"""Cards on the table: with more, the picture is too small on a phone, and looking through it is tedious."""


class HuxxyPuzzles:
    """Positions at the start of a turn where the best turn rearranges the table.

    Only one set of cards is best: without any one of them, the best turn sheds fewer.
    """

    game = GAME.key
    levels = ("classic",) * 4
    missed_by = "classic"

    def __init__(self, key: str, *, goes_out: bool) -> None:
        self.key = key
        self._goes_out = goes_out

    def find(self, state: HuxxyState) -> Puzzle | None:
        hand = state.hands[state.seat]
        if state.plays or len(hand) not in _CARDS or sum(map(len, state.table)) > _MAX_ON_TABLE:
            return None
        turn = _proved(state, hand)
        if turn is None or len(turn.cards) < _MIN_SHED or (len(turn.cards) == len(hand)) is not self._goes_out:
            return None
        moves = sum(isinstance(action, Move) for action in turn.actions)
        if moves < _MIN_SHED or not self._is_only(state, turn):
            return None
        steps = (*map(GAME.format_action, turn.actions), GAME.format_action(EndTurn()))
        return Puzzle(self.key, self.game, codec.dumps(state), len(turn.cards), steps, moves)

    def _is_only(self, state: HuxxyState, turn: Turn) -> bool:
        """Whether shedding that many takes all of the turn's cards and some rearranging."""
        hand = state.hands[state.seat]
        alone = best_turn(hand, (), state.opened[state.seat], max_nodes=_NODES)
        if alone is not None and len(alone.cards) >= len(turn.cards):
            return False
        if self._goes_out:
            return True
        rests = (
            best_turn(without(hand, card), state.table, opened=True, max_nodes=_NODES)
            for card in dict.fromkeys(turn.cards)
        )
        return all(rest is None or (rest.exhaustive and len(rest.cards) < len(turn.cards)) for rest in rests)

    def allows(self, action: HuxxyAction) -> bool:
        return not isinstance(action, Draw)

    def ends(self, action: HuxxyAction) -> bool:
        return isinstance(action, EndTurn)

    def score(self, attempt: Attempt) -> float:
        return attempt.shed

    def task(self, puzzle: Puzzle) -> str:
        del puzzle
        if self._goes_out:
            return _(
                "Play all your cards in one turn, then end it. You have six plays, moves among the groups included."
            )
        return _(
            "Play as many cards from your hand as you can in one turn, then end it. You have six plays, moves among "
            "the groups included."
        )

    def verdict(self, puzzle: Puzzle, score: float) -> str:
        shed = ngettext("You played {n} card", "You played {n} cards", int(score)).format(n=int(score))
        return _("{shed}; {best} are possible.").format(shed=shed, best=int(puzzle.best))


def _proved(state: HuxxyState, hand: tuple[Card, ...]) -> Turn | None:
    """The best turn with this hand; None if there is none or it cannot be proved within the limit."""
    turn = best_turn(hand, state.table, state.opened[state.seat], max_nodes=_NODES)
    return turn if turn is not None and turn.exhaustive else None


MOST_CARDS = HuxxyPuzzles("huxxy-most", goes_out=False)
GO_OUT = HuxxyPuzzles("huxxy-out", goes_out=True)
