"""Choosing a puzzle of an earlier day for somebody to practise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.daily.stored import PuzzleTry
from tests.db.examples import ADA, BEN, NOON
from tests.puzzles.ready import READY, for_day

TODAY = 20_000


async def test_the_least_tried_then_newest_unsolved_puzzle_is_chosen(store: Any) -> None:
    """Today's puzzle is left out, and so is every puzzle that the person has solved, at the first try or later."""
    records = store.records
    assert await records.puzzle_to_practise(ADA, TODAY) is None
    for day in range(TODAY - 3, TODAY + 1):
        await records.add_puzzle_day(for_day(day, READY[0]))

    async def tried(person: int, day: int, **result: int) -> None:
        first = await records.begin_puzzle_try(PuzzleTry(person, day, NOON))
        assert await records.save_puzzle_try(first, replace(first, **result))

    async def next_one(person: int) -> int:
        return int((await records.puzzle_to_practise(person, TODAY)).day)

    await tried(BEN, TODAY - 1, tries=1, solved_on=1)
    assert await next_one(ADA) == TODAY - 1
    assert await next_one(BEN) == TODAY - 2
    await tried(ADA, TODAY - 1, tries=2)
    assert await next_one(ADA) == TODAY - 2
    assert (await records.puzzle_to_practise(ADA, TODAY, {TODAY - 2, TODAY + 9})).day == TODAY - 3
    await tried(ADA, TODAY - 2, tries=3, solved_on=3)
    await tried(ADA, TODAY - 3, tries=1)
    assert await next_one(ADA) == TODAY - 3
