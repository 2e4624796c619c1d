"""Deadlines are listed for live tables, taken by one owner at a time, and shifted by the time the bot was down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.tables.model.records import Change, Deadline, Phase, TableRecord, Wake
from tests.db.examples import NOON, moved, saved

if TYPE_CHECKING:
    from bot.tables.model.protocols import Store
    from tests.db.contract.stores import Restartable

SOON = Deadline(Wake.LOBBY_EXPIRY, NOON + 30.1)
LATER = Deadline(Wake.COMPUTER_MOVE, NOON + 60.7)


async def claim(store: Store, table: TableRecord, deadline: Deadline, owner: str, now: float = NOON) -> bool:
    return await store.claim_deadline(table.id, deadline, owner, now, until=now + 10)


async def test_live_tables_deadlines_are_listed(bot: Restartable) -> None:
    """With their tables' ids; not those of ended tables, nor tables without one."""
    lobby = await saved(bot.store, deadline=SOON)
    playing = await moved(
        bot.store, await saved(bot.store, deadline=SOON), phase=Phase.PLAYING, deadline=LATER
    )
    await saved(bot.store)
    await moved(bot.store, await saved(bot.store, deadline=SOON), deadline=None)
    await moved(bot.store, await saved(bot.store, deadline=SOON), phase=Phase.CLOSED)
    await moved(bot.store, await saved(bot.store, deadline=SOON), phase=Phase.OVER)
    assert dict(await (await bot.restarted()).deadlines()) == {lobby.id: SOON, playing.id: LATER}


async def test_one_owner_at_a_time_takes_a_deadline(store: Store) -> None:
    """The same owner may take it again; another one may when the lease has run out."""
    table = await saved(store, deadline=SOON)
    assert await claim(store, table, SOON, "one")
    assert not await claim(store, table, SOON, "two", NOON + 9.9)
    assert await claim(store, table, SOON, "one", NOON + 5)
    assert not await claim(store, table, SOON, "two", NOON + 14.9)
    assert await claim(store, table, SOON, "two", NOON + 15)
    assert not await claim(store, table, SOON, "one", NOON + 16)


@pytest.mark.parametrize(
    "other", [LATER, Deadline(SOON.kind, LATER.at), Deadline(LATER.kind, SOON.at), Deadline(SOON.kind, NOON)]
)
async def test_a_deadline_that_has_changed_is_not_taken(store: Store, other: Deadline) -> None:
    """In its kind or its time; nor one that is gone."""
    table = await saved(store, deadline=SOON)
    assert not await claim(store, table, other, "one")
    table = table.changed(deadline=None)
    await store.save(Change(table))
    assert not await claim(store, table, SOON, "one")


async def test_no_deadline_of_an_ended_or_unknown_table_is_taken(store: Store) -> None:
    """There is nothing to do there any more."""
    table = await moved(store, await saved(store, deadline=SOON), phase=Phase.CLOSED)
    assert not await claim(store, table, SOON, "one")
    assert not await store.claim_deadline(4711, SOON, "one", NOON, NOON + 10)


async def test_a_lease_ends_with_its_deadline(store: Store) -> None:
    """A new deadline is free for all; a save that keeps the deadline keeps the lease."""
    table = await saved(store, deadline=SOON)
    assert await claim(store, table, SOON, "one")
    table = await moved(store, table)
    assert not await claim(store, table, SOON, "two")
    table = await moved(store, table, deadline=LATER)
    assert await claim(store, table, LATER, "two")


async def test_taking_a_deadline_is_no_new_version(store: Store) -> None:
    """The holder's own save still fits."""
    table = await saved(store, deadline=SOON)
    assert await claim(store, table, SOON, "one")
    assert await store.load_table(table.id) == table
    await moved(store, table)


async def test_deadlines_wait_for_a_bot_that_was_down(bot: Restartable) -> None:
    """All live ones move by the time since the last beat, once; the tables show it, and leases are free again."""
    early = await saved(bot.store, deadline=SOON)
    late = await saved(bot.store, deadline=LATER)
    bare = await saved(bot.store)
    ended = await moved(bot.store, await saved(bot.store, deadline=SOON), phase=Phase.OVER)
    assert await claim(bot.store, early, SOON, "one")
    await bot.store.beat(NOON - 50)
    await bot.store.beat(NOON)

    store = await bot.restarted()
    assert await store.shift_deadlines(NOON + 100.5) == 100.5

    moved_on = Deadline(SOON.kind, SOON.at + 100.5)
    assert dict(await store.deadlines()) == {
        early.id: moved_on,
        late.id: Deadline(LATER.kind, LATER.at + 100.5),
    }
    loaded = await store.load_table(early.id)
    assert loaded is not None
    assert (loaded.deadline, loaded.version) == (moved_on, early.version)
    assert await store.load_table(bare.id) == bare
    assert await store.load_table(ended.id) == ended
    assert await claim(store, early, moved_on, "two", NOON + 1)
    assert await store.shift_deadlines(NOON + 101) == 0.5


async def test_nothing_moves_at_the_first_start(store: Store) -> None:
    """There was no beat before it; from then on there is one."""
    table = await saved(store, deadline=SOON)
    assert await store.shift_deadlines(NOON) == 0
    assert await store.deadlines() == ((table.id, SOON),)
    assert await store.shift_deadlines(NOON + 2) == 2


async def test_a_clock_that_was_put_back_moves_nothing(store: Store) -> None:
    """No deadline ever comes sooner than promised."""
    table = await saved(store, deadline=SOON)
    await store.beat(NOON)
    assert await store.shift_deadlines(NOON - 3600) == 0
    assert await store.deadlines() == ((table.id, SOON),)
