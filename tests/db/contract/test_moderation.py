"""What every store does for the acts of moderators."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.tables.model.moderation import BARRED, ENDED, Moderated
from tests.db.examples import ADA, BEN, DAY, NOON

DONE = Moderated(70, 1, NOON, ADA, BARRED, BEN, "")


async def test_the_latest_acts_of_a_server_are_listed_first(store: Any) -> None:
    """An interaction that is answered again, because the answer of the database was lost, counts once."""
    later = Moderated(71, 1, NOON + 1, BEN, ENDED, None, "12")
    for done in (DONE, later, DONE, replace(DONE, interaction=72, guild_id=2)):
        await store.moderation.add(done)
    assert await store.moderation.of_guild(1, 5) == (later, DONE)
    assert await store.moderation.of_guild(1, 1) == (later,)
    assert await store.moderation.of_guild(1, 5, 1) == (DONE,)
    assert await store.moderation.of_guild(3, 5) == ()


async def test_old_acts_of_moderators_are_dropped(store: Any) -> None:
    later = replace(DONE, interaction=71, at=NOON + DAY)
    for done in (DONE, later):
        await store.moderation.add(done)
    await store.moderation.drop(NOON + 1)
    assert await store.moderation.of_guild(1, 5) == (later,)


async def test_acts_of_moderators_are_deleted_with_their_server(store: Any) -> None:
    await store.moderation.add(DONE)
    await store.people.delete_guild(1)
    assert await store.moderation.of_guild(1, 5) == ()


async def test_an_act_remains_without_the_people_who_are_forgotten(store: Any) -> None:
    """Otherwise a moderator could delete what they did."""
    await store.moderation.add(DONE)
    for person, is_own in ((ADA, 1), (BEN, 0)):
        [exported] = (await store.people.all_about(person))["moderation"]
        assert (exported["you_did_it"], exported["it_was_about_you"]) == (is_own, 1 - is_own)
        await store.people.forget_person(person)
    assert await store.moderation.of_guild(1, 5) == (replace(DONE, moderator=None, about=None),)
