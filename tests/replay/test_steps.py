"""A game is stepped through in the order in which it was played, as seen from any seat."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.replay.game_file import Result
from bot.replay.steps import Steps
from bot.rules.catalogue import GAMES
from tests.replay.games import finished


@pytest.mark.parametrize("key", GAMES)
def test_every_step_can_be_seen_from_every_seat(key: str) -> None:
    """This holds from the deal to the end, and every action is seen by at least one seat."""
    steps = Steps(finished(key))
    assert steps.problem is None
    assert steps.last == len(steps.game.moves)
    for step in range(steps.last + 1):
        for seat in (None, 0, 1):
            assert steps.view(step, seat).seat == seat
        assert (step > 0) == any(steps.events(step, seat) for seat in range(len(steps.game.players)))
        assert (step > 0) == (steps.action(step) is not None)
    outcome = steps.outcome
    assert outcome is not None
    assert steps.game.result == Result(outcome.ranks, outcome.scores)
    assert steps.seat_to_act(steps.last) is None


@pytest.mark.parametrize("key", ["six-holes", "three-thirteen"])
def test_a_turn_ends_with_its_round(key: str) -> None:
    """A seat that plays last in a round may also start the next. Both used to be shown as one turn."""
    seen = 0
    for level in ("easy", "classic", "random"):
        steps = Steps(finished(key, 2, level))
        ends = [*(turn.step for turn in steps.turns[1:]), steps.last]
        for turn, end in zip(steps.turns, ends, strict=True):
            within = [event for step in range(turn.step + 1, end) for event in steps.events(step, None)]
            assert not any(map(steps.game.rules.is_deal, within))
        seen += sum(one.seat == other.seat for one, other in pairwise(steps.turns))
    assert seen


@pytest.mark.parametrize("key", GAMES)
def test_a_turn_is_a_run_of_actions_by_one_seat(key: str) -> None:
    steps = Steps(finished(key))
    assert steps.turns[0].step == 0
    for index, turn in enumerate(steps.turns):
        end = steps.turns[index + 1].step if index + 1 < len(steps.turns) else len(steps.game.moves)
        assert {move.seat for move in steps.game.moves[turn.step : end]} == {turn.seat}
        assert all(steps.turn_at(step) == index for step in range(turn.step, end))
    assert steps.turn_at(steps.last) == len(steps.turns) - 1


def test_a_broken_game_can_be_seen_up_to_the_break() -> None:
    game = finished("rummy")
    moves = (*game.moves[:3], replace(game.moves[3], text="fly"), *game.moves[4:])
    steps = Steps(replace(game, moves=moves))
    assert steps.problem is not None
    assert steps.problem.startswith("Action 4, “fly” by seat")
    assert steps.last == 3


def test_a_game_that_cannot_be_dealt_has_no_steps() -> None:
    steps = Steps(replace(finished("rummy"), options={"no": "such"}))
    assert steps.problem is not None
    assert steps.problem.startswith("The cards cannot be dealt like this:")
    assert steps.last == -1
    assert steps.turns == ()
    assert steps.outcome is None
