"""What was announced, and which messages show it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.tables.model.records import Deadline, Phase, Wake
from bot.tables.model.sent_message import BOARD, IN_WORDS, TURN_PING, SentMessage
from bot.tables.model.share import ALL, Share
from tests.db.examples import ADA, NOON, moved, saved, snowflake

if TYPE_CHECKING:
    from bot.tables.model.stores import Store
    from tests.db.contract.stores import Restartable


def a_message(table_id: int, audience: int) -> SentMessage:
    return SentMessage(table_id, audience, snowflake(), snowflake(), NOON + 0.5, 3)


async def test_changed_tables_are_in_the_outbox_until_announced(bot: Restartable) -> None:
    """New, changed and ended tables are in the outbox, even after a restart."""
    new = await saved(bot.store)
    quiet = await saved(bot.store)
    ended = await moved(bot.store, await saved(bot.store), phase=Phase.CLOSED)
    await bot.store.messages.mark_announced(quiet.id, quiet.version)
    assert set(await (await bot.restarted()).messages.unannounced(ALL)) == {new.id, ended.id}

    for table in (new, ended):
        await bot.store.messages.mark_announced(table.id, table.version)
    assert await bot.store.messages.unannounced(ALL) == ()
    await moved(bot.store, quiet)
    assert await bot.store.messages.unannounced(ALL) == (quiet.id,)


async def test_the_outbox_lists_its_newest_tables_first(store: Store) -> None:
    """The newest tables come with their versions. Tables that ended a while ago are left out."""
    first, second = await saved(store), await saved(store)
    second = await moved(store, second)
    for ended_at in (NOON, NOON + 1):
        await moved(store, await saved(store), phase=Phase.OVER, ended_at=ended_at)
    third = (await store.messages.unannounced(ALL))[-1]
    found = ((third, 2), (second.id, 2), (first.id, 1))
    assert await store.messages.lately_unannounced(NOON, 9, share=ALL) == found
    assert await store.messages.lately_unannounced(NOON, 2, share=ALL) == found[:2]


async def test_tables_that_ended_long_ago_are_taken_out_of_the_outbox(bot: Restartable) -> None:
    """A table that still runs stays, however old it is, as does one that ended later; so do those of another share."""
    running, later = await saved(bot.store), await saved(bot.store)
    await moved(bot.store, await saved(bot.store), phase=Phase.OVER, ended_at=NOON)
    await moved(bot.store, await saved(bot.store), phase=Phase.CLOSED, ended_at=NOON - 1)
    await moved(bot.store, later, phase=Phase.OVER, ended_at=NOON + 1)
    assert len(await bot.store.messages.unannounced(Share.one(1, 2), NOON)) == 0
    assert len(await bot.store.messages.unannounced(ALL)) == 4
    assert await bot.store.messages.unannounced(ended_after=NOON, share=ALL) == (running.id, later.id)
    assert await (await bot.restarted()).messages.unannounced(ALL) == (running.id, later.id)


async def test_announcing_an_old_version_keeps_a_newer_one_in_the_outbox(store: Store) -> None:
    """A late note neither hides a change nor takes back what was announced."""
    first = await saved(store)
    second = await moved(store, first)
    await store.messages.mark_announced(first.id, first.version)
    assert await store.messages.unannounced(ALL) == (first.id,)
    await store.messages.mark_announced(second.id, second.version)
    await store.messages.mark_announced(first.id, first.version)
    assert await store.messages.unannounced(ALL) == ()


async def test_one_message_is_kept_per_audience(bot: Restartable) -> None:
    """Audiences are the board, the turn ping and each person's hand. A new message replaces the old one, even after a
    restart.
    """
    table, other = await saved(bot.store), await saved(bot.store)
    board, ping, hand = (a_message(table.id, audience) for audience in (BOARD, TURN_PING, ADA))
    elsewhere = a_message(other.id, BOARD)
    for message in (board, ping, hand, elsewhere):
        await bot.store.messages.save(message)
    newer = replace(board, channel_id=1, message_id=snowflake(), sent_at=NOON + 9, version=9)
    await bot.store.messages.save(newer)

    store = await bot.restarted()
    assert set(await store.messages.of_table(table.id)) == {newer, ping, hand}
    assert await store.messages.of_table(other.id) == (elsewhere,)
    assert await store.messages.of_table(4711) == ()


async def test_running_tables_with_boards_in_words_are_found(bot: Restartable) -> None:
    """Not those with pictures, those that have ended, and other messages."""
    deadline = Deadline(Wake.LOBBY_EXPIRY, NOON, NOON)
    found, pictured, ended, other = [await saved(bot.store, deadline=deadline) for _ in range(4)]
    for table, audience in ((found, BOARD), (ended, BOARD), (other, ADA)):
        await bot.store.messages.save(replace(a_message(table.id, audience), version=IN_WORDS))
    await bot.store.messages.save(a_message(pictured.id, BOARD))
    await moved(bot.store, ended, phase=Phase.CLOSED)
    assert await (await bot.restarted()).messages.boards_in_words(ALL) == (found.id,)


async def test_forgetting_a_message_keeps_the_others(store: Store) -> None:
    """Forgetting a message that is not there does nothing."""
    table = await saved(store)
    board, hand = a_message(table.id, BOARD), a_message(table.id, ADA)
    await store.messages.save(board)
    await store.messages.save(hand)
    await store.messages.mark_announced(table.id, table.version, (BOARD, TURN_PING))
    await store.messages.mark_announced(table.id, table.version, (BOARD,))
    await store.messages.mark_announced(4711, 1, (BOARD,))
    assert await store.messages.of_table(table.id) == (hand,)


async def test_a_send_attempt_is_kept_until_its_message_is_saved(bot: Restartable) -> None:
    """An attempt is known even after a restart. A newer attempt replaces it, and each audience has its own."""
    table, other = await saved(bot.store), await saved(bot.store)
    for audience, attempt in ((BOARD, "first"), (ADA, "hers"), (BOARD, "second")):
        await bot.store.messages.note_attempt(table.id, audience, attempt)
    store = await bot.restarted()
    assert await store.messages.attempts(table.id) == {BOARD: "second", ADA: "hers"}
    assert await store.messages.attempts(other.id) == {}
    await store.messages.save(a_message(table.id, BOARD))
    assert await store.messages.attempts(table.id) == {ADA: "hers"}
