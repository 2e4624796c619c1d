"""A plan is stored with the people who signed up, handled by one process at a time, and deleted with its server or
host.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model.plans import Plan, PlanCount, TooManyPlansError
from bot.tables.model.records import Person
from bot.tables.model.share import ALL, Share
from tests.db.examples import ADA, BEN, CLEO, NOON, snowflake

if TYPE_CHECKING:
    from bot.tables.model.stores import Store
    from tests.db.contract.stores import Restartable

ADA_, BEN_, CLEO_ = Person(ADA, "Ada ♠"), Person(BEN, "Ben"), Person(CLEO, "Cleo")


def a_plan(**values: Any) -> Plan:
    known: dict[str, Any] = {"id": 0, "guild_id": 4, "channel_id": 5, "host": ADA_, "game": "rummy", "at": NOON}
    return Plan(**known | {"interaction": snowflake()} | values)


async def counted(store: Store, guild_id: int, person: Person) -> tuple[int, int]:
    """The number of plans in the server and of the person, read from the error for one plan too many."""
    with pytest.raises(TooManyPlansError) as refused:
        await store.plans.add(a_plan(guild_id=guild_id, host=person), PlanCount(0, 0))
    return refused.value.count


async def test_a_plan_is_stored_with_its_sign_ups(bot: Restartable) -> None:
    """Nothing that happens to it happens to another plan."""
    plans = bot.store.plans
    another = await plans.add(a_plan())
    assert await plans.sign_up(another.id, BEN_, 2)
    before = await plans.get(another.id)
    whole = a_plan(parent_id=3, places=2, turn_seconds=60, rated=False, options={"melds": 40, "wild": "kings"})
    made = await plans.add(whole)
    await plans.note_posted(made.id, 77, 78)
    assert await plans.sign_up(made.id, BEN_, 2)
    assert await plans.sign_up(made.id, BEN_, 2)
    assert not await plans.sign_up(made.id, CLEO_, 2)
    await plans.sign_off(made.id, BEN)
    assert await plans.sign_up(made.id, CLEO_, 2)
    await plans.note_reminded(made.id)
    await plans.note_outcome(made.id, "Not now.")
    plans = (await bot.restarted()).plans
    kept = await plans.get(made.id)
    assert kept is not None
    assert (kept.people, kept.message_id, kept.event_id) == ((ADA_, CLEO_), 77, 78)
    assert (made.outcome, kept.outcome) == (None, "Not now.")
    assert (kept.places, kept.turn_seconds, kept.rated, kept.options, kept.parent_id) == (
        2, 60, False, {"melds": 40, "wild": "kings"}, 3,
    )  # fmt: skip
    assert not await plans.sign_up(made.id, BEN_, 3), "it is over"
    await plans.remove(made.id)
    assert await plans.get(made.id) is None
    assert not await plans.sign_up(made.id, BEN_, 3)
    assert await plans.get(another.id) == before


async def test_a_plan_is_due_for_its_reminder_and_then_for_its_opening(store: Store) -> None:
    """Reminder and opening are due once each. If a process dies while it is at it, another takes over."""
    made = await store.plans.add(a_plan())
    assert await store.plans.next_due(900, 0) == NOON - 900
    assert await store.plans.due(NOON - 901, 900, share=ALL) == ()
    [due] = await store.plans.due(NOON - 900, 900, share=ALL)
    assert due.id == made.id
    assert await store.plans.claim(made.id, NOON - 900, NOON - 800)
    assert not await store.plans.claim(made.id, NOON - 899, NOON - 799)
    assert await store.plans.next_due(900, 0) == NOON - 800
    assert await store.plans.due(NOON - 850, 900, share=ALL) == ()
    assert len(await store.plans.due(NOON - 800, 900, share=ALL)) == 1
    await store.plans.note_reminded(made.id)
    assert await store.plans.next_due(900, 0) == NOON
    assert await store.plans.due(NOON - 1, 900, share=ALL) == ()
    assert len(await store.plans.due(NOON, 900, share=ALL)) == 1


async def test_each_process_is_given_the_plans_of_its_shards(store: Store) -> None:
    """Discord's shard of a server is in its id. A process used to read the plans of all others, with their people."""
    made = [await store.plans.add(a_plan(guild_id=(number << 22) + 7, at=NOON + number)) for number in range(5)]
    for shards, own in (({0}, [0, 3]), ({1, 2}, [1, 2, 4]), (set(), [])):
        due = await store.plans.due(NOON + 9, 900, Share(frozenset(shards), 3))
        assert list(due) == [made[number] for number in own]
    assert list(await store.plans.due(NOON + 9, 900, share=ALL)) == made


async def test_plans_of_servers_the_bot_left_wait_and_block_nobody(store: Store) -> None:
    """However many there are, they are not due until the bot is invited again, and their host may plan elsewhere."""
    for number in range(60):
        await store.plans.add(a_plan(guild_id=6 + number, at=NOON - 60))
        await store.people.note_departure(6 + number, NOON + 999)
    made = await store.plans.add(a_plan())
    assert [plan.id for plan in await store.plans.due(NOON, 900, share=ALL)] == [made.id]
    assert await store.plans.next_due(900, 0) == NOON - 900
    assert await counted(store, 4, ADA_) == (1, 1)
    await store.people.cancel_departure(6)
    assert await store.plans.next_due(900, 0) == NOON - 960
    assert await store.plans.next_due(900, NOON - 960) == NOON - 900, "the next of those not due yet"
    assert [plan.guild_id for plan in await store.plans.due(NOON, 900, share=ALL)] == [6, 4]


async def test_a_channels_plans_include_those_of_its_threads(store: Store) -> None:
    made = [await store.plans.add(a_plan(**where)) for where in ({}, {"channel_id": 8, "parent_id": 5})]
    await store.plans.add(a_plan(channel_id=9))
    assert await store.plans.in_channel(5) == tuple(made)
    assert await store.plans.in_channel(8) == (made[1],)


async def test_plans_are_counted_and_deleted_with_their_server_or_host(store: Store) -> None:
    for guild in (4, 4, 6):
        await store.plans.add(a_plan(guild_id=guild))
    other = await store.plans.add(a_plan(host=BEN_))
    await store.plans.sign_up(other.id, ADA_, 9)
    assert await counted(store, 4, ADA_) == (3, 3)
    assert [plan.host for plan in await store.plans.of_person(ADA)] == [ADA_, ADA_, ADA_, BEN_]
    assert [plan.id for plan in await store.plans.of_person(BEN)] == [other.id]
    await store.people.forget_person(ADA)
    assert await store.plans.of_person(ADA) == ()
    kept = await store.plans.get(other.id)
    assert kept is not None
    assert kept.people == (BEN_,)
    assert await counted(store, 4, ADA_) == (1, 0)
    await store.people.delete_guild(4)
    assert await store.plans.next_due(900, 0) is None


async def test_plan_ids_are_never_reused(bot: Restartable) -> None:
    """Work that was still under way for a cancelled plan used to affect the next one."""
    called_off = await bot.store.plans.add(a_plan())
    await bot.store.plans.remove(called_off.id)
    later = await bot.store.plans.add(a_plan())
    assert later.id > called_off.id
    await bot.store.plans.remove(later.id)
    plans = (await bot.restarted()).plans
    assert (await plans.add(a_plan())).id > later.id


@pytest.mark.parametrize("most", [PlanCount(9, 2), PlanCount(2, 9)], ids=["a person", "a server"])
async def test_concurrently_made_plans_stay_within_the_limits(store: Store, most: PlanCount) -> None:
    adding = [store.plans.add(a_plan(interaction=number), most) for number in range(6)]
    made = await asyncio.gather(*adding, return_exceptions=True)
    assert [type(one) for one in made if not isinstance(one, Plan)] == [TooManyPlansError] * 4
    assert len(await store.plans.of_person(ADA)) == 2


async def test_plans_without_a_message_are_found_until_their_time(store: Store) -> None:
    """A plan that has a message, is over, or is in a server that the bot left needs none."""
    plans = store.plans
    posted, over, left, wanted = [await plans.add(a_plan(guild_id=guild)) for guild in (4, 4, 6, 4)]
    await plans.note_posted(posted.id, 77, None)
    await plans.note_outcome(over.id, "Not now.")
    await store.people.note_departure(6, NOON)
    assert [plan.id for plan in await plans.unposted(NOON - 1, ALL)] == [wanted.id]
    assert await plans.unposted(NOON, ALL) == ()
    assert left.id not in [plan.id for plan in await plans.unposted(0.0, ALL)]
    assert sorted([len(await plans.unposted(0.0, Share.one(shard, 2))) for shard in (0, 1)]) == [0, 1]
