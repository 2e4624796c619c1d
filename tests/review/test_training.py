"""Exercises: when they are repeated, and that a try is graded like the decision that it repeats."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.players.player import Verdict
from bot.players.reviewing import answer
from bot.replay.steps import Steps
from bot.review.asking import of_seat
from bot.review.report import Finding, Report, finding_data, report
from bot.review.reviews import exercises_of
from bot.review.stored import Exercise
from bot.review.training import (
    NEVER,
    Try,
    finding,
    graded,
    passed,
    request,
    state_after,
    try_of,
    verdict,
    with_try,
)
from bot.rules.catalogue import GAMES
from bot.rules.rummy import GAME, best_laydown
from bot.rules.rummy.actions import Discard, lay_down
from bot.rules.rummy.state import Phase
from bot.tables.model.durations import DAY
from tests.replay.games import finished, reviewed

EXERCISE = Exercise(1, 7, 3, 0, 0.0, '[3,4.0,["draw"],["open TL"],null]')


def test_an_exercise_returns_after_1_3_and_10_days_then_ends() -> None:
    """A wrong try starts the sequence again."""
    right, wrong = Verdict(3, 0.4), Verdict(3, 3.0)
    days, exercise, now = [], EXERCISE, 1000.0
    for _ in range(4):
        exercise = graded(replace(exercise, begun="{}"), right, now)
        days.append((exercise.due - now) / DAY)
        assert exercise.begun == ""
    assert days[:3] == [1, 3, 10]
    assert exercise.due == NEVER
    again = graded(exercise, wrong, now)
    assert (again.passed, again.due) == (0, now + DAY)


def test_a_try_survives_being_stored() -> None:
    tried = Try(("lay 2S 3S 4S",), {"picked": ["4C"]})
    assert try_of(with_try(EXERCISE, tried)) == tried
    assert try_of(EXERCISE) == Try()
    assert finding(EXERCISE).better == ("open TL",)


@pytest.mark.parametrize("key", GAMES)
def test_the_better_move_passes_and_the_played_one_fails(key: str) -> None:
    """This holds for the exercises from a game of `easy`."""
    made, steps = report(*reviewed(key)), Steps(finished(key))
    findings = made.findings[:4]
    for exercise in (Exercise(1, 7, it.step, 0, 0.0, json.dumps(finding_data(it))) for it in findings):
        known = finding(exercise)
        wrong = verdict(answer(request(steps, exercise, Try(known.played))), exercise, over=False)
        assert wrong is not None
        assert not passed(wrong)
        better = (*known.better, "end") if key == "huxxy" else known.better
        right = verdict(answer(request(steps, exercise, Try(better))), exercise, over=False)
        if right is None:
            assert key == "rummy", "a turn that goes on"
        else:
            assert passed(right)
    assert findings or key == "rummy"


def test_a_try_that_lays_down_before_discarding_is_graded() -> None:
    """The exercise asks for a discard, but a turn may hold more. It is graded at its end, by its worst part."""
    game = finished("rummy", 3, "random")
    whole = of_seat(game, 0)
    assert whole is not None
    asked = replace(whole, judged=frozenset(step for step in whole.judged if step < 100))  # enough for some tries
    steps, graded_tries = Steps(game), 0
    for found in report(asked, answer(asked)).findings:
        exercise = Exercise(1, 7, found.step, 0, 0.0, json.dumps(finding_data(found)))
        melds = best_laydown(steps.view(found.step, 0).hand, 40)
        state = steps.state(found.step)
        if not melds or state.phase is not Phase.PLAY or state.round < state.first_laydown_round:
            continue
        laid = Try((GAME.format_action(lay_down(melds)),))
        assert verdict(answer(request(steps, exercise, laid)), exercise, over=False) is None, "the turn goes on"
        left = state_after(steps, exercise, laid)
        discards = [action for action in GAME.legal_actions(left) if isinstance(action, Discard)]
        over = Try((*laid.moves, GAME.format_action(discards[0])))
        assert verdict(answer(request(steps, exercise, over)), exercise, over=True) is not None
        graded_tries += 1
    assert graded_tries


def test_ending_a_notty_turn_without_discarding_fails() -> None:
    """Collecting costs nothing, so the turn cannot be judged. But the exercise must not wait for ever."""
    [exercise, *_] = exercises_of(report(*reviewed("notty")), 7, 1, 0.0)
    ended = answer(request(Steps(finished("notty")), exercise, Try(("end",))))
    assert verdict(ended, exercise, over=False) is None
    found = verdict(ended, exercise, over=True)
    assert found is not None
    assert not passed(found)
    assert found.better == finding(exercise).better


def test_exercises_are_made_from_the_costliest_mistakes() -> None:
    """Inaccuracies give no exercises, and there are never more exercises than a report has findings."""
    findings = tuple(Finding(step, loss, ("a",), ("b",), None) for step, loss in enumerate((1.2, 3.0, 9.0, 2.4, 7.0)))
    made = exercises_of(Report("notty", (), findings, None), 7, 1, 5.0)
    assert [exercise.step for exercise in made] == [1, 2, 4]
    assert {exercise.due for exercise in made} == {5.0}
