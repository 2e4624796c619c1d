"""Many callers at once, and callers that are cancelled: everything is saved completely and once, or not at all."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from bot.tables.model.records import Deadline, Draft, TableRecord, Wake
from bot.tables.model.share import ALL
from bot.tables.model.stores import ChannelTakenError, RepeatedInteractionError, StoreConflictError
from tests.db.examples import a_lobby, move, moved, saved, snowflake

if TYPE_CHECKING:
    from bot.tables.model.records import Change
    from bot.tables.model.stores import Store
    from tests.db.contract.stores import Restartable

MANY = 100


async def outcome_of(store: Store, change: Change) -> str:
    try:
        await store.tables.save(change)
    except StoreConflictError:
        return "conflict"
    except RepeatedInteractionError:
        return "repeated"
    return "saved"


async def check_consistent(store: Store, table_id: int) -> TableRecord:
    """Load the table, and check that its version, decision, state and log agree on the number of moves."""
    table = await store.tables.load(table_id)
    assert table is not None
    log = await store.tables.actions(table_id)
    assert [action.number for action in log] == list(range(1, table.decision + 1))
    assert table.version == 1 + len(log)
    assert table.state == (f"after {len(log)}" if log else None)
    return table


async def test_a_hundred_tables_are_saved_at_once(bot: Restartable) -> None:
    """Each table keeps its own move."""
    tables = await asyncio.gather(*(saved(bot.store) for _ in range(MANY)))
    changes = [move(table, state="after 1") for table in tables]
    await asyncio.gather(*(bot.store.tables.save(change) for change in changes))
    store = await bot.restarted()
    for change in changes:
        assert await check_consistent(store, change.after.id) == change.after


async def test_one_of_a_hundred_moves_onto_one_version_is_saved(store: Store) -> None:
    """All other moves are conflicts."""
    table = await saved(store)
    changes = [move(table, state="after 1", places=number) for number in range(MANY)]
    outcomes = await asyncio.gather(*(outcome_of(store, change) for change in changes))
    assert sorted(outcomes) == ["conflict"] * (MANY - 1) + ["saved"]
    winner = changes[outcomes.index("saved")]
    assert await check_consistent(store, table.id) == winner.after
    assert await store.tables.actions(table.id) == (winner.action,)


async def test_one_of_a_hundred_deliveries_of_an_interaction_is_saved(store: Store) -> None:
    """All other deliveries are refused as repeated."""
    change = move(await saved(store), state="after 1")
    outcomes = await asyncio.gather(*(outcome_of(store, change) for _ in range(MANY)))
    assert sorted(outcomes) == ["repeated"] * (MANY - 1) + ["saved"]
    await check_consistent(store, change.after.id)


async def test_concurrent_moves_with_retries_all_succeed(store: Store) -> None:
    """People load, change and save, and start again after a conflict. No move is lost or made twice."""
    first = await saved(store)

    async def play() -> None:
        while True:
            table = await store.tables.load(first.id)
            assert table is not None
            if await outcome_of(store, move(table, state=f"after {table.decision + 1}")) == "saved":
                return

    await asyncio.gather(*(play() for _ in range(20)))
    assert (await check_consistent(store, first.id)).decision == 20


async def test_only_one_of_many_tables_opens_in_a_channel(store: Store) -> None:
    """Everybody else learns that the channel is taken."""
    channel = snowflake()
    opened = await asyncio.gather(
        *(store.tables.create(a_lobby(channel_id=channel), snowflake()) for _ in range(MANY)),
        return_exceptions=True,
    )
    tables = [table for table in opened if isinstance(table, TableRecord)]
    assert [await store.tables.in_channel(channel)] == [table.id for table in tables]
    assert sum(isinstance(refusal, ChannelTakenError) for refusal in opened) == MANY - 1


async def test_only_one_of_many_owners_claims_a_deadline(store: Store) -> None:
    """Only one owner takes a deadline, however many processes wake up for it."""
    deadline = Deadline(Wake.COMPUTER_MOVE, 100.5, 99.5)
    table = await saved(store, deadline=deadline)
    taken = await asyncio.gather(
        *(store.deadlines.claim(table.id, deadline, f"owner {n}", 101, 111) for n in range(MANY))
    )
    assert sum(taken) == 1


@pytest.mark.parametrize("seed", range(5))
async def test_cancelled_moves_are_saved_completely_or_not_at_all(bot: Restartable, seed: int) -> None:
    """Moves are cancelled before, during and after their turn, alone and in a queue. The store goes on working for the
    others.
    """
    rng = random.Random(seed)
    tables = {table.id: table for table in [await saved(bot.store) for _ in range(8)]}
    for _ in range(12):
        changes = [move(table, state=f"after {table.decision + 1}") for table in tables.values()]
        saves = [asyncio.create_task(bot.store.tables.save(change)) for change in changes]
        for cancelled in rng.sample(saves, 4):
            await asyncio.sleep(rng.choice([0, 0, 0.0002, 0.001]))
            cancelled.cancel()
        done = await asyncio.gather(*saves, return_exceptions=True)
        for change, result in zip(changes, done, strict=True):
            table = await check_consistent(bot.store, change.after.id)
            assert table in (tables[table.id], change.after)
            assert isinstance(result, asyncio.CancelledError) or (result is None and table == change.after)
            tables[table.id] = table
    store = await bot.restarted()
    for table in tables.values():
        assert await check_consistent(store, table.id) == table
        await moved(store, table)


async def test_a_cancelled_caller_never_blocks_the_next(store: Store) -> None:
    """Calls of every kind are cancelled, at once and a moment later."""
    table = await saved(store)

    def calls() -> list[asyncio.Task[object]]:
        return [
            asyncio.create_task(call)
            for call in (
                store.tables.create(a_lobby(), snowflake()),
                store.tables.load(table.id),
                store.tables.save_draft(Draft(table.id, 0, table.decision, {})),
                store.deadlines.shift(0.0, 1.0, announce=False, share=ALL),
                store.messages.of_table(table.id),
            )
        ]

    for pause in (0, 0.0005, 0.002):
        started = calls()
        await asyncio.sleep(pause)
        for task in started:
            task.cancel()
        await asyncio.gather(*started, return_exceptions=True)
        async with asyncio.timeout(60):
            table = await moved(store, table)
    assert await store.tables.load(table.id) == table
