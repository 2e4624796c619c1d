"""After a restart, a new process does everything that is due: at the right time, and once."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from tests.tables.conftest import ADA, BEN, House

if TYPE_CHECKING:
    import pytest


async def test_a_game_continues_where_it_was_after_a_restart(house: House) -> None:
    table = await house.playing(BEN)
    person = table.position.person_to_act
    await table.act(person, "draw stock")
    position = table.position
    tables = await house.restart()
    again = await tables.require(table.id)
    assert again is not table
    assert again.position == position
    await again.act(person, f"discard {again.position.view_of(person).hand[0]}", decision=1)
    assert again.record.decision == 2


async def test_unannounced_changes_are_announced_after_a_restart(house: House) -> None:
    table = await house.lobby()
    other = await house.lobby(channel_id=11)
    await house.store.messages.mark_announced(table.id, table.record.version)
    await house.restart()
    assert [told.record.id for told in house.herald.told] == [other.id]


async def test_a_start_loads_no_tables_until_they_are_due_or_needed(house: House) -> None:
    for channel in range(20, 40):
        table = await house.lobby(channel_id=channel)
        await house.store.messages.mark_announced(table.id, table.record.version)
    watched = await house.lobby(watch=True, channel_id=40)
    await house.store.messages.mark_announced(watched.id, watched.record.version)
    del table, watched
    tables = await house.restart()
    assert list(tables.loaded) == []
    assert len(tables._watches.at(0)[0].alarms._timers) == 1
    newest = (await tables.of_person(ADA.id))[0]
    assert newest.record.channel_id == 39


async def test_all_live_tables_can_be_announced_on_request(house: House) -> None:
    """The playground needs this, because its Discord forgets its messages between two runs."""
    table, ended = await house.lobby(), await house.lobby(channel_id=11)
    await ended.end(ADA.id, may_manage=False)
    for known in (table, ended):
        await house.store.messages.mark_announced(known.id, known.record.version)
    tables = await house.restart()
    assert house.herald.told == []
    await tables.announce_live()
    assert [told.record.id for told in house.herald.told] == [table.id]


async def test_a_table_of_unknown_rules_keeps_no_other_from_being_announced(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """The tables after it were not announced, so the playground showed nothing of them until somebody moved."""
    unknown, known = await house.playing(BEN), await house.lobby(channel_id=11)
    changed = "UPDATE snapshots SET state = replace(state, ?, ?) WHERE table_id = ?"
    await house.store.database.write(lambda sql: sql.execute(changed, ('"rules":1', '"rules":99', unknown.id)))
    for table in (unknown, known):
        await house.store.messages.mark_announced(table.id, table.record.version)
    tables = await house.restart()
    with caplog.at_level(logging.INFO):
        await tables.announce_live()
    assert [told.record.id for told in house.herald.told] == [known.id]
    assert f"Could not announce table {unknown.id} now" in caplog.text
