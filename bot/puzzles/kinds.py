"""Every kind of puzzle: one line each. Tries at puzzles of these kinds, and which stored ones this version can show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.puzzles import huxxy, notty, rummy, six_holes, three_thirteen
from bot.puzzles.puzzle import Attempt, read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.puzzles.puzzle import Kind, Puzzle

_ALL: tuple[Kind, ...] = (
    notty.EMPTY,
    six_holes.MOVE,
    rummy.GO_OUT,
    huxxy.MOST_CARDS,
    three_thirteen.DISCARD,
    huxxy.GO_OUT,
)
KINDS: dict[str, Kind] = {kind.key: kind for kind in _ALL}
QUICK = huxxy.MOST_CARDS.key
"""The kind that is made in a tenth of a second."""


def read_known(text: str) -> Puzzle:
    """Parse the text of a puzzle that people are to be shown.

    Raises:
        ValueError: it is damaged, or of a kind or under rules that this version of the bot does not know.
    """
    puzzle = read(text)
    kind = KINDS.get(puzzle.kind)
    if kind is None or kind.game != puzzle.game:
        raise ValueError(f"There is no kind of puzzle {puzzle.kind} of {puzzle.game}.")
    attempt_at(puzzle)  # reads the position
    return puzzle


def attempt_at(puzzle: Puzzle, actions: Iterable[str] = ()) -> Attempt:
    """The try after these actions. Raises ActionError if they do not fit the puzzle."""
    state = puzzle.state
    attempt = Attempt(puzzle, KINDS[puzzle.kind], int(puzzle.rules.seat_to_act(state) or 0), state)
    for action in actions:
        attempt = attempt.play(action)
    return attempt
