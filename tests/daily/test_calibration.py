"""The difficulty that a weekday's puzzle aims at, derived from how many people solved earlier ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.daily.calibration import ObservedResult, observed_results, target_difficulty
from tests.puzzles.ready import for_day, of_kind


def test_the_difficulty_is_read_off_a_line_through_the_data() -> None:
    """The difficulty is read off a line through the data: half solve difficulty 5, and a tenth fewer with each step."""
    known = [ObservedResult(difficulty, 100, 1 - difficulty / 10) for difficulty in (2, 4, 5, 6, 8)]
    assert target_difficulty(known, 0.0) == pytest.approx(2.0)
    assert target_difficulty(known, 1.0) == pytest.approx(7.5)


def test_days_are_weighted_by_their_tries() -> None:
    known = [ObservedResult(difficulty, 100, 1 - difficulty / 10) for difficulty in (2, 4, 5, 6, 8)]
    assert target_difficulty([*known, ObservedResult(3, 1, 0.0)], 0.5) == pytest.approx(
        target_difficulty(known, 0.5), abs=0.1
    )


@pytest.mark.parametrize(
    "known",
    [
        (),
        [ObservedResult(1, 99, 0.5)] * 4,
        [ObservedResult(n, 99, n / 10) for n in range(6)],
        [ObservedResult(3, 99, 0.5)] * 6,
    ],
    ids=["no days", "too few days", "harder days solved more often", "days of one difficulty"],
)
def test_no_difficulty_is_wanted_without_useful_data(known: list[ObservedResult]) -> None:
    assert target_difficulty(known, 0.5) is None


def test_only_days_of_the_kind_with_enough_tries_are_used() -> None:
    puzzle = of_kind("notty-empty")
    days = [replace(for_day(day, puzzle), tried=tried, solved=12) for day, tried in ((1, 40), (2, 29))]
    other = replace(for_day(3, of_kind("rummy-out")), tried=99, solved=9)
    assert observed_results([*days, other], "notty-empty") == (ObservedResult(puzzle.difficulty, 40, 0.3),)
