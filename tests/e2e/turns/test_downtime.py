"""Time in which people could not play, as they see it: their turn ends later by that time, and the board says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.acts.turn_clock import turn_end
from bot.tables.model.share import ALL
from tests.e2e.table_talk import text
from tests.e2e.turns.test_clocks import start_with_clock

if TYPE_CHECKING:
    from tests.e2e.conftest import World

MINUTE = 60


def shown_end(table: Any) -> str:
    return f"The turn ends <t:{int(turn_end(table.record) or 0)}:R>"


async def test_a_turn_does_not_end_while_the_gateway_is_cut(world: World) -> None:
    """Board and hand show the new end, and the clock plays the turn only after that."""
    table = await start_with_clock(world, "anna", "ben")
    before, name = shown_end(table), world.name_to_act(table)
    await world.cut_gateway(10 * MINUTE)
    assert table.record.decision == 0
    assert shown_end(table) != before
    assert shown_end(table) in text(world.board())
    assert shown_end(table) in text(world.dm(name))
    await world.env.advance_time(MINUTE - 5)
    assert table.record.decision == 0
    await world.env.advance_time(10)
    assert table.record.decision == 2


async def test_a_brief_gateway_cut_edits_nothing(world: World) -> None:
    table = await start_with_clock(world, "anna", "ben")
    requests = len(world.env.http_requests)
    await world.cut_gateway(2)
    assert len(world.env.http_requests) == requests
    assert shown_end(table) not in text(world.board()), "two seconds are not worth an edit"
    assert await world.bot.store.messages.unannounced(ALL) == ()


@pytest.mark.parametrize("hours", [8, -0.5])
async def test_a_sleep_or_a_clock_change_does_not_end_a_turn(world: World, hours: float) -> None:
    clock = 10 * MINUTE  # the warning is due later than the simulation looks ahead
    table = await start_with_clock(world, "anna", "ben", clock=clock)
    await world.run_checks()
    await world.env.advance_time(20)
    before = shown_end(table)
    world.machine.ahead += hours * 3600
    await world.run_checks()
    assert table.record.decision == 0
    assert shown_end(table) != before
    assert shown_end(table) in text(world.board())
    assert 0 < (turn_end(table.record) or 0) - world.env.now().timestamp() - hours * 3600 <= clock


async def test_a_warning_is_repeated_with_the_new_end(world: World) -> None:
    table = await start_with_clock(world, "anna", "ben", clock=5 * MINUTE)
    await world.env.advance_time(4 * MINUTE + 2)
    before = shown_end(table).partition("<")[2]
    assert before in world.channel.history()[-1].content
    await world.cut_gateway(10 * MINUTE)
    pings = [message.content for message in world.channel.history() if message.content]
    assert len(pings) == 1
    assert shown_end(table).partition("<")[2] in pings[0]


async def test_a_bot_without_its_gateway_is_not_serving(world: World) -> None:
    serving = [world.bot.is_serving]
    for event in ("shard_disconnect", "shard_resumed"):
        await world.dispatch(event, 0)
        serving.append(world.bot.is_serving)
    assert serving == [True, False, True]
