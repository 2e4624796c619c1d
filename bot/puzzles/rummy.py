"""Puzzles of Rummy: go out this turn, when laying down whatever fits is not enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.puzzles.puzzle import Puzzle
from bot.rules import codec
from bot.rules.rummy.actions import Discard, Swap
from bot.rules.rummy.game import GAME
from bot.rules.rummy.solver.way_out import TooHardError, way_out
from bot.rules.rummy.state import Phase

if TYPE_CHECKING:
    from bot.puzzles.puzzle import Attempt
    from bot.rules.rummy.actions import RummyAction
    from bot.rules.rummy.state import RummyState

_CARDS = range(3, 9)
_PLACES = 20_000
_MIN_ACTIONS = 3
"""The fewest actions, discard included, that make going out worth finding."""


class GoOutPuzzles:
    """Positions in which a seat has laid down and drawn, and can get rid of its whole hand."""

    key = "rummy-out"
    game = GAME.key
    levels = ("strong", "classic", "classic")
    missed_by = "classic"

    def find(self, state: RummyState) -> Puzzle | None:
        hand = state.hands[state.seat]
        if state.phase is not Phase.PLAY or not state.laid_down[state.seat] or len(hand) not in _CARDS:
            return None
        try:
            way = way_out(hand, state.melds, _PLACES)
        except TooHardError:
            return None
        if way is None or len(way) < _MIN_ACTIONS:
            return None
        steps = tuple(map(GAME.format_action, way))
        hard = len(way) + 2 * sum(isinstance(action, Swap) for action in way)
        return Puzzle(self.key, self.game, codec.dumps(state), len(hand), steps, hard)

    def allows(self, action: RummyAction) -> bool:
        del action
        return True

    def ends(self, action: RummyAction) -> bool:
        return isinstance(action, Discard)

    def score(self, attempt: Attempt) -> float:
        return attempt.shed

    def task(self, puzzle: Puzzle) -> str:
        del puzzle
        return _("Get rid of your whole hand this turn: lay down, lay off, swap jokers, and discard the last card.")

    def verdict(self, puzzle: Puzzle, score: float) -> str:
        left = int(puzzle.best - score)
        if not left:
            return _("You are out.")
        return ngettext("{n} card is left in your hand.", "{n} cards are left in your hand.", left).format(n=left)


GO_OUT = GoOutPuzzles()
