"""Progress in a lesson: the position after the learner's actions, and the effect of a further one. Pure."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from bot.language import _
from bot.lessons.catalogue import LESSONS
from bot.rules.catalogue import GAMES
from bot.rules.game import resolve_options
from bot.tables.acts import lobby, play
from bot.tables.model.errors import TableError
from bot.tables.model.position import Position
from bot.tables.model.records import Person, Phase, Seat, TableRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.lessons.lesson import Step
    from bot.lessons.stored import Learning

LEVEL = "easy"
"""The level of the other players' names; at the end, the lesson offers a game against it."""
NO_TABLE = 0
MAX_MOVES = 1_000
LEARNER = 0
"""The learner's seat."""


class WrongActionError(TableError):
    """The rules allow the action, but the lesson asks for another one; the message explains why."""


def decision_number(learning: Learning) -> int:
    """The decision number that controls carry: the lesson and the number of actions played."""
    return LESSONS[learning.game].number * MAX_MOVES + len(learning.moves)


def lesson_number(decision: int | None) -> int:
    """The number of the lesson that a control belongs to."""
    return (decision or 0) // MAX_MOVES


def step_of(learning: Learning) -> int:
    """The index of the step that the learner is at; the number of steps when all are done."""
    steps, left = LESSONS[learning.game].steps, len(learning.moves)
    for index, step in enumerate(steps):
        if left < len(step.right):
            return index
        left -= len(step.right)
    return len(steps)


def moves_in_step(learning: Learning) -> int:
    """How many actions of the step were played."""
    before = LESSONS[learning.game].steps[: step_of(learning)]
    return len(learning.moves) - sum(len(step.right) for step in before)


def is_finished(learning: Learning) -> bool:
    """Whether all steps are done."""
    return step_of(learning) == len(LESSONS[learning.game].steps)


def checked(learning: Learning) -> Learning:
    """The stored progress, cut where the lesson in this version asks for something else."""
    expected = [accepted for step in LESSONS[learning.game].steps for accepted in step.right]
    known = 0
    for form, accepted in zip(learning.moves, expected, strict=False):
        if form not in accepted:
            break
        known += 1
    if known == len(learning.moves):
        return learning
    return replace(learning, moves=learning.moves[:known], draft={})


def position(learning: Learning, learner: Person) -> Position:
    """The lesson's position, as if played at a real table."""
    now = _dealt(learning.game, learner)
    moves = list(learning.moves)
    for step in LESSONS[learning.game].steps:
        for form in moves[: len(step.right)]:
            now = _after(now, form)
        if len(moves) < len(step.right):
            break
        moves = moves[len(step.right) :]
        for form in step.then:
            now = _after(now, form)
    return replace(now, record=replace(now.record, decision=decision_number(learning)))


def _dealt(key: str, learner: Person) -> Position:
    """The deal; the others have the names that the texts use, whatever the learner is called."""
    game, state = GAMES[key], LESSONS[key].deal()
    others: list[Seat] = []
    while len(others) < game.view(state, None).seats - 1:
        others.append(lobby.computer(others, LEVEL))
    is_theirs = learner.name.strip().casefold() in {seat.name.casefold() for seat in others}
    seats = [Seat(_("You") if is_theirs else learner.name, learner.id), *others]
    options = resolve_options(game.options, None)
    record = TableRecord(
        NO_TABLE, 0, 0, key, options, len(seats), learner.id, b"", 0.0, Phase.PLAYING, tuple(seats), rated=False
    )
    return Position(record, game, state)


def _after(now: Position, form: str) -> Position:
    seat = now.seat_to_act
    if seat is None:
        raise ValueError(f"The lesson's game is over before “{form}”.")
    return play.apply(now, seat, play.read_action(now, form))


def after(learning: Learning, now: Position, forms: Sequence[str]) -> Learning:
    """The learner's progress after these actions, the first of which is played in the given position.

    Raises:
        ActionError: the rules forbid an action.
        WrongActionError: the lesson asks for another one.
    """
    for typed in forms:
        if is_finished(learning):
            raise WrongActionError(_("This lesson is finished; press **Once more** to play it again."))
        action = now.game.parse_action(typed)
        form = now.game.format_action(action)
        back = _taken_back(learning, form)
        if back is not None:
            return back
        step = LESSONS[learning.game].steps[step_of(learning)]
        following = play.apply(now, LEARNER, action)
        if form not in step.right[moves_in_step(learning)]:
            raise WrongActionError(_why(step, form))
        learning, now = replace(learning, moves=(*learning.moves, form), draft={}), following
    return learning


def _taken_back(learning: Learning, form: str) -> Learning | None:
    """The learner's progress after undoing actions of this step; None if the action undoes none."""
    lesson, made = LESSONS[learning.game], moves_in_step(learning)
    undone = {lesson.take_back: 1, lesson.start_again: made}.get(form, 0) if made else 0
    return replace(learning, moves=learning.moves[: len(learning.moves) - undone], draft={}) if undone else None


def _why(step: Step, form: str) -> str:
    """The explanation of why this is not the action that the step asks for."""
    return _(next((mistake.why for mistake in step.mistakes if fnmatchcase(form, mistake.action)), step.wrong))
