"""The base of puzzles in which a single action is the whole play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, decimal, ngettext, plural_number
from bot.puzzles.puzzle import Puzzle
from bot.rules import codec

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.puzzles.puzzle import Attempt
    from bot.rules.game import AnyAction, AnyState


class DecisionPuzzles:
    """Puzzles whose score is the points lost against the best action."""

    key: str
    game: str

    def allows(self, action: AnyAction) -> bool:
        del action
        return True

    def ends(self, action: AnyAction) -> bool:
        del action
        return True

    def score(self, attempt: Attempt) -> float:
        return attempt.puzzle.values[attempt.actions[-1]]

    def verdict(self, puzzle: Puzzle, score: float) -> str:
        loss = puzzle.best - score
        if loss <= 0:
            return _("That is the best there is.")
        return ngettext(
            "That is {points} point worse than the best choice.",
            "That is {points} points worse than the best choice.",
            plural_number(loss),
        ).format(points=decimal(loss))

    def posed(self, state: AnyState, values: Mapping[str, float], difficulty: float) -> Puzzle:
        """The puzzle in a position, from the `values` of its actions; they are relative, and greater is better."""
        best = max(values.values())
        worth = {text: round(value - best, 2) for text, value in values.items()}
        solution = next(text for text, value in worth.items() if not value)
        return Puzzle(self.key, self.game, codec.dumps(state), 0.0, (solution,), difficulty, worth)


def lead(values: Mapping[str, float]) -> float:
    """The lead of the best of at least two values over the second best."""
    first, second = sorted(values.values(), reverse=True)[:2]
    return first - second
