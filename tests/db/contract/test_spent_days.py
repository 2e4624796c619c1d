"""Deleting one's data in the middle of a day leaves nothing behind, and gives no advantage in the day's
puzzle or deal.
"""

from __future__ import annotations

from typing import Any

from bot.daily.stored import PuzzleTry
from bot.lines.stored import Line
from tests.db.examples import ADA, BEN, NOON

TODAY = 20_779


def line(person: int, day: int = TODAY) -> Line:
    return Line(0, person, "P", 5, None, day, 1, NOON, ranked=True)


async def test_deleting_data_does_not_reset_the_days_puzzle_and_deal(store: Any) -> None:
    records = store.records
    await records.begin_puzzle_try(PuzzleTry(ADA, TODAY, NOON))
    await records.begin_line(line(BEN))
    for person in (ADA, BEN):
        await records.spend_day(person, TODAY)
        await store.people.forget_person(person)
    tries = [(await records.begin_puzzle_try(PuzzleTry(person, TODAY, NOON))).tries for person in (ADA, BEN)]
    assert tries == [1, 0]
    assert [(await records.begin_line(line(person))).ranked for person in (ADA, BEN)] == [True, False]
    await records.spend_day(ADA, TODAY)
    await store.people.forget_person(ADA)
    assert (await records.begin_puzzle_try(PuzzleTry(ADA, TODAY, NOON))).tries == 1, "nor by a second deletion"
    assert (await records.begin_puzzle_try(PuzzleTry(ADA, TODAY + 1, NOON))).tries == 0
    assert (await records.begin_line(line(BEN, TODAY + 1))).ranked


async def test_spent_days_name_nobody_and_are_deleted_after_the_day(store: Any) -> None:
    records = store.records
    for _time in range(2):
        await records.begin_puzzle_try(PuzzleTry(ADA, TODAY, NOON))
        await records.spend_day(ADA, TODAY)
        await store.people.forget_person(ADA)
    noted = await store.database.write(lambda sql: sql.execute("SELECT * FROM spent_days").fetchall())
    assert len(noted) == 2
    assert len({mark for _day, _what, _salt, mark in noted}) == 2, "salted"
    assert str(ADA) not in str(noted)
    await records.drop_spent_days(TODAY + 1)
    assert not await store.database.write(lambda sql: sql.execute("SELECT * FROM spent_days").fetchall())
