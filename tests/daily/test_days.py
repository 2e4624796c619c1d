"""Days, streaks and squares of the daily puzzle."""

from __future__ import annotations

import random
from collections import Counter
from datetime import date

import pytest

from bot.daily.days import begins, date_of, day_at, longest, spans, streak
from bot.daily.stock import hardness, kind_of, turn_of
from bot.daily.stored import PuzzleTry
from bot.daily.tries import after_completion, after_step, attempt_of, play_on, quality, squares
from bot.puzzles.kinds import KINDS, attempt_at
from bot.tables.model.durations import DAY
from tests.puzzles.ready import READY, of_kind

MONDAY = 20_780


def test_a_day_begins_at_midnight_in_utc() -> None:
    assert date_of(MONDAY) == date(2026, 11, 23)
    assert day_at(begins(MONDAY)) == MONDAY
    assert day_at(begins(MONDAY) - 0.001) == MONDAY - 1
    assert begins(MONDAY + 1) - begins(MONDAY) == DAY


def test_a_week_begins_on_monday() -> None:
    assert {spans(day)[1] for day in range(MONDAY, MONDAY + 7)} == {f"w{MONDAY}"}
    assert spans(MONDAY - 1)[1] == f"w{MONDAY - 7}"


@pytest.mark.parametrize(
    ("solved", "now", "at_most"),
    [((), 0, 0), ((9,), 1, 1), ((8,), 1, 1), ((7,), 0, 1), ((9, 8, 7, 5), 3, 3), ((8, 7, 4, 3, 2, 1), 2, 4)],
)
def test_a_streak_lasts_until_a_whole_day_is_missed(solved: tuple[int, ...], now: int, at_most: int) -> None:
    assert (streak(solved, 9), longest(solved)) == (now, at_most)


def test_every_kind_falls_on_every_weekday_and_days_get_harder() -> None:
    days = range(MONDAY, MONDAY + 7 * len(KINDS))
    assert {(kind_of(day), date_of(day).weekday()) for day in days} == {(key, day) for key in KINDS for day in range(7)}
    week = [hardness(day) for day in range(MONDAY, MONDAY + 7)]
    assert week == sorted(week)
    assert (week[0], week[-1]) == (0, 1)


@pytest.mark.parametrize("number", [1, 6, 7, 8, 14])
def test_every_number_of_kinds_shares_the_weekdays_evenly(number: int) -> None:
    """With seven kinds, or fourteen, each would always have the same weekday, and so the same difficulty."""
    kinds, days = [str(kind) for kind in range(number)], range(7 * number)
    assert set(Counter((turn_of(day, kinds), day % 7) for day in days).values()) == {1}
    assert {turn_of(day, kinds) for day in range(number)} == set(kinds)


@pytest.mark.parametrize("puzzle", READY, ids=lambda puzzle: f"{puzzle.kind} {puzzle.fingerprint[:6]}")
def test_only_the_best_play_has_full_quality_and_squares(puzzle) -> None:  # type: ignore[no-untyped-def]
    """Only the first complete try is graded."""
    kind, rng = KINDS[puzzle.kind], random.Random(2)
    tried = PuzzleTry(1, MONDAY, 100.0)
    attempt = attempt_of(puzzle, tried)
    for _ in range(12):
        allowed = [action for action in attempt.view.legal_actions if kind.allows(action)]
        attempt = play_on(attempt, [puzzle.rules.format_action(rng.choice(allowed))])
        if attempt.is_complete:
            break
        tried = after_step(tried, attempt, {})
        assert attempt_of(puzzle, tried).state == attempt.state
    else:
        tried = PuzzleTry(1, MONDAY, 100.0)
        attempt = play_on(attempt_of(puzzle, tried), puzzle.solution)
    first = after_completion(tried, attempt, 160.0)
    assert (first.tries, first.seconds, first.quality) == (1, 60.0, quality(attempt))
    assert (first.quality == 100) == attempt.is_solved == ("⬜" not in squares(puzzle, quality(attempt)))
    best = play_on(attempt_of(puzzle, first), puzzle.solution)
    second = after_completion(first, best, 999.0)
    assert (second.tries, second.solved_on) == (2, 1 if attempt.is_solved else 2)
    assert (second.quality, second.seconds, second.played) == (first.quality, first.seconds, first.played)


@pytest.mark.parametrize(
    ("kind", "shown"),
    [("rummy-out", "🟩🟩🟩🟩⬜⬜⬜"), ("notty-empty", "🟩🟩🟩⬜⬜"), ("six-holes-move", "🟩🟩🟩⬜⬜")],
)
def test_squares_are_cards_where_a_few_cards_count(kind: str, shown: str) -> None:
    """Otherwise, there are always five."""
    assert squares(of_kind(kind), 60) == shown


def test_actions_that_were_taken_back_are_left_out() -> None:
    """A try never gets longer than its turn, however often cards are played and taken back."""
    puzzle = of_kind("huxxy-most")
    first = puzzle.solution[0]
    attempt = attempt_at(puzzle)
    for _ in range(3):
        attempt = play_on(attempt, [first, "undo"])
        assert attempt.actions == ()
    assert play_on(attempt, [first]).actions == (first,)
