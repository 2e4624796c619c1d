"""A new process on the same file: old buttons work, nothing is lost, nothing said twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.records import Phase
from tests.e2e.table_talk import advice, control, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_old_buttons_work_after_a_restart_in_mid_round(world: World) -> None:
    """The DM's and the board's buttons from before go on with the game."""
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
    assert "Your hand" in text(answer.response)
    assert len([m for m in world.channel.history() if m.components]) == 1


async def test_what_was_not_announced_is_announced_after_the_start(world: World) -> None:
    """The outbox: a move saved by a process that died before it could tell."""
    table = await world.seated("anna", bots=2)
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=503, times=1)
    world.bot.announcer._closed = True
    await table.act(world.person("anna").id, advice(table, world.person("anna").id), 99)
    assert await world.bot.store.messages.unannounced() == (table.id,)
    world.env.backend.faults.clear()
    await world.restart()
    await world.env.settle()
    assert await world.bot.store.messages.unannounced() == ()
    assert "discard one card" in text(world.board()).lower()


async def test_a_self_playing_table(world: World) -> None:
    """Computer players alone play to the end while people watch; the watcher holds no seat."""
    world.env.settle_timeout = 90
    answer = await world.person("anna").slash(world.channel, "table watch", game="three-thirteen", players=2)
    assert "is open" in answer.response.content
    table = await world.table()
    assert table.record.phase is Phase.OVER
    assert table.record.people == ()
    assert "won!" in text(world.board())
    assert table.record.secret.hex() in text(world.board())


async def test_a_lobby_left_alone_closes(world: World) -> None:
    """Its board says why."""
    await world.seated("anna", bots=1, start=False)
    await world.env.advance_time(31 * 60)
    assert "Nobody started" in text(world.board())
