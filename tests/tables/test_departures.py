"""The data of a server that the bot has left is deleted in small parts, so that everything else goes on in between."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import pytest

from bot.tables.model import guild_settings
from bot.tables.model.durations import DAY
from bot.tables.model.records import Phase
from bot.tables.model.share import ALL, Share, shard_of
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from bot.tables.runtime.departures import BATCH_SIZE, RETRY_SECONDS, Departures
from tests.db.examples import a_lobby, saved

if TYPE_CHECKING:
    import sqlite3

    from bot.tables.model.protocols import Choice
    from tests.tables.conftest import House

LEFT = 9
GRACE = 5.0
MANY = 2 * BATCH_SIZE + 5


async def a_left_server(house: House) -> Departures:
    """Let the bot leave a server with many tables. The grace period is five seconds."""
    for _ in range(MANY):
        await saved(house.store, a_lobby(guild_id=LEFT, phase=Phase.CLOSED))
    departures = Departures(house.tables, house.clock, GRACE / DAY)
    await departures.left(LEFT)
    return departures


async def pass_time(house: House, departures: Departures, seconds: float) -> None:
    """Let time pass, and wait until everything that became due is done."""
    await house.clock.advance(seconds)
    while departures._deleting.is_running:
        await asyncio.sleep(0.001)


async def count(house: House) -> int:
    def work(sql: sqlite3.Connection) -> int:
        return int(sql.execute("SELECT count(*) FROM tables WHERE guild_id = ?", (LEFT,)).fetchone()[0])

    return await house.store.database.read(work)


async def test_all_data_of_a_left_server_is_deleted(house: House) -> None:
    departures = await a_left_server(house)
    await pass_time(house, departures, GRACE + 1)
    await departures.close()
    assert await count(house) == 0
    assert LEFT not in await house.store.people.known_guilds()
    assert await house.store.people.departures() == ()


@pytest.mark.parametrize("shard", [0, 1])
async def test_a_process_notes_no_departure_of_another_ones_servers(house: House, shard: int) -> None:
    """Each process knows only the servers of its own shards. Those of others are neither deleted nor kept for them."""
    servers = [number << 22 for number in (2, 3)]  # one on each shard
    for guild_id in servers:
        await saved(house.store, a_lobby(guild_id=guild_id, phase=Phase.CLOSED))
    departures = Departures(house.tables, house.clock, GRACE / DAY)
    await departures.start((), Share.one(shard, 2))
    assert [guild_id for guild_id, _at in await house.store.people.departures()] == [servers[shard]]
    await departures.start(servers, Share.one(1 - shard, 2))
    assert len(await house.store.people.departures()) == 1
    await departures.close()


async def test_a_deleted_table_is_not_kept_in_memory(house: House) -> None:
    """A press on an old hand would otherwise be answered by a table that cannot be saved any more."""
    table = await house.playing(guild_id=LEFT, computers=1)
    departures = Departures(house.tables, house.clock, GRACE / DAY)
    await departures.left(LEFT)
    await pass_time(house, departures, GRACE + 1)
    await departures.close()
    assert await house.tables.get(table.id) is None


async def test_a_table_deleted_by_another_process_is_not_kept_in_memory(house: House) -> None:
    """Its players could go on looking at it in their direct messages."""
    table = await house.playing(guild_id=LEFT, computers=1)
    other = house.another()
    other.set_share(Share.one(1 - shard_of(LEFT, 2), 2))
    assert await other.get(table.id) is not None
    await house.store.people.delete_tables(LEFT, 1)
    assert await other.get(table.id) is None
    await other.close()


async def test_a_left_server_is_deleted_once_the_store_is_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    departures = await a_left_server(house)
    with monkeypatch.context() as away:
        refuse = AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY))
        away.setattr(house.store.people, "delete_tables", refuse)
        await pass_time(house, departures, GRACE + 1)
    assert await count(house) == MANY
    await pass_time(house, departures, RETRY_SECONDS)
    await departures.close()
    assert await count(house) == 0


async def test_a_server_that_returns_after_deletion_has_default_settings(house: House) -> None:
    """The tables of such a server used to keep the old settings until the bot was restarted."""
    people, tables = house.store.people, house.tables
    tables.move_settings.update(LEFT, await guild_settings.save(people, LEFT, move_delay=9.0, forced_draws=False))
    departures = Departures(tables, house.clock, GRACE / DAY)
    await departures.left(LEFT)
    await pass_time(house, departures, GRACE + 1)
    await departures.close()
    table = await house.lobby(guild_id=LEFT, watch=True, places=2)
    assert table.record.deadline.at == house.clock.now() + house.pace.move_delay
    assert tables.move_settings.draws_by_itself(LEFT)


def comes_back_meanwhile(house: House, departures: Departures) -> None:
    """Let the server invite the bot again when some of its tables have been deleted."""
    people, delete = house.store.people, house.store.people.delete_tables

    async def delete_and_come_back(guild_id: int, limit: int) -> tuple[int, ...]:
        gone = await delete(guild_id, limit)
        await departures.joined(guild_id)
        return gone

    people.delete_tables = delete_and_come_back  # type: ignore[method-assign]


async def test_a_server_that_returns_during_deletion_keeps_the_rest(house: House) -> None:
    """The server is not forgotten, and the rest is not deleted later."""
    departures = await a_left_server(house)
    comes_back_meanwhile(house, departures)
    await pass_time(house, departures, GRACE + 1)
    await pass_time(house, departures, GRACE + 1)
    await departures.close()
    assert await count(house) == MANY - BATCH_SIZE


async def test_a_server_that_returns_with_its_last_tables_keeps_settings(house: House) -> None:
    """The server's settings, ratings and plans used to be deleted, although it had invited the bot again."""
    people = house.store.people
    await people.change_guild(LEFT, {"rated": False})
    departures = Departures(house.tables, house.clock, GRACE / DAY)
    await departures.left(LEFT)
    comes_back_meanwhile(house, departures)
    await pass_time(house, departures, GRACE + 1)
    await departures.close()
    assert await people.guild_settings(LEFT) == {"rated": False}


async def test_deletion_of_a_left_server_runs_once_at_a_time(house: House) -> None:
    """The same server was deleted twice at the same time, and a stop waited only for the second time."""
    departures = await a_left_server(house)
    people, delete, under_way = house.store.people, house.store.people.delete_tables, 0

    async def delete_while_another_is_left(guild_id: int, limit: int) -> tuple[int, ...]:
        nonlocal under_way
        under_way += 1
        assert under_way == 1
        await departures.left(LEFT + 1)
        await asyncio.sleep(0.01)
        gone = await delete(guild_id, limit)
        under_way -= 1
        return gone

    people.delete_tables = delete_while_another_is_left  # type: ignore[method-assign]
    await pass_time(house, departures, GRACE + 1)
    assert await count(house) == 0
    await pass_time(house, departures, GRACE + 1)
    await departures.close()
    assert await house.store.people.departures() == ()


async def test_an_interrupted_deletion_continues_at_the_next_start(house: House) -> None:
    departures = await a_left_server(house)
    people, delete = house.store.people, house.store.people.delete_tables

    stopping: list[asyncio.Task[None]] = []

    async def delete_while_it_is_stopped(guild_id: int, limit: int) -> tuple[int, ...]:
        gone = await delete(guild_id, limit)
        stopping.append(asyncio.create_task(departures.close()))
        await asyncio.Event().wait()
        return gone

    people.delete_tables = delete_while_it_is_stopped  # type: ignore[method-assign]
    await pass_time(house, departures, GRACE + 1)
    await asyncio.gather(*stopping)
    assert await count(house) == MANY - BATCH_SIZE
    people.delete_tables = delete  # type: ignore[method-assign]
    again = Departures(house.tables, house.clock, GRACE / DAY)
    await again.start((), share=ALL)
    await pass_time(house, again, 1)
    await again.close()
    assert await count(house) == 0


async def test_a_server_that_returns_before_its_leaving_is_noted_is_kept(house: House) -> None:
    """Its data used to be deleted a month later, although the bot was there."""
    people, note = house.store.people, house.store.people.note_departure
    await people.change_guild(LEFT, {"rated": False})
    departures = Departures(house.tables, house.clock, GRACE / DAY)
    came_back: list[asyncio.Task[bool]] = []

    async def note_slowly(guild_id: int, delete_at: float) -> None:
        came_back.append(asyncio.create_task(departures.joined(guild_id)))
        await asyncio.sleep(0.01)
        await note(guild_id, delete_at)

    people.note_departure = note_slowly  # type: ignore[method-assign]
    await departures.left(LEFT)
    assert await came_back[0]
    await pass_time(house, departures, GRACE + 1)
    await departures.close()
    assert await people.guild_settings(LEFT) == {"rated": False}


async def test_a_server_that_returns_during_the_comparison_is_kept(house: House) -> None:
    """Its data used to be deleted on the date noted before, although the bot was there."""
    people, list_known = house.store.people, house.store.people.known_guilds
    await people.change_guild(LEFT, {"rated": False})
    await people.note_departure(LEFT, house.clock.now() + GRACE)
    departures = Departures(house.tables, house.clock, GRACE / DAY)
    came_back: list[asyncio.Task[bool]] = []

    async def list_slowly() -> tuple[int, ...]:
        came_back.append(asyncio.create_task(departures.joined(LEFT)))
        await asyncio.sleep(0.01)
        return await list_known()

    people.known_guilds = list_slowly  # type: ignore[method-assign]
    await departures.start((), share=ALL)
    assert await came_back[0]
    await pass_time(house, departures, GRACE + 1)
    await departures.close()
    assert await people.guild_settings(LEFT) == {"rated": False}


async def test_a_shard_of_another_process_is_left_to_it(house: House) -> None:
    """A process that had the shard before used to keep its servers' data, because it still knew servers that have left
    since.
    """
    people, (own, other) = house.store.people, (1, 1 << 22)
    for guild_id in (own, other):
        await people.note_departure(guild_id, house.clock.now() + GRACE)
    departures = Departures(house.tables, house.clock, GRACE / DAY)
    await departures.start({own, other}, Share.one(0, 2))
    await departures.close()
    assert [guild_id for guild_id, _at in await people.departures()] == [other]


async def test_a_table_deleted_while_its_computer_player_thinks_is_no_failure(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """It used to be logged as an error, with the promise to try again."""
    table, choose = await house.lobby(guild_id=LEFT, watch=True, places=2), house.thinkers.choose

    async def choose_slowly(*asked: Any) -> Choice:
        house.tables.drop(await house.store.people.delete_tables(LEFT, BATCH_SIZE))
        choice: Choice = await choose(*asked)
        return choice

    house.thinkers.choose = choose_slowly
    await house.clock.advance(house.pace.move_delay)
    assert await house.store.tables.load(table.id) is None
    assert "could not act on its deadline" not in caplog.text


async def test_deleted_tables_do_not_slow_the_others_down(house: House) -> None:
    """Tables that only computer players play share a number of turns per second: deleted ones used to keep theirs."""
    for channel in range(20, 20 + BATCH_SIZE):
        await house.lobby(guild_id=LEFT, channel_id=channel, watch=True, places=2)
    house.tables.drop(await house.store.people.delete_tables(LEFT, BATCH_SIZE))
    table = await house.lobby(watch=True, places=2)
    assert table.record.deadline.at == house.clock.now() + house.pace.move_delay
