"""People who are to be notified later get one message about everything, whichever process sends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.tables.model.stores import ClaimedNotification, News
from tests.db.examples import ADA, BEN, NOON, saved

if TYPE_CHECKING:
    from bot.tables.model.stores import Store
    from tests.db.contract.stores import Restartable


async def test_the_earliest_noted_time_applies(bot: Restartable) -> None:
    """The earliest time is kept after a restart, and each person has their own."""
    notifications = bot.store.notifications
    assert await notifications.next_due() is None
    await notifications.schedule(ADA, NOON + 50)
    await notifications.schedule(ADA, NOON + 10)
    await notifications.schedule(ADA, NOON + 20)
    await notifications.schedule(BEN, NOON + 30)
    notifications = (await bot.restarted()).notifications
    assert await notifications.next_due() == pytest.approx(NOON + 10, rel=0, abs=0.01)
    assert await notifications.due(NOON + 9, 5) == ()
    assert await notifications.due(NOON + 30, 5) == (ADA, BEN)
    assert await notifications.due(NOON + 30, 1) == (ADA,)


async def test_one_process_claims_a_notification_until_its_lease_expires(store: Store) -> None:
    table = await saved(store)
    await store.notifications.schedule(ADA, NOON, table.id)
    await store.notifications.schedule(ADA, NOON, table.id)
    assert await store.notifications.claim(ADA, NOON - 1, NOON + 60) is None
    assert await store.notifications.claim(ADA, NOON, NOON + 60) == ClaimedNotification((table.id,), None, None)
    assert await store.notifications.claim(ADA, NOON, NOON + 61) is None
    assert await store.notifications.claim(ADA, NOON + 60, NOON + 120) == ClaimedNotification((table.id,), None, None)
    await store.notifications.mark_sent(ADA, NOON + 120, 11, 12)
    assert await store.notifications.next_due() is None
    await store.notifications.schedule(ADA, NOON + 500)
    assert await store.notifications.claim(ADA, NOON + 500, NOON + 560) == ClaimedNotification((), 11, 12)


async def test_notifications_are_brought_forward_but_never_postponed(store: Store) -> None:
    """Bringing forward adds no notification that was not planned."""
    assert not await store.notifications.reschedule_earlier(ADA, NOON)
    await store.notifications.schedule(ADA, NOON + 50)
    assert not await store.notifications.reschedule_earlier(ADA, NOON + 60)
    assert await store.notifications.reschedule_earlier(ADA, NOON + 40)
    assert not await store.notifications.reschedule_earlier(BEN, NOON + 10)
    assert await store.notifications.next_due() == NOON + 40


async def test_news_are_told_once(store: Store) -> None:
    """Those noted during a notification are kept for the next, with what it says; a server's go with its data."""
    here, there = News(7, "It was called off."), News(8, "It could not open.")
    await store.notifications.schedule(ADA, NOON, news=there)
    await store.notifications.schedule(ADA, NOON, news=there)
    await store.notifications.schedule(BEN, NOON, news=here)
    claimed = await store.notifications.claim(ADA, NOON, NOON + 60)
    assert claimed is not None
    assert claimed.news == (there,)
    await store.notifications.schedule(ADA, NOON + 30, news=here)
    await store.notifications.mark_sent(ADA, NOON + 60, None, None)
    claimed = await store.notifications.claim(ADA, NOON + 60, NOON + 120)
    assert claimed is not None
    assert claimed.news == (there, here)
    await store.people.delete_guild(here.guild_id)
    assert await store.notifications.claim(ADA, NOON + 120, NOON + 180) == ClaimedNotification((), None, None, (there,))
    await store.notifications.mark_sent(ADA, NOON + 180, None, None)
    assert await store.notifications.claim(BEN, NOON, NOON + 60) == ClaimedNotification((), None, None)
    await store.notifications.schedule(ADA, NOON + 200)
    assert await store.notifications.claim(ADA, NOON + 200, NOON + 260) == ClaimedNotification((), None, None)


async def test_notes_made_during_a_notification_are_kept_for_the_next(store: Store) -> None:
    await store.notifications.schedule(ADA, NOON)
    await store.notifications.claim(ADA, NOON, NOON + 60)
    await store.notifications.schedule(ADA, NOON + 30)
    await store.notifications.mark_sent(ADA, NOON + 60, None, None)
    assert await store.notifications.due(NOON + 30, 5) == (ADA,)


async def test_notes_for_much_later_made_during_a_notification_are_not_lost(store: Store) -> None:
    """A turn for tomorrow's digest and an invitation are not lost, although the message that is being sent lists
    neither.
    """
    table = await saved(store)
    await store.notifications.schedule(ADA, NOON)
    assert await store.notifications.claim(ADA, NOON, NOON + 60) == ClaimedNotification((), None, None)
    await store.notifications.schedule(ADA, NOON + 86400, table.id)
    await store.notifications.mark_sent(ADA, NOON + 60, 11, 12)
    assert await store.notifications.due(NOON + 60, 5) == (ADA,)
    assert await store.notifications.claim(ADA, NOON + 60, NOON + 120) == ClaimedNotification((table.id,), 11, 12)
    await store.notifications.mark_sent(ADA, NOON + 120, 11, 13)
    assert await store.notifications.next_due() is None
    await store.notifications.schedule(ADA, NOON + 500)
    assert await store.notifications.claim(ADA, NOON + 500, NOON + 560) == ClaimedNotification((), 11, 13)


async def test_an_invitation_is_deleted_with_its_table_or_guest(store: Store) -> None:
    table = await saved(store, guild_id=4)
    await store.notifications.schedule(ADA, NOON, table.id)
    await store.notifications.schedule(BEN, NOON)
    await store.people.delete_tables(4, 10)
    assert await store.notifications.claim(ADA, NOON, NOON + 60) == ClaimedNotification((), None, None)
    await store.people.forget_person(BEN)
    assert await store.notifications.due(NOON, 5) == ()
