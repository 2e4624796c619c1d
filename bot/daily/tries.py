"""A try at the day's puzzle: its next step, its quality, and what may be shown of it to others. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from math import exp
from typing import TYPE_CHECKING, Any

from bot.daily.days import date_of
from bot.daily.stored import SOLVED
from bot.puzzles.kinds import attempt_at
from bot.tables.model.damage import parse_stored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.daily.stored import PuzzleTry
    from bot.puzzles.puzzle import Attempt, Puzzle

POINTS = 3.0
"""Points lost by which the quality of a single decision falls to 37 percent."""
_ON_TRIES = 100
_ON_DAYS = 10_000
_MAX_SQUARES = 12
_USUAL_SQUARES = 5
_FULL, _EMPTY = "🟩", "⬜"


def decision_number(tried: PuzzleTry) -> int:
    """The decision number that controls carry: the day, the number of complete tries, and of actions in this one."""
    return tried.day * _ON_DAYS + tried.tries % _ON_TRIES * _ON_TRIES + len(_stored(tried, "moves"))


def is_over(number: int, tried: PuzzleTry) -> bool:
    """Whether the try that the control with this decision number belongs to is complete, and the next one not begun."""
    return number // _ON_TRIES != decision_number(tried) // _ON_TRIES and not _stored(tried, "moves")


def day_of(decision_number: int) -> int:
    """The day of a control."""
    return decision_number // _ON_DAYS


def attempt_of(puzzle: Puzzle, tried: PuzzleTry) -> Attempt:
    """The try in progress."""
    return attempt_at(puzzle, _stored(tried, "moves"))


def graded_attempt(puzzle: Puzzle, tried: PuzzleTry) -> Attempt:
    """The try that counts, once it is complete."""
    return attempt_at(puzzle, _stored(tried, "played"))


def draft_of(tried: PuzzleTry) -> Mapping[str, Any]:
    """The draft of the next action."""
    draft: Mapping[str, Any] = _stored(tried, "draft")
    return draft


def _stored(tried: PuzzleTry, name: str) -> Any:
    kind = Mapping[str, Any] if name == "draft" else tuple[str, ...]
    whose = f"of a try at the puzzle of {date_of(tried.day)}"
    return parse_stored(getattr(tried, name), kind, f"puzzle_tries.{name}", whose)


def play_on(attempt: Attempt, forms: Sequence[str]) -> Attempt:
    """The try after these actions. Actions that were taken back are dropped, so that trying things out does not make it
    longer.

    Raises:
        ActionError: one of them is not possible.
    """
    for form in forms:
        attempt = _without_detour(attempt.play(form))
    return attempt


def _without_detour(attempt: Attempt) -> Attempt:
    """The same position, reached by as few of the try's actions as possible."""
    earlier = attempt_at(attempt.puzzle)
    for action in attempt.actions:
        if earlier.state == attempt.state:
            return earlier
        earlier = earlier.play(action)
    return attempt


def after_step(tried: PuzzleTry, attempt: Attempt, draft: Mapping[str, Any]) -> PuzzleTry:
    """The stored try after the attempt's next step, with the draft of the one after it."""
    return replace(tried, moves=json.dumps(attempt.actions), draft=json.dumps(draft, ensure_ascii=False))


def after_completion(tried: PuzzleTry, attempt: Attempt, now: float) -> PuzzleTry:
    """The stored try after a complete attempt; the first one is graded."""
    after = _completed(tried, attempt, tried.tries + 1)
    if after.tries > 1:
        return after
    took = max(0.0, now - tried.begun_at)
    return replace(after, quality=quality(attempt), seconds=took, played=json.dumps(attempt.actions))


def after_practice(tried: PuzzleTry, attempt: Attempt) -> PuzzleTry:
    """The stored try after an attempt completed on a later day, which is never the graded one."""
    return _completed(tried, attempt, max(1, tried.tries) + 1)


def _completed(tried: PuzzleTry, attempt: Attempt, number: int) -> PuzzleTry:
    """The stored try after its attempt with this number, not graded."""
    solved_on = tried.solved_on or (number if attempt.is_solved else 0)
    return replace(tried, tries=number, moves="[]", draft="{}", solved_on=solved_on)


def quality(attempt: Attempt) -> int:
    """The quality of a complete try in percent; 100 only for the best play."""
    if attempt.is_solved:
        return SOLVED
    puzzle = attempt.puzzle
    if puzzle.values:
        return min(SOLVED - 1, round(SOLVED * exp((attempt.score - puzzle.best) / POINTS)))
    return min(SOLVED - 1, round(SOLVED * max(0.0, attempt.score) / puzzle.best))


def squares(puzzle: Puzzle, percent: int) -> str:
    """A row of squares that shows the quality of a try without revealing the solution; one per card where cards
    count.
    """
    counts = not puzzle.values and puzzle.best <= _MAX_SQUARES
    of = round(puzzle.best) if counts else _USUAL_SQUARES
    full = round(of * percent / 100) if counts else of * percent // 100
    return _FULL * full + _EMPTY * (of - full)
