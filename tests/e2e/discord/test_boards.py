"""A board that is deleted, refused, too old to edit or out of sight is reposted, and the old one is deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.tables.model.records import Phase
from tests.e2e.other_process import another_process
from tests.e2e.table_talk import advice, control, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_a_table_of_a_deleted_channel_is_closed_without_retries(world: World) -> None:
    """When its channel is deleted, the table is closed, and nothing is retried forever."""
    table = await world.seated("anna", bots=2)
    hand = world.dm("anna")
    wanted = advice(table, world.person("anna").id)
    world.env.backend.delete_channel(world.channel.id)
    await world.person("anna").user.click(hand, custom_id=control(hand, "act", wanted))
    assert table.record.phase is Phase.CLOSED
    before = len(world.env.http_requests)
    await world.env.advance_time(60)
    assert len(world.env.http_requests) == before


async def test_a_deleted_board_is_posted_again(world: World) -> None:
    """A deleted board is posted again with the next move."""
    table = await world.seated("anna", bots=2)
    old = world.board()
    world.env.backend.delete_message(world.channel.id, old.id)
    hand = world.dm("anna")
    await world.person("anna").user.click(hand, custom_id=control(hand, "act", advice(table, world.person("anna").id)))
    assert world.board().id != old.id
    assert "Three Thirteen" in text(world.board())


@pytest.mark.parametrize("is_restarted", [False, True])
async def test_a_board_that_scrolled_away_is_reposted(world: World, is_restarted: bool) -> None:
    """After some talk below the board, the next change posts it again and deletes the old one. After a restart, talk
    counts from the start, although the table has not changed since.
    """
    table = await world.seated("anna", bots=2)
    anna, old = world.person("anna"), world.board()
    if is_restarted:
        await world.restart()
    for _ in range(9):
        await anna.send(world.channel, "talk")
    hand = world.dm("anna")
    await anna.user.click(hand, custom_id=control(hand, "act", advice(table, anna.id)))
    boards = [m for m in world.channel.history() if m.components]
    assert len(boards) == 1
    assert boards[0].id != old.id


async def test_an_old_board_is_replaced(world: World) -> None:
    """Discord limits edits of messages over an hour old, so the board is sent again."""
    table = await world.seated("anna", "ben")
    old, name = world.board(), world.name_to_act(table)
    await world.env.advance_time(3100)
    for _ in range(2):
        hand = world.dm(name)
        person = world.person(name)
        await person.user.click(hand, custom_id=control(hand, "act", advice(table, person.id)))
    assert world.board().id != old.id
    assert old.id not in [message.id for message in world.channel.history()]


async def test_a_failing_deletion_of_an_old_board_is_given_up(world: World) -> None:
    """The deletion of an old board may fail, as in a locked thread. It was once repeated every second."""
    await world.seated("anna", bots=2)
    old = world.board()
    path = f"/channels/{world.channel.id}/messages/{old.id}"
    world.env.inject_error("DELETE", path, status=400, code=50083, message="archived", times=None)
    before = len(world.env.http_requests)
    await world.person("anna").slash(world.channel, "table board")
    await world.env.advance_time(120)
    assert world.board().id != old.id
    assert sum(request.method == "DELETE" for request in world.env.http_requests[before:]) <= 3


@pytest.mark.parametrize(("status", "code"), [(400, 50083), (429, 30046)], ids=["archived thread", "old message"])
async def test_a_board_that_cannot_be_edited_is_posted_again(world: World, status: int, code: int) -> None:
    """Discord refuses edits in an archived thread, which a new message reopens, and too many of an old message."""
    table = await world.seated("anna", bots=2)
    world.bot.announcer.free_edits.forget(world.board().id)  # nobody has pressed the board for a while
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=status, code=code, message="no")
    old, anna = world.board(), world.person("anna")
    hand = world.dm("anna")
    await anna.user.click(hand, custom_id=control(hand, "act", advice(table, anna.id)))
    assert world.board().id != old.id


async def test_a_forgotten_table_keeps_its_board(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The announcer finds a table that it has forgotten in the store again, and edits the same board."""
    monkeypatch.setattr("bot.ui.messages.known_tables.MAX_TABLES", 1)
    await world.seated("anna", bots=1)
    board = world.board()
    other = world.guild.create_text_channel("other")
    await world.person("ben").slash(other, "table new", game="three-thirteen", seats=2, bots=1)
    assert len(list(world.bot.announcer._known)) == 1
    table, anna = await world.table(), world.person("anna")
    hand = world.dm("anna")
    await anna.user.click(hand, custom_id=control(hand, "act", advice(table, anna.id)))
    assert world.board().id == board.id
    assert "discard one card" in text(world.board()).lower()
    assert len(anna.user.dm_channel.history()) == 1


async def test_the_tables_own_process_posts_the_board_again(world: World) -> None:
    """Another process may answer `/table board`, while a shard changes hands. It used to post a board that the table's
    own process did not know.
    """
    table = await world.seated("anna", "ben")
    before = world.board().id
    async with another_process(world, table):
        await world.person("anna").slash(world.channel, "table board")
        await world.env.settle()
        assert world.board().id == before
    assert world.board().id > before
