"""A move is saved whole, once, and only onto the version it was made for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from bot.tables.model.action_log import LoggedAction
from bot.tables.model.records import Change, Draft
from bot.tables.model.stores import RepeatedInteractionError, Store, StoreConflictError
from tests.db.examples import ADA, NOON, move, moved, next_version, saved, snowflake

if TYPE_CHECKING:
    from tests.db.contract.stores import Restartable


async def test_a_move_survives_a_restart(bot: Restartable) -> None:
    """The new state and the log entry are both stored."""
    table = await saved(bot.store)
    by_person = move(table, state="after one")
    await bot.store.tables.save(by_person)
    by_computer = replace(
        move(by_person.after, state="after two"), action=LoggedAction(2, 0, "discard KH ♥", None, NOON + 0.5)
    )
    await bot.store.tables.save(by_computer)

    store = await bot.restarted()
    assert await store.tables.load(table.id) == by_computer.after
    assert await store.tables.actions(table.id) == (by_person.action, by_computer.action)


async def test_each_table_has_its_own_log_in_the_order_of_play(store: Store) -> None:
    table = await saved(store)
    for _ in range(12):
        table = await moved(store, table)
    other = await saved(store)
    await moved(store, other)
    assert [action.number for action in await store.tables.actions(table.id)] == list(range(1, 13))
    assert len(await store.tables.actions(other.id)) == 1
    assert await store.tables.actions(4711) == ()


async def test_a_change_without_an_action_logs_nothing(store: Store) -> None:
    """Joining a lobby is a new version, not an action of the game."""
    table = await saved(store)
    await store.tables.save(Change(next_version(table, places=3)))
    assert await store.tables.actions(table.id) == ()


@pytest.mark.parametrize("ahead", [-1, 0, 2])
async def test_a_move_for_another_version_is_refused_completely(store: Store, ahead: int) -> None:
    """State, log, draft and interaction are unchanged, so a retry may use the same interaction."""
    table = await moved(store, await saved(store))
    draft = Draft(table.id, 0, table.decision, {"step": 1})
    assert await store.tables.save_draft(draft)
    good = move(table, state="good")
    with pytest.raises(StoreConflictError):
        await store.tables.save(replace(good, after=replace(good.after, version=table.version + ahead)))
    assert await store.tables.load(table.id) == table
    assert len(await store.tables.actions(table.id)) == 1
    assert await store.tables.draft(table.id, 0) == draft

    await store.tables.save(good)
    assert await store.tables.load(table.id) == good.after


async def test_a_move_at_an_unknown_table_is_a_conflict(store: Store) -> None:
    """Loading the table again then shows that it is gone."""
    table = await saved(store)
    with pytest.raises(StoreConflictError):
        await store.tables.save(move(replace(table, id=4711)))


async def test_a_repeated_interaction_changes_nothing(bot: Restartable) -> None:
    """A repeated interaction is refused at every table, for every version, and after a restart."""
    table = await saved(bot.store)
    change = move(table)
    await bot.store.tables.save(change)
    store = await bot.restarted()
    other = await saved(store)
    for again in (change, replace(move(change.after), interaction=change.interaction)):
        with pytest.raises(RepeatedInteractionError):
            await store.tables.save(again)
    with pytest.raises(RepeatedInteractionError):
        await store.tables.save(replace(move(other), interaction=change.interaction))
    assert await store.tables.load(table.id) == change.after
    assert await store.tables.load(other.id) == other
    assert await store.tables.actions(table.id) == (change.action,)


async def test_changes_need_no_interaction(store: Store) -> None:
    """Any number of changes may be saved without an interaction."""
    table = await saved(store)
    for _ in range(3):
        change = replace(move(table), interaction=None)
        await store.tables.save(change)
        table = change.after
    assert await store.tables.load(table.id) == table


async def test_interactions_are_remembered_for_hours(store: Store) -> None:
    """A delivery that is repeated much later than Discord allows is still recognised."""
    early = snowflake(NOON)
    table = await saved(store)
    await store.tables.save(Change(table := next_version(table), early))
    await store.tables.save(Change(table := next_version(table), snowflake(NOON + 12 * 60 * 60)))
    with pytest.raises(RepeatedInteractionError):
        await store.tables.save(Change(next_version(table), early))


async def test_63_bit_ids_are_stored_exactly(store: Store) -> None:
    """The greatest id that Discord can ever give is stored exactly."""
    most = 2**63 - 1
    table = await saved(store, guild_id=most, channel_id=most, host=most)
    table = next_version(table, start_interaction=most)
    await store.tables.save(Change(table, most, LoggedAction(1, 0, "draw", most, NOON)))
    assert await store.tables.load(table.id) == table
    assert (await store.tables.actions(table.id))[0].by == most
    assert await store.tables.in_channel(most) == table.id
    assert await store.tables.of_person(ADA) == (table.id,)
