"""A table with a value of another shape is listed, exported and rid of people like any other, on both engines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model.errors import UnknownRulesError
from bot.tables.model.share import ALL, Share
from tests.db.examples import ADA, BEN, CLEO, a_table_with_everything, saved

if TYPE_CHECKING:
    from bot.tables.model.stores import Store

SHAPES = ("{", "[]", "{}", "null", "5", '["x"]', "[[1]]", "[1e999]", "[null]", '{"map":{"a":[1]}}')
TABLES = {"tables": "id", "snapshots": "table_id"}
IN_WORDS = ("game", "closing_reason", "lease_owner", "state")
"""Columns of text that no other text is wrong for here; the game's state is decoded elsewhere."""


async def of_text(store: Any) -> list[tuple[str, str]]:
    """The columns of a card table that have text."""
    found = []
    for table in TABLES:
        [row] = await store.database.read(lambda sql, name=table: sql.execute(f"SELECT * FROM {name}").fetchall())  # noqa: S608
        found += [(table, name) for name in row.keys() if isinstance(row[name], str) and name not in IN_WORDS]  # noqa: SIM118
    return found


@pytest.mark.parametrize("shape", SHAPES)
async def test_table_with_a_value_of_another_shape_forgets_people(store: Store, shape: str) -> None:
    """Each column at a table of its own. What this version does not know, and names nobody, stays as it is."""
    assert hasattr(store, "database")
    await saved(store, a_table_with_everything())
    columns = await of_text(store)
    assert len(columns) > 10
    kept = {column: (await saved(store, a_table_with_everything())).id for column in columns}
    for (table, name), number in kept.items():
        put = f'UPDATE {table} SET "{name}" = ? WHERE {TABLES[table]} = ?'  # noqa: S608
        await store.database.write(lambda sql, put=put, number=number: sql.execute(put, (shape, number)))
    before = {column: await loaded(store, number) for column, number in kept.items()}
    await store.tables.newest_in_guild(5, len(columns))
    await store.tables.ended_of(ADA, len(columns))
    for person in (ADA, BEN, CLEO):
        await store.people.all_about(person)
        await store.people.forget_in_tables(person, [*kept.values()])
        left = await store.people.tables_about(person)
        assert [column for column, number in kept.items() if number in left] == []
    for column, number in kept.items():
        after, was = await loaded(store, number), before[column]
        assert (after.phase, after.deadline, after.version) == (was.phase, was.deadline, was.version + 3), column


async def loaded(store: Store, table_id: int) -> Any:
    try:
        return await store.tables.load(table_id)
    except UnknownRulesError as error:
        return error.table


@pytest.mark.parametrize("at", [-1.0, 1e300, float("inf")])
async def test_heartbeat_at_no_time_moves_no_deadline(store: Store, at: float) -> None:
    """All deadlines were moved by the time since, which made every table of the bot unreadable."""
    for share in (ALL, Share(frozenset({0}), 2)):
        await store.deadlines.beat(at, share)
        assert await store.deadlines.last_beat(share) is None
