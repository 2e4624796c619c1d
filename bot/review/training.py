"""“Try them again”: an exercise is the position before a costly decision, a try the actions played in it so far.

An exercise comes again after 1, 3 and 10 days, starting over when a try goes wrong. Pure.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypedDict

from bot.players.player import Verdict
from bot.players.reviewing import ReviewRequest
from bot.review.marks import Mark, mark
from bot.review.report import Finding, finding_of
from bot.tables.model.damage import DAMAGES, damaged, parse, parse_stored, report_damage
from bot.tables.model.durations import DAY

if TYPE_CHECKING:
    from bot.players.reviewing import Review
    from bot.replay.steps import Steps
    from bot.review.stored import Exercise
    from bot.rules.game import AnyState

DAYS = (1, 3, 10)
"""Days after which an exercise comes again, by how often in a row it was found before."""
NEVER = 1e13
"""The due time of an exercise that was found often enough."""


class _Begun(TypedDict):
    """A try as stored."""

    moves: tuple[str, ...]
    draft: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Try:
    """The actions played so far, in text form, and the draft of the next one."""

    moves: tuple[str, ...] = ()
    draft: Mapping[str, Any] = field(default_factory=dict)


def try_of(exercise: Exercise) -> Try:
    """The try in progress."""
    if not exercise.begun:
        return Try()
    document = parse_stored(exercise.begun, _Begun, "exercises.begun", _whose(exercise))
    return Try(tuple(document["moves"]), document["draft"])


def with_try(exercise: Exercise, tried: Try) -> Exercise:
    """The exercise with this try in progress."""
    return replace(exercise, begun=json.dumps({"moves": tried.moves, "draft": tried.draft}, ensure_ascii=False))


def finding(exercise: Exercise) -> Finding:
    """The review's finding about the decision."""
    try:
        return finding_of(parse(exercise.content, Any))
    except DAMAGES as error:
        report_damage("exercises.content", _whose(exercise))
        raise damaged() from error


def _whose(exercise: Exercise) -> str:
    return f"of an exercise from table {exercise.table_id}"


def state_after(steps: Steps, exercise: Exercise, tried: Try) -> AnyState:
    """The position of the exercise after the try's actions.

    Raises:
        ActionError: an action is not possible.
    """
    return _states(steps, exercise, tried)[-1]


def without_detour(steps: Steps, exercise: Exercise, tried: Try) -> Try:
    """The try without actions that led back to an earlier position: trying things out does not make it longer."""
    states = _states(steps, exercise, tried)
    return replace(tried, moves=tried.moves[: states.index(states[-1])])


def _states(steps: Steps, exercise: Exercise, tried: Try) -> list[AnyState]:
    """The position of the exercise, and those after each of the try's actions."""
    game, states = steps.game.rules, [steps.state(exercise.step)]
    for form in tried.moves:
        states.append(game.apply(states[-1], steps.game.moves[exercise.step].seat, game.parse_action(form)))
    return states


def request(steps: Steps, exercise: Exercise, tried: Try) -> ReviewRequest:
    """A request to judge the try: the game up to the decision, then the try's actions, which alone are judged."""
    game, step = steps.game, exercise.step
    seat = game.moves[step].seat
    before = [(move.seat, move.text) for move in game.moves[:step]]
    moves = (*before, *((seat, form) for form in tried.moves))
    return ReviewRequest(
        game.game, len(game.players), game.seed, game.options, moves, frozenset(range(step, len(moves)))
    )


def verdict(review: Review, exercise: Exercise, *, over: bool) -> Verdict | None:
    """The worst verdict on the try's actions; None while its turn continues.

    A turn is judged by its last action, which need not be its first: melds may be laid down before a discard.
    A turn that is `over` with nothing to judge has missed the decision.
    """
    worst = max(review.verdicts, key=lambda found: found.loss, default=None)
    if worst is not None or not over:
        return worst
    known = finding(exercise)
    return Verdict(exercise.step, known.loss, known.better, known.why)


def passed(found: Verdict) -> bool:
    """Whether the decision was found: it is as good as the best one, or nearly."""
    return mark(found.loss) is Mark.FINE


def graded(exercise: Exercise, found: Verdict, now: float) -> Exercise:
    """The exercise after a graded try, with its next due time."""
    if not passed(found):
        return replace(exercise, passed=0, due=now + DAYS[0] * DAY, begun="")
    times = exercise.passed + 1
    due = now + DAYS[times - 1] * DAY if times <= len(DAYS) else NEVER
    return replace(exercise, passed=times, due=due, begun="")
