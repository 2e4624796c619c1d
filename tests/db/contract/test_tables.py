"""A table is stored completely: as it was created, as it was last saved, and after a restart."""

from __future__ import annotations

import asyncio
import logging
import traceback
from dataclasses import MISSING, fields
from typing import TYPE_CHECKING

import pytest

from bot.tables.model.bounds import Bounds, TooManyTablesError
from bot.tables.model.records import Change, Phase, Seat, TableRecord
from bot.tables.model.stores import ChannelTakenError, RepeatedInteractionError, Store
from tests.db.examples import (
    ADA,
    BEN,
    SECRET,
    a_lobby,
    a_table_with_everything,
    move,
    moved,
    next_version,
    saved,
    snowflake,
)

if TYPE_CHECKING:
    from tests.db.contract.stores import Restartable


async def test_a_new_table_gets_an_id_and_keeps_every_field(bot: Restartable) -> None:
    """Every field survives, even a restart. No field of the example has its default, so none can be forgotten."""
    first = await saved(bot.store)
    given = a_table_with_everything(rematch_of=first.id)
    unset = [
        field.name
        for field in fields(TableRecord)
        if field.default is not MISSING and getattr(given, field.name) == field.default
    ]
    assert unset == []

    created = await bot.store.tables.create(given, snowflake())

    assert created.id > first.id > 0
    assert {name: getattr(created, name) for name in given.__slots__ if name != "id"} == {
        name: getattr(given, name) for name in given.__slots__ if name != "id"
    }
    assert await bot.store.tables.load(created.id) == created
    assert await (await bot.restarted()).tables.load(created.id) == created


async def test_events_and_options_keep_their_types(store: Store) -> None:
    """Cards are cards and tuples are tuples again."""
    created = await saved(store, a_table_with_everything())
    loaded = await store.tables.load(created.id)
    assert loaded is not None
    assert repr(loaded.recent) == repr(created.recent)
    assert repr(loaded.options) == repr(created.options)


async def test_an_unknown_table_loads_as_none(store: Store) -> None:
    """No table has that id."""
    assert await store.tables.load(4711) is None


async def test_a_saved_change_keeps_every_field(bot: Restartable) -> None:
    """A lobby becomes a game in mid-play, and then a lobby without seats."""
    lobby = await saved(bot.store)
    rich = a_table_with_everything(id=lobby.id, rematch_of=lobby.id, version=lobby.version + 1)
    same = [field.name for field in fields(TableRecord) if getattr(rich, field.name) == getattr(lobby, field.name)]
    assert same == ["id"]
    await bot.store.tables.save(Change(rich))
    assert await (await bot.restarted()).tables.load(lobby.id) == rich

    bare = a_lobby(id=lobby.id, seats=(), version=rich.version + 1)
    await bot.store.tables.save(Change(bare))
    assert await (await bot.restarted()).tables.load(lobby.id) == bare


async def test_a_change_of_a_single_field_is_stored(store: Store) -> None:
    """A changed field is loaded again even if the previous version is known, so that only what has changed needs to be
    written.
    """
    table = await saved(store)
    rich = a_table_with_everything(id=table.id, rematch_of=table.id)
    for field in fields(TableRecord):
        value = getattr(rich, field.name)
        if field.name != "version" and value != getattr(table, field.name):
            change = Change(next_version(table, **{field.name: value}), before=table)
            await store.tables.save(change)
            table = change.after
            assert await store.tables.load(table.id) == table, field.name


async def test_seats_are_kept_in_order_when_they_change(store: Store) -> None:
    """The next load shows people who have joined, left or taken over."""
    table = await saved(store, seats=tuple(Seat(f"Player {n}", n) for n in range(1, 9)))
    table = await moved(store, table, seats=table.seats[::-1])
    assert await store.tables.load(table.id) == table
    table = await moved(store, table, seats=(*table.seats[:2], Seat("Bot", None, "random")))
    assert await store.tables.load(table.id) == table


async def test_a_channel_has_one_live_table(store: Store) -> None:
    """A second table in a channel is refused, and its interaction stays unused."""
    table = await saved(store)
    interaction = snowflake()
    with pytest.raises(ChannelTakenError):
        await store.tables.create(a_lobby(channel_id=table.channel_id), interaction)
    elsewhere = await store.tables.create(a_lobby(), interaction)
    assert await store.tables.of_person(ADA) == (elsewhere.id, table.id)


@pytest.mark.parametrize("end", [Phase.OVER, Phase.CLOSED])
async def test_a_channel_is_free_when_its_table_has_ended(store: Store, end: Phase) -> None:
    """A channel's next table opens there, and the ended one cannot come back to life beside it."""
    ended = await moved(store, await saved(store), phase=end)
    await saved(store, channel_id=ended.channel_id)
    with pytest.raises(ChannelTakenError):
        await store.tables.save(move(ended, phase=Phase.PLAYING))
    assert await store.tables.load(ended.id) == ended


async def test_a_repeated_creation_changes_nothing(store: Store) -> None:
    """If Discord delivers the command twice, one table is opened, and the second delivery is reported as repeated."""
    interaction = snowflake()
    table = await store.tables.create(a_lobby(), interaction)
    with pytest.raises(RepeatedInteractionError):
        await store.tables.create(a_lobby(channel_id=table.channel_id), interaction)
    with pytest.raises(RepeatedInteractionError):
        await store.tables.create(a_lobby(host=BEN), interaction)
    assert await store.tables.of_person(ADA) == (table.id,)


async def test_no_log_and_no_error_shows_a_secret_or_a_hand(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    """Neither the libraries' DEBUG messages nor the details of a refusal show a secret or a hand, not even a part.
    PostgreSQL's details used to show 31 of a secret's 32 bytes.
    """
    caplog.set_level(logging.DEBUG)
    table = await saved(store, state="the king of spades")
    refusals = []
    for refused in (a_lobby(channel_id=table.channel_id), a_lobby(places=None), a_lobby(rematch_of=4711)):
        with pytest.raises(Exception) as refusal:
            await store.tables.create(refused, snowflake())
        refusals += traceback.format_exception(refusal.value)
    await store.tables.load((await moved(store, table)).id)

    told = caplog.text + "".join(refusals) + repr(table)
    for shown in (repr(SECRET[:4])[2:-1], SECRET[:4].hex(), "king of spades"):
        assert shown not in told


@pytest.mark.parametrize(
    "bounds", [Bounds(2, 9, 9), Bounds(9, 2, 9), Bounds(9, 9, 2)], ids=["host", "server", "watched"]
)
async def test_concurrently_created_tables_stay_within_the_limits(store: Store, bounds: Bounds) -> None:
    seats = () if bounds.watched == 2 else (Seat("Ada", ADA),)
    lobbies = [a_lobby(guild_id=7, channel_id=100 + number, host=ADA, seats=seats) for number in range(6)]
    creating = [store.tables.create(lobby, snowflake(), bounds) for lobby in lobbies]
    made = await asyncio.gather(*creating, return_exceptions=True)
    assert [type(one) for one in made if not isinstance(one, TableRecord)] == [TooManyTablesError] * 4
    assert len(await store.tables.live_in_guild(7)) == 2
