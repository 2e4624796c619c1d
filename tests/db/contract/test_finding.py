"""Tables are found by channel, by person and by server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model.plans import Plan
from bot.tables.model.records import Deadline, Former, Person, Phase, Place, Seat, Wake
from bot.tables.model.share import ALL, Share
from bot.tables.model.stores import EndedGame
from tests.db.examples import ADA, BEN, CLEO, NOON, moved, saved, snowflake

if TYPE_CHECKING:
    from bot.tables.model.stores import Store
    from tests.db.contract.stores import Restartable

ENDS = pytest.mark.parametrize("end", [Phase.OVER, Phase.CLOSED])


async def test_a_channels_live_table_is_found(bot: Restartable) -> None:
    """A channel's table is known from the lobby on, and after a restart. Another channel has none."""
    table = await saved(bot.store)
    await saved(bot.store)
    assert await bot.store.tables.in_channel(table.channel_id) == table.id
    await moved(bot.store, table, phase=Phase.PLAYING)
    assert await (await bot.restarted()).tables.in_channel(table.channel_id) == table.id
    assert await bot.store.tables.in_channel(snowflake()) is None


@ENDS
async def test_a_channels_last_ended_table_is_found_until_the_next_opens(store: Store, end: Phase) -> None:
    """People can still ask for the last table's result, or for a rematch."""
    first = await moved(store, await saved(store), phase=end)
    assert await store.tables.in_channel(first.channel_id) == first.id
    second = await saved(store, channel_id=first.channel_id)
    assert await store.tables.in_channel(first.channel_id) == second.id
    await moved(store, second, phase=end)
    assert await store.tables.in_channel(first.channel_id) == second.id


async def test_a_live_table_hides_newer_ended_ones(store: Store) -> None:
    """An older table that came back to life is the channel's table."""
    old = await moved(store, await saved(store), phase=Phase.CLOSED)
    await moved(store, await saved(store, channel_id=old.channel_id), phase=Phase.CLOSED)
    await moved(store, old, phase=Phase.LOBBY)
    assert await store.tables.in_channel(old.channel_id) == old.id


@ENDS
async def test_a_persons_live_tables_come_newest_first(bot: Restartable, end: Phase) -> None:
    """Ended tables are left out, and everybody at a table finds it."""
    both = (Seat("Ada", ADA), Seat("Ben", BEN))
    tables = [await saved(bot.store, seats=both) for _ in range(3)]
    await moved(bot.store, tables[1], phase=end)
    alone = await saved(bot.store)
    assert await bot.store.tables.of_person(ADA) == (alone.id, tables[2].id, tables[0].id)
    assert await (await bot.restarted()).tables.of_person(BEN) == (tables[2].id, tables[0].id)
    assert await bot.store.tables.of_person(CLEO) == ()


async def test_a_table_is_not_listed_for_a_person_who_left_it(store: Store) -> None:
    """The seat that a computer player took over still names its person; joining again brings the table back."""
    table = await saved(store, seats=(Seat("Ada", ADA), Seat("Ben", BEN)))
    table = await moved(store, table, seats=(Seat("Ada", ADA), Seat("Ben", BEN, "classic")))
    assert await store.tables.of_person(BEN) == ()
    await moved(store, table, seats=(Seat("Ada", ADA), Seat("Ben", BEN)))
    assert await store.tables.of_person(BEN) == (table.id,)


@ENDS
async def test_live_tables_are_found_by_server(store: Store, end: Phase) -> None:
    """Ended tables and those of other servers are left out."""
    tables = [await saved(store) for _ in range(3)]
    await saved(store, guild_id=5)
    await moved(store, tables[0], phase=Phase.PLAYING)
    await moved(store, tables[1], phase=end)
    assert sorted(await store.tables.live_in_guild(tables[0].guild_id)) == [tables[0].id, tables[2].id]
    assert await store.tables.live_in_guild(4711) == ()


async def test_the_places_of_live_tables_and_plans_are_found(store: Store) -> None:
    """Tables that have ended or are outside the bot's servers are left out."""
    deadline = Deadline(Wake.LOBBY_EXPIRY, NOON, NOON)
    table = await saved(store, deadline=deadline)
    in_thread = await saved(store, deadline=deadline, parent_id=4)
    await saved(store, deadline=deadline, outside=True)
    await moved(store, await saved(store, deadline=deadline), phase=Phase.CLOSED)
    assert sorted(await store.tables.live_places(ALL)) == [
        (table.id, Place(table.guild_id, table.channel_id, None)),
        (in_thread.id, Place(in_thread.guild_id, in_thread.channel_id, 4)),
    ]
    for command in (7, 8):
        await store.plans.add(Plan(0, 5, 6, Person(ADA, "Ada"), "rummy", NOON, command, parent_id=3))
    assert await store.plans.places(ALL) == (Place(5, 6, 3),)
    shares = [Share.one(shard, 2) for shard in (0, 1)]
    assert sorted([await store.plans.places(share) for share in shares]) == [(), (Place(5, 6, 3),)]


async def test_ended_games_are_found_by_server_and_person_newest_first(store: Store) -> None:
    """Running games and closed lobbies are left out."""
    begun: dict[str, Any] = {
        "start_interaction": 5,
        "started_at": 7.0,
        "guild_id": 1,
        "seats": (Seat("Ada", ADA), Seat("C", None, "easy")),
        "former": (Former(CLEO, "Cleo", 1, 2), Former(0, "", 1, 4)),
        "parent_id": 4,
    }
    first = await moved(store, await saved(store, **begun), phase=Phase.OVER, ended_at=9.0)
    second = await moved(
        store, await saved(store, **begun | {"seats": (Seat("Ben", BEN, "easy"),)}), phase=Phase.CLOSED
    )
    await moved(store, await saved(store, **begun), phase=Phase.PLAYING)
    await moved(store, await saved(store, guild_id=1), phase=Phase.CLOSED)
    elsewhere = await moved(store, await saved(store, **begun | {"guild_id": 2}), phase=Phase.OVER)
    found = await store.tables.ended_in_guild(1, 10)
    assert [game.table_id for game in found] == [second.id, first.id]
    people, place = frozenset({ADA, CLEO}), (first.channel_id, 4)
    assert found[1] == EndedGame(first.id, first.game, 9.0, ("Ada", "C"), people, *place)
    assert found[0].at == 7.0
    assert [game.table_id for game in await store.tables.ended_in_guild(1, 1)] == [second.id]
    assert [game.table_id for game in await store.tables.ended_in_guild(1, 10, second.id)] == [first.id]
    assert [game.table_id for game in await store.tables.ended_of(ADA, 10)] == [elsewhere.id, first.id]
    assert [game.table_id for game in await store.tables.ended_of(ADA, 10, elsewhere.id)] == [first.id]
    assert [game.table_id for game in await store.tables.ended_of(BEN, 10)] == [second.id]
    assert await store.tables.ended_of(CLEO, 10) == ()
