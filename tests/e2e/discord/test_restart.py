"""A new process on the same file: old buttons work, nothing is lost, nothing is announced twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.durations import DAY
from bot.tables.model.share import ALL
from tests.e2e.table_talk import advice, control, parts, private, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def requests_at_a_start(world: World, path: str) -> int:
    """Start the bot anew, and return how many requests it makes there."""
    before = len(world.env.http_requests)
    await world.restart()
    await world.env.settle()
    return sum(request.path.startswith(path) for request in world.env.http_requests[before:])


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
    assert await world.bot.store.messages.unannounced(ALL) == (table.id,)
    await world.restart()
    await world.env.settle()
    assert await world.bot.store.messages.unannounced(ALL) == ()
    assert "discard one card" in text(world.board()).lower()


async def test_a_board_that_could_not_be_shown_is_left_alone_a_day_after_its_game(world: World) -> None:
    """Games that ended where the bot may not write used to be loaded and shown again at each start, for ever. A few
    thousand of them caused enough refused requests for Discord to ban the address.
    """
    table = await world.seated("anna", bots=1, game="rummy")
    messages = f"/channels/{world.channel.id}/messages"
    world.bot.announcer.free_edits.forget(world.board().id)
    for method, path in (("PATCH", f"{messages}/*"), ("POST", messages)):
        world.env.inject_error(method, path, status=403, code=50013, times=None)
    await world.play_to_end(table)
    assert await requests_at_a_start(world, messages) > 0, "it has just ended"
    await world.bot.release()
    await world.env.advance_time(DAY + 60)
    assert await requests_at_a_start(world, messages) > 0, "the bot was not there"
    await world.env.advance_time(DAY + 60)
    assert await requests_at_a_start(world, messages) == 0
    world.env.backend.faults.clear()
