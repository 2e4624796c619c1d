"""“Try them again”: an exercise is the position before a dear decision, a try the actions played in it so far.

Pure: what a try is, how it goes on, what follows from its grade. It is asked again after 1, 3 and 10 days, and from
the first of them on when it went wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from bot.players.player import Verdict
from bot.players.reviewing import ReviewRequest
from bot.review.marks import Mark, mark
from bot.review.report import Finding, finding_of

if TYPE_CHECKING:
    from bot.players.reviewing import Review
    from bot.replay.steps import Steps
    from bot.review.kept import Exercise
    from bot.rules.game import AnyState

DAY = 24 * 3600.0
DAYS = (1, 3, 10)
"""After how many days an exercise is asked again, by how often it was found before."""
NEVER = 1e13
"""When an exercise that was found often enough is due."""


@dataclass(frozen=True, slots=True)
class Try:
    """The actions played so far, in text form, and the draft of the next one."""

    moves: tuple[str, ...] = ()
    draft: Mapping[str, Any] = field(default_factory=dict)


def try_of(exercise: Exercise) -> Try:
    """The try under way."""
    if not exercise.begun:
        return Try()
    document = json.loads(exercise.begun)
    return Try(tuple(document["moves"]), document["draft"])


def begun(exercise: Exercise, tried: Try) -> Exercise:
    """The exercise with this try under way."""
    return replace(exercise, begun=json.dumps({"moves": tried.moves, "draft": tried.draft}, ensure_ascii=False))


def finding(exercise: Exercise) -> Finding:
    """What was found wrong when it was played."""
    return finding_of(json.loads(exercise.content))


def state_after(steps: Steps, exercise: Exercise, tried: Try) -> AnyState:
    """The position of the exercise after the try's actions.

    Raises:
        ActionError: an action is not possible.
    """
    game, state = steps.game.rules, steps.state(exercise.step)
    for form in tried.moves:
        state = game.apply(state, steps.game.moves[exercise.step].seat, game.parse_action(form))
    return state


def request(steps: Steps, exercise: Exercise, tried: Try) -> ReviewRequest:
    """Ask what the try cost: the game up to the decision, then the try's actions, which alone are judged."""
    game, step = steps.game, exercise.step
    seat = game.moves[step].seat
    before = [(move.seat, move.text) for move in game.moves[:step]]
    moves = (*before, *((seat, form) for form in tried.moves))
    return ReviewRequest(
        game.game, len(game.players), game.seed, game.options, moves, frozenset(range(step, len(moves)))
    )


def verdict(review: Review, exercise: Exercise, *, over: bool) -> Verdict | None:
    """The worst verdict on the try's actions, which alone were judged; None while its turn goes on.

    A turn is judged by what ends it, which need not be its first action: melds may be laid down before a discard.
    A turn that is `over` without anything to judge has not found what was asked for.
    """
    worst = max(review.verdicts, key=lambda found: found.loss, default=None)
    if worst is not None or not over:
        return worst
    known = finding(exercise)
    return Verdict(exercise.step, known.loss, known.better, known.why)


def passed(found: Verdict) -> bool:
    """Whether the decision was found: as good as the best one, or nearly."""
    return mark(found.loss) is Mark.FINE


def graded(exercise: Exercise, found: Verdict, now: float) -> Exercise:
    """The exercise after a try: when it comes again."""
    if not passed(found):
        return replace(exercise, passed=0, due=now + DAYS[0] * DAY, begun="")
    times = exercise.passed + 1
    due = now + DAYS[times - 1] * DAY if times <= len(DAYS) else NEVER
    return replace(exercise, passed=times, due=due, begun="")
