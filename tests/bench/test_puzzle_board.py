"""How long the board of a day with 50,000 tries takes, a person's place on it, and one more try."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.daily.days import day_span
from bot.daily.stored import PuzzleTry

DAY, TRIES, SERVER = 20_780, 50_000, 5


def fill(sql: Any) -> None:
    """Save a try of every person in the same server. A third of them agree to be shown everywhere."""
    chance = random.Random(1)
    rows = []
    for person in range(1, TRIES + 1):
        quality = chance.choice((100, 72, 37, 12))
        facts = (1, int(quality == 100), quality, chance.uniform(5, 3600))
        rows.append((day_span(DAY), 0, person, f"Person {person}", int(person % 3 == 0), *facts))
        rows.append((day_span(DAY), SERVER, person, f"Person {person}", 1, *facts))
    sql.executemany("INSERT INTO puzzle_boards VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)


@pytest.mark.parametrize("where", [0, SERVER], ids=["everywhere", "here"])
def test_the_first_page_of_a_board(benchmark: Any, full: Any, where: int) -> None:
    """The page has ten lines and the line of the caller, who is in the middle."""
    runner, store = full
    board = benchmark(lambda: runner.run(store.records.puzzle_board(day_span(DAY), where, TRIES // 2 - 1, 10, 0)))
    assert len(board.lines) == 10
    assert board.own is not None


def test_a_persons_place(benchmark: Any, full: Any) -> None:
    runner, store = full
    assert benchmark(lambda: runner.run(store.records.puzzle_place(TRIES // 2, DAY)))


def test_saving_one_more_try(benchmark: Any, full: Any) -> None:
    """A try is saved together with its lines on six boards."""
    runner, store = full
    people = iter(range(TRIES + 1, TRIES + 1_000_000))

    def grade() -> bool:
        first = PuzzleTry(next(people), DAY, 0.0)
        runner.run(store.records.begin_puzzle_try(first))
        after = replace(first, tries=1, quality=100, seconds=9.0)
        return bool(runner.run(store.records.grade_puzzle_try(first, after, SERVER, "Late")))

    assert benchmark(grade)
