"""A turn being built survives everything but the end of its decision."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules.cards import parse_cards
from bot.tables.model.records import Change, Draft
from tests.db.examples import moved, next_version, saved

if TYPE_CHECKING:
    from bot.tables.model.stores import Store
    from tests.db.contract.stores import Restartable

CONTENT = {"picked": parse_cards("0C XR"), "page": 2, "melds": [(1, 2)], "by_seat": {0: None}}


async def test_a_draft_survives_a_restart(bot: Restartable) -> None:
    """A draft's cards and tuples keep their types, and each seat has its own draft."""
    table = await saved(bot.store)
    first, second = (Draft(table.id, seat, table.decision, {**CONTENT, "seat": seat}) for seat in (0, 1))
    assert await bot.store.tables.save_draft(first)
    assert await bot.store.tables.save_draft(second)
    store = await bot.restarted()
    assert repr(await store.tables.draft(table.id, 0)) == repr(first)
    assert await store.tables.draft(table.id, 1) == second
    assert await store.tables.draft(table.id, 2) is None
    assert await store.tables.draft(4711, 0) is None


async def test_a_new_draft_replaces_the_old_one(store: Store) -> None:
    """A seat has only one draft."""
    table = await saved(store)
    draft = Draft(table.id, 0, table.decision, {"step": 1})
    assert await store.tables.save_draft(draft)
    assert await store.tables.save_draft(replace(draft, content={"step": 2}))
    assert await store.tables.draft(table.id, 0) == replace(draft, content={"step": 2})


async def test_a_draft_for_another_decision_is_refused(store: Store) -> None:
    """The decision may be older or newer, or its table may not exist. The draft that is stored stays."""
    table = await moved(store, await saved(store))
    draft = Draft(table.id, 0, table.decision, {"step": 1})
    assert await store.tables.save_draft(draft)
    assert not await store.tables.save_draft(replace(draft, decision=table.decision - 1))
    assert not await store.tables.save_draft(replace(draft, decision=table.decision + 1))
    assert not await store.tables.save_draft(replace(draft, table_id=4711))
    assert await store.tables.draft(table.id, 0) == draft


async def test_a_move_deletes_all_drafts_at_its_table(store: Store) -> None:
    """The drafts of all seats end. Those of another table stay."""
    table, other = await saved(store), await saved(store)
    for seat in range(3):
        assert await store.tables.save_draft(Draft(table.id, seat, table.decision, {}))
    elsewhere = Draft(other.id, 0, other.decision, {})
    assert await store.tables.save_draft(elsewhere)
    await moved(store, table)
    assert [await store.tables.draft(table.id, seat) for seat in range(3)] == [None] * 3
    assert await store.tables.draft(other.id, 0) == elsewhere


async def test_a_change_without_a_move_keeps_the_drafts(store: Store) -> None:
    """If somebody leaves, what another player is building is not lost."""
    table = await saved(store)
    draft = Draft(table.id, 0, table.decision, {"step": 1})
    assert await store.tables.save_draft(draft)
    await store.tables.save(Change(next_version(table, seats=())))
    assert await store.tables.draft(table.id, 0) == draft


async def test_undoing_a_move_does_not_restore_its_draft(store: Store) -> None:
    """A move ended the draft. Taking the move back does not bring it back."""
    table = await saved(store)
    assert await store.tables.save_draft(Draft(table.id, 0, table.decision, {"step": 1}))
    await store.tables.draft(table.id, 0)
    after = await moved(store, table)
    await store.tables.save(Change(next_version(after, decision=table.decision)))
    assert await store.tables.draft(table.id, 0) is None
