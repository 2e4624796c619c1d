"""A new process on the same file: old buttons work, nothing is lost, nothing is announced twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e.table_talk import advice, control, parts, private, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_old_buttons_work_after_a_restart_in_mid_round(world: World) -> None:
    """The buttons of an old direct message and an old board continue the game."""
    table = await world.seated("anna", bots=2)
    anna = world.person("anna")
    hand = world.dm("anna")
    await anna.user.click(hand, custom_id=control(hand, "act", advice(table, anna.id)))
    hand, board, decision = world.dm("anna"), world.board(), table.record.decision
    wanted = advice(table, anna.id)
    requests = len(world.env.http_requests)
    await world.restart()
    posted = [r for r in world.env.http_requests[requests:] if "/messages" in r.path]
    assert not posted
    await anna.user.click(hand, custom_id=control(hand, "act", wanted))
    table = await world.table()
    assert table.record.decision > decision
    assert [action.number for action in await world.bot.store.tables.actions(table.id)] == list(
        range(1, table.record.decision + 1)
    )
    answer = await anna.click(board, custom_id=control(board, "hand"))
    assert "Your hand" in text(private(answer))
    boards = [m for m in world.channel.history() if any(part["type"] == 17 for part in parts(m))]
    assert len(boards) == 1


async def test_a_saved_move_is_announced_after_a_restart(world: World) -> None:
    """A process dies after saving a move, before announcing it. The next process announces it from the outbox."""
    table = await world.seated("anna", bots=2)
    world.bot.announcer._due.closed = True
    await table.act(world.person("anna").id, advice(table, world.person("anna").id), 99)
    assert await world.bot.store.messages.unannounced() == (table.id,)
    await world.restart()
    await world.env.settle()
    assert await world.bot.store.messages.unannounced() == ()
    assert "discard one card" in text(world.board()).lower()
