"""Puzzles of 6 Holes: the one move that is clearly better than every other."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING

from bot.language import _
from bot.players import registry
from bot.puzzles.decision import DecisionPuzzles, lead
from bot.rules import codec
from bot.rules.six_holes.actions import DRAW
from bot.rules.six_holes.game import GAME

if TYPE_CHECKING:
    from bot.puzzles.puzzle import Puzzle
    from bot.rules.six_holes.state import SixHolesState

_LEAD = 1.25
"""Points by which the best move must lead."""
_DRAWS = 6
"""One in this many positions whose best move is to draw is used: they are four in five of all, and would be easy to
guess.
"""


class MovePuzzles(DecisionPuzzles):
    """Positions in which the usual move is not the best."""

    key = "six-holes-move"
    game = GAME.key
    levels = ("strong", "classic")
    missed_by = "classic"

    def find(self, state: SixHolesState) -> Puzzle | None:
        seat = GAME.seat_to_act(state)
        if seat is None:
            return None
        view = GAME.view(state, seat)
        judged = registry.player(self.game, "strong").choose(view, random.Random(0)).ranked
        known = {GAME.format_action(rated.action): rated.value for rated in judged}
        if len(known) < 3 or len(known) < len(view.legal_actions) or lead(known) < _LEAD:
            return None
        usual = registry.player(self.game, "classic").choose(view, random.Random(0)).action
        if not known[GAME.format_action(usual)] < max(known.values()):
            return None
        best = max(known, key=lambda text: known[text])
        if best == GAME.format_action(DRAW) and not _is_taken(state):
            return None
        return self.posed(state, known, 4 - lead(known))

    def task(self, puzzle: Puzzle) -> str:
        del puzzle
        return _("What do you do? One move puts you clearly further ahead than any other.")


def _is_taken(state: SixHolesState) -> bool:
    """Whether a position whose best move is to draw is used; determined by the cards, so that it never changes."""
    return hashlib.sha256(codec.dumps(state).encode()).digest()[0] % _DRAWS == 0


MOVE = MovePuzzles()
