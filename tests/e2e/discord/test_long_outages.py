"""Discord fails for longer than a message is tried: what was given up is shown once Discord works again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.model.records import Phase
from bot.ui.interaction.free_edits import LIFETIME_SECONDS
from bot.ui.messages.updater import MAX_LATER, MAX_TRIES
from tests.e2e.cut import cut
from tests.e2e.hands.open_hands import open_hand
from tests.e2e.table_talk import text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_a_mention_goes_although_the_game_ended_during_an_outage(world: World) -> None:
    """It went on saying whose turn it is, below the board of a game that was over."""
    table = await world.seated("anna", "ben")
    first = world.name_to_act(table)
    await world.play_on(table, until=lambda: world.name_to_act(table) != first)

    def mentions() -> list[str]:
        return [text(message) for message in world.channel.history() if "your turn at" in text(message)]

    assert mentions()
    with cut("DELETE /channels/*"):
        await world.play_to_end(table)
    assert table.record.phase is Phase.OVER
    assert mentions()
    await world.env.advance_time(700)
    assert not mentions()


async def test_a_hand_continues_by_dm_after_an_outage(world: World) -> None:
    """The message with the hand was paused, and the direct message went on saying that the hand is open there."""
    await world.seated("anna", "ben")
    await open_hand(world, "anna")
    await world.env.advance_time(3)
    with cut("* /webhooks/*", "* /channels/*"):
        await world.env.advance_time(LIFETIME_SECONDS + 1)
    assert "Your hand is open in a message that only you can see" in text(world.dm("anna"))
    await world.env.advance_time(700)
    assert "-# Seats: " in text(world.dm("anna"))


async def test_what_was_given_up_is_not_tried_for_ever(world: World) -> None:
    table = await world.seated("anna", "ben")
    first = world.name_to_act(table)
    await world.play_on(table, until=lambda: world.name_to_act(table) != first)
    world.env.inject_error("DELETE", "/channels/*", status=503, code=0, times=None)
    before = len(world.env.http_requests)
    await world.play_to_end(table)
    await world.env.advance_time(24 * 3600)
    tried = [request.method for request in world.env.http_requests[before:]].count("DELETE")
    assert MAX_TRIES < tried <= (1 + MAX_LATER) * MAX_TRIES
    before = len(world.env.http_requests)
    await world.env.advance_time(24 * 3600)
    assert len(world.env.http_requests) == before
