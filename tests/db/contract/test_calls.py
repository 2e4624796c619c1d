"""People who want to be called for a game are found in that server only, beginning with those called longest ago."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.db.examples import ADA, BEN, CLEO, NOON

if TYPE_CHECKING:
    from bot.tables.model.stores import Store
    from tests.db.contract.stores import Restartable


async def test_wishes_belong_to_a_person_a_server_and_a_game(bot: Restartable) -> None:
    calls = bot.store.calls
    await calls.set_wishes(1, ADA, ["rummy", "notty"])
    await calls.set_wishes(1, BEN, ["rummy"])
    for person in (ADA, CLEO):
        await calls.set_wishes(2, person, ["rummy"])
    calls = (await bot.restarted()).calls
    assert await calls.wishes(1, ADA) == ("notty", "rummy")
    assert await calls.people_wishing(1, "rummy", 5) == (ADA, BEN)
    assert await calls.people_wishing(1, "rummy", 1) == (ADA,)
    assert await calls.people_wishing(1, "huxxy", 5) == ()
    await calls.set_wishes(1, ADA, [])
    assert await calls.people_wishing(1, "rummy", 5) == (BEN,)
    assert await calls.people_wishing(2, "rummy", 5) == (ADA, CLEO)
    await bot.store.people.delete_guild(2)
    assert await calls.people_wishing(2, "rummy", 5) == ()


async def test_calls_are_limited_per_day_and_shared_out_evenly(store: Store) -> None:
    for person in (ADA, BEN):
        await store.calls.set_wishes(1, person, ["rummy"])
    assert await store.calls.note_call(ADA, NOON, NOON - 100, 2)
    assert await store.calls.people_wishing(1, "rummy", 5) == (BEN, ADA)
    assert await store.calls.note_call(ADA, NOON + 1, NOON - 99, 2)
    assert not await store.calls.note_call(ADA, NOON + 2, NOON - 98, 2)
    assert await store.calls.note_call(ADA, NOON + 101, NOON + 1, 2)
    await store.calls.uncount_call([ADA, BEN], NOON + 101)
    assert await store.calls.note_call(ADA, NOON + 102, NOON + 1, 2)
    await store.people.forget_person(ADA)
    assert await store.calls.people_wishing(1, "rummy", 5) == (BEN,)
