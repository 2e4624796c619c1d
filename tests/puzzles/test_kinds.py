"""Every kind of puzzle: its best play is proved, its solution reaches that play, and everything else misses it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bot.language import speaking
from bot.puzzles.kinds import KINDS, attempt_at
from bot.puzzles.making import is_proved, make, tried_by_computer
from bot.puzzles.puzzle import read
from bot.rules.errors import ActionError
from tests.puzzles.ready import READY, of_kind
from tests.soaking import SOAKING

if TYPE_CHECKING:
    from bot.puzzles.puzzle import Puzzle

FAST = ("notty-empty",)
"""Kinds that are made in a moment. The others take seconds each, and are made only by `make soak`."""
each = pytest.mark.parametrize("puzzle", READY, ids=lambda puzzle: f"{puzzle.kind} {puzzle.fingerprint[:6]}")


@each
def test_the_solvers_prove_a_puzzle_again(puzzle: Puzzle) -> None:
    assert is_proved(puzzle)


@each
def test_the_level_that_a_puzzle_targets_misses_it(puzzle: Puzzle) -> None:
    assert not tried_by_computer(puzzle).is_solved


@each
def test_random_play_never_scores_better_than_the_best(puzzle: Puzzle) -> None:
    kind, rng = KINDS[puzzle.kind], random.Random(1)
    completed = 0
    for _ in range(10):
        attempt = attempt_at(puzzle)
        for _ in range(12):
            actions = [action for action in attempt.view.legal_actions if kind.allows(action)]
            attempt = attempt.play(puzzle.rules.format_action(rng.choice(actions)))
            if attempt.is_complete:
                assert attempt.score <= puzzle.best
                assert kind.verdict(puzzle, attempt.score).endswith(".")
                completed += 1
                break
    assert completed or puzzle.game == "huxxy"  # random play builds turns of Huxxy but hardly ever ends them


@each
def test_a_puzzle_survives_being_stored(puzzle: Puzzle) -> None:
    again = read(puzzle.text)
    assert again == puzzle
    assert again.fingerprint == puzzle.fingerprint
    half = puzzle.solution[: len(puzzle.solution) // 2]
    attempt = attempt_at(again, half)
    for text in puzzle.solution[len(half) :]:
        attempt = attempt.play(text)
    assert attempt.is_solved


@each
def test_the_task_of_a_puzzle_is_a_sentence(puzzle: Puzzle) -> None:
    assert KINDS[puzzle.kind].task(puzzle).endswith((".", "?"))


def test_every_kind_has_a_ready_puzzle() -> None:
    assert {puzzle.kind for puzzle in READY} == set(KINDS)


@pytest.mark.parametrize("key", tuple(KINDS) if SOAKING else FAST)
def test_equal_seeds_make_equal_puzzles(key: str) -> None:
    one, same, other = (make(KINDS[key], seed) for seed in ("a", "a", "b"))
    assert one == same
    assert one.likeness != other.likeness


@pytest.mark.parametrize(("key", "action"), [("huxxy-most", "draw"), ("notty-empty", "draw 1")])
def test_an_action_outside_the_task_is_refused_with_the_task(key: str, action: str) -> None:
    puzzle = next(puzzle for puzzle in READY if puzzle.kind == key)
    attempt = attempt_at(puzzle)
    with pytest.raises(ActionError, match=r"Play as many|Discard all"):
        attempt.play(action)


def test_a_verdict_says_how_many_points_worse_a_choice_is() -> None:
    """The points are written with the decimal mark of the language."""
    puzzle = of_kind("six-holes-move")
    verdict = KINDS[puzzle.kind].verdict
    assert verdict(puzzle, puzzle.best - 2.53) == "That is 2.5 points worse than the best choice."
    assert verdict(puzzle, puzzle.best - 3) == "That is 3 points worse than the best choice."
    with speaking("de"):
        assert "2,5 Punkte" in verdict(puzzle, puzzle.best - 2.53)


def test_nothing_can_be_played_after_the_end_of_a_try() -> None:
    puzzle = next(puzzle for puzzle in READY if puzzle.kind == "three-thirteen-discard")
    attempt = attempt_at(puzzle, puzzle.solution)
    with pytest.raises(ActionError):
        attempt.play(puzzle.solution[0])


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"kind": 1, "position": {}}'])
def test_a_damaged_puzzle_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="damaged"):
        read(text)
