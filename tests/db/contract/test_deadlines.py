"""Deadlines are listed for live tables, taken by one owner at a time, and shifted by the time the bot was down."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.tables.model.records import SHOWN, Change, Deadline, Phase, Seat, TableRecord, Wake
from bot.tables.model.share import ALL
from bot.tables.model.stores import StoreConflictError
from tests.db.examples import ADA, BEN, CLEO, NOON, moved, next_version, saved

if TYPE_CHECKING:
    from bot.tables.model.stores import Store
    from tests.db.contract.stores import Restartable

SOON = Deadline(Wake.LOBBY_EXPIRY, NOON + 30.1, NOON - 100)
LATER = Deadline(Wake.COMPUTER_MOVE, NOON + 60.7, NOON - 200)


async def claim(store: Store, table: TableRecord, deadline: Deadline, owner: str, now: float = NOON) -> bool:
    return await store.deadlines.claim(table.id, deadline, owner, now, until=now + 10)


async def test_all_lists_the_deadlines_of_live_tables(bot: Restartable) -> None:
    """Deadlines are listed with their tables' ids. Ended tables and tables without a deadline are left out."""
    lobby = await saved(bot.store, deadline=SOON)
    playing = await moved(bot.store, await saved(bot.store, deadline=SOON), phase=Phase.PLAYING, deadline=LATER)
    await saved(bot.store)
    await moved(bot.store, await saved(bot.store, deadline=SOON), deadline=None)
    await moved(bot.store, await saved(bot.store, deadline=SOON), phase=Phase.CLOSED)
    await moved(bot.store, await saved(bot.store, deadline=SOON), phase=Phase.OVER)
    assert dict(await (await bot.restarted()).deadlines.all()) == {lobby.id: SOON, playing.id: LATER}


async def test_a_deadline_is_claimed_by_one_owner_at_a_time(store: Store) -> None:
    """The owner of a deadline may take it again. Another owner may take it only when the lease has run out."""
    table = await saved(store, deadline=SOON)
    assert await claim(store, table, SOON, "one")
    assert not await claim(store, table, SOON, "two", NOON + 9.9)
    assert await claim(store, table, SOON, "one", NOON + 5)
    assert not await claim(store, table, SOON, "two", NOON + 14.9)
    assert await claim(store, table, SOON, "two", NOON + 15)
    assert not await claim(store, table, SOON, "one", NOON + 16)


async def test_live_tables_with_an_expired_absence_are_listed(store: Store) -> None:
    """The seat does not matter. Ended tables are not listed."""
    back, away = Seat("Ada", ADA, away_until=NOON), Seat("Ben", BEN, away_until=NOON + 1)
    both = await saved(store, deadline=SOON, seats=(away, back))
    later = await saved(store, deadline=SOON, seats=(away, Seat("Cleo", CLEO)))
    await moved(store, await saved(store, deadline=SOON, seats=(back,)), phase=Phase.CLOSED, deadline=None)
    assert await store.deadlines.absences_over(NOON - 1, share=ALL) == ()
    assert await store.deadlines.absences_over(NOON, share=ALL) == (both.id,)
    assert set(await store.deadlines.absences_over(NOON + 1, share=ALL)) == {both.id, later.id}


@pytest.mark.parametrize(
    "other", [LATER, replace(SOON, at=LATER.at), replace(LATER, at=SOON.at), replace(SOON, at=NOON)]
)
async def test_a_changed_deadline_cannot_be_claimed(store: Store, other: Deadline) -> None:
    """A deadline is not taken if its kind or its time has changed, or if it is gone."""
    table = await saved(store, deadline=SOON)
    assert not await claim(store, table, other, "one")
    table = next_version(table, deadline=None)
    await store.tables.save(Change(table))
    assert not await claim(store, table, SOON, "one")


async def test_deadlines_of_ended_or_unknown_tables_cannot_be_claimed(store: Store) -> None:
    """Nothing is left to do at an ended or unknown table."""
    table = await moved(store, await saved(store, deadline=SOON), phase=Phase.CLOSED)
    assert not await claim(store, table, SOON, "one")
    assert not await store.deadlines.claim(4711, SOON, "one", NOON, NOON + 10)


async def test_a_lease_ends_with_its_deadline(store: Store) -> None:
    """A new deadline can be taken by anybody. A save that keeps the deadline keeps the lease."""
    table = await saved(store, deadline=SOON)
    assert await claim(store, table, SOON, "one")
    table = await moved(store, table)
    assert not await claim(store, table, SOON, "two")
    table = await moved(store, table, deadline=LATER)
    assert await claim(store, table, LATER, "two")


async def test_claiming_a_deadline_does_not_change_the_tables_version(store: Store) -> None:
    """The owner of the lease can still save onto the same version."""
    table = await saved(store, deadline=SOON)
    assert await claim(store, table, SOON, "one")
    assert await store.tables.load(table.id) == table
    await moved(store, table)


async def test_a_shift_moves_all_deadlines_by_the_downtime(bot: Restartable) -> None:
    """The deadlines of all live tables move once, by the time since the last beat. The tables show it, and leases are
    free again.
    """
    early = await saved(bot.store, deadline=SOON)
    late = await saved(bot.store, deadline=LATER)
    bare = await saved(bot.store)
    ended = await moved(bot.store, await saved(bot.store, deadline=SOON), phase=Phase.OVER)
    assert await claim(bot.store, early, SOON, "one")
    await bot.store.deadlines.beat(NOON - 50, share=ALL)
    await bot.store.deadlines.beat(NOON, share=ALL)

    store = await bot.restarted()
    assert await store.deadlines.last_beat(ALL) == NOON
    await store.deadlines.shift(NOON, NOON + 100.5, announce=False, share=ALL)

    moved_on = Deadline(SOON.kind, SOON.at + 100.5, NOON + 100.5)
    assert dict(await store.deadlines.all()) == {
        early.id: moved_on,
        late.id: Deadline(LATER.kind, LATER.at + 100.5, NOON + 100.5),
    }
    loaded = await store.tables.load(early.id)
    assert loaded is not None
    assert (loaded.deadline, loaded.version) == (moved_on, early.version + 1)
    assert await store.tables.load(bare.id) == bare
    assert await store.tables.load(ended.id) == ended
    assert await claim(store, early, moved_on, "two", NOON + 1)
    assert await store.deadlines.last_beat(ALL) == NOON + 100.5


async def test_there_is_no_heartbeat_before_the_first_start(store: Store) -> None:
    assert await store.deadlines.last_beat(ALL) is None


async def test_a_shift_counts_only_time_in_which_the_deadline_ran(store: Store) -> None:
    """A deadline moves only by the part of the gap in which it was running, if it was set after the last beat or after
    people came back. Shifting twice equals shifting once.
    """
    after_the_beat = await saved(store, deadline=Deadline(Wake.COMPUTER_MOVE, NOON + 41.5, NOON + 40))
    after_the_gap = await saved(store, deadline=Deadline(Wake.COMPUTER_MOVE, NOON + 101.5, NOON + 100))
    for _ in range(2):
        await store.deadlines.shift(NOON, NOON + 100, announce=False, share=ALL)
        assert dict(await store.deadlines.all()) == {
            after_the_beat.id: Deadline(Wake.COMPUTER_MOVE, NOON + 101.5, NOON + 100),
            after_the_gap.id: after_the_gap.deadline,
        }
    await store.deadlines.shift(NOON, NOON + 110, announce=False, share=ALL)
    assert {deadline.at for _table, deadline in await store.deadlines.all()} == {NOON + 111.5}


async def test_a_stale_table_cannot_overwrite_a_shifted_deadline(store: Store) -> None:
    """A table whose deadline was shifted has a new version."""
    table = await saved(store, deadline=SOON)
    await store.deadlines.shift(NOON, NOON + 100, announce=False, share=ALL)
    with pytest.raises(StoreConflictError):
        await store.tables.save(Change(next_version(table)))


async def test_a_shift_reannounces_boards_that_show_a_time(store: Store) -> None:
    """Boards are announced with a new time only if `tell` is set. Tables that were waiting to be
    announced still are.
    """
    tables = {kind: await saved(store, deadline=Deadline(kind, NOON + 30, NOON - 9)) for kind in Wake}
    for table in tables.values():
        await store.messages.mark_announced(table.id, table.version)
    waiting = await saved(store, deadline=SOON)
    await store.deadlines.shift(NOON, NOON + 2, announce=False, share=ALL)
    assert await store.messages.unannounced(ALL) == (waiting.id,)
    await store.deadlines.shift(NOON + 2, NOON + 60, announce=True, share=ALL)
    assert await store.messages.unannounced(ALL) == (
        *(tables[kind].id for kind in Wake if kind in SHOWN),
        waiting.id,
    )


async def test_a_clock_set_back_keeps_deadlines_equally_far_away(store: Store) -> None:
    """A clock that was set back moves all deadlines, whenever they were set. Otherwise, everything would stand still
    until the clock had caught up.
    """
    old = await saved(store, deadline=SOON)
    new = await saved(store, deadline=Deadline(LATER.kind, LATER.at, NOON + 10))
    for _ in range(2):  # shifting twice has the effect of once
        await store.deadlines.shift(NOON, NOON - 3600, announce=False, share=ALL)
        assert dict(await store.deadlines.all()) == {
            old.id: Deadline(SOON.kind, SOON.at - 3600, NOON - 3600),
            new.id: Deadline(LATER.kind, LATER.at + (NOON - 3600 - (NOON + 10)), NOON - 3600),
        }


async def test_due_deadlines_come_soonest_first(store: Store) -> None:
    """Deadlines that have time, are leased or belong to ended tables are left out. No more are returned
    than asked for.
    """
    late = await saved(store, deadline=Deadline(Wake.COMPUTER_MOVE, NOON - 5, NOON - 6))
    later = await saved(store, deadline=Deadline(Wake.COMPUTER_MOVE, NOON + 10, NOON - 1))
    leased = await saved(store, deadline=SOON)
    await saved(store, deadline=Deadline(Wake.COMPUTER_MOVE, NOON + 40, NOON))
    await moved(store, await saved(store, deadline=SOON), phase=Phase.OVER)
    assert await claim(store, leased, SOON, "one")
    found = (late.id, late.deadline), (later.id, later.deadline)
    assert await store.deadlines.due(NOON, NOON + 35, 9, share=ALL) == found
    assert await store.deadlines.due(NOON, NOON + 35, 1, share=ALL) == found[:1]
    assert await store.deadlines.due(NOON + 10, NOON + 35, 9, share=ALL) == (*found, (leased.id, SOON))
