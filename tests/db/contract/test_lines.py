"""What every store does for lines, in which people play deals alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.lines.stored import Line
from bot.tables.model.records import Phase
from tests.db.examples import ADA, BEN, CLEO, DAY, NOON, a_lobby, saved


async def a_line(store: Any, **values: Any) -> Line:
    """Ada's line at seat 1 of a game that is over. The line has not begun yet."""
    table = await saved(store, a_lobby(phase=Phase.OVER, ended_at=NOON))
    known: dict[str, Any] = {"person": ADA, "name": "Ada", "guild_id": 5, "table_id": table.id, "day": None}
    return Line(id=0, **known | {"seat": 1, "begun_at": NOON} | values)


async def test_a_line_resumes_where_it_was_left(store: Any) -> None:
    """Beginning it twice gives one line. Once it is over, another can begin. Saving from an older state is refused."""
    new = await a_line(store)
    assert await store.records.begun_line(new) is None
    line = await store.records.begin_line(new)
    assert line == replace(new, id=line.id) == await store.records.begun_line(new)
    assert await store.records.begun_line(replace(new, seat=0)) is None
    assert await store.records.line(line.id) == line
    assert await store.records.line(line.id + 99) is None
    drafted = replace(line, draft={"picked": ["4C"]})
    assert await store.records.save_line(line, drafted)
    further = replace(line, moves=("2 draw stock", "1 discard 4C"))
    assert await store.records.save_line(drafted, further)
    assert await store.records.begin_line(replace(new, begun_at=NOON + 9)) == further
    assert not await store.records.save_line(line, replace(line, moves=("2 draw discard",)))
    over = replace(further, ended_at=NOON + 60, place=2, score=30, margin=-4)
    assert await store.records.save_line(further, over)
    assert await store.records.line(line.id) == over
    assert not await store.records.save_line(over, replace(over, score=0)), "it is over"
    assert await store.records.begun_line(new) is None
    again = await store.records.begin_line(new)
    assert again.id != line.id


async def test_the_asker_sees_a_line_only_when_it_is_over(store: Any) -> None:
    """The person who plays always does, and the person who asked for it once it is over."""
    await store.people.change(BEN, locale="de")
    line = await store.records.begin_line(await a_line(store, asked_by=BEN))
    assert await store.records.lines_of_table(line.table_id, ADA, 9) == (line,)
    assert await store.records.lines_of_table(line.table_id, BEN, 9) == ()
    over = replace(line, ended_at=NOON, place=1, score=0, margin=-20)
    await store.records.save_line(line, over)
    assert await store.records.lines_of_table(line.table_id, BEN, 9) == (over,)
    assert await store.records.lines_of_table(line.table_id, CLEO, 9) == ()
    assert await store.records.lines_of_table(line.table_id + 1, ADA, 9) == ()


async def test_the_first_to_ask_during_a_line_becomes_its_asker(store: Any) -> None:
    """The first person who asks while a line is under way is noted as the one who asked for it. Whoever has deleted
    their data is not.
    """
    new = await a_line(store)
    for asker in (BEN, CLEO):
        await store.people.change(asker, locale="de")
    line = await store.records.begin_line(new)
    assert (await store.records.begin_line(replace(new, asked_by=99))).asked_by == 0
    assert (await store.records.begin_line(replace(new, asked_by=BEN))).id == line.id
    assert (await store.records.begin_line(replace(new, asked_by=CLEO))).asked_by == BEN
    assert (await store.records.begin_line(new)).asked_by == BEN


async def test_recently_begun_lines_are_counted(store: Any) -> None:
    for at in (NOON - 2 * DAY, NOON - 5, NOON):
        await store.records.begin_line(await a_line(store, begun_at=at))
    assert await store.records.count_lines_since(ADA, NOON - DAY) == 2
    assert await store.records.count_lines_since(BEN, NOON - DAY) == 0
