"""Four people at a table: play turns from their direct messages, and what the bot has posted and asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.tables.model.records import Phase
from tests.e2e.table_talk import advice, control, private

if TYPE_CHECKING:
    from tests.e2e.conftest import World


NAMES = ("anna", "ben", "cleo", "dan")


async def play_turns(world: World, table: Any, turns: int, closed: str = "") -> None:
    """Play some turns from each person's direct messages. `closed` has none, and plays from the answer to “My hand”."""
    for _ in range(turns):
        if table.record.phase is not Phase.PLAYING:
            return
        name = world.name_to_act(table)
        person = world.person(name)
        if name != closed:
            for _ in range(2):
                hand = world.dm(name)
                await person.user.click(hand, custom_id=control(hand, "act", advice(table, person.id)))
            continue
        hand = private(await person.click(world.board(), custom_id=control(world.board(), "hand")))
        assert hand.ephemeral
        for _ in range(2):
            result = await person.click(hand, custom_id=control(hand, "act", advice(table, person.id)))
            assert result.acknowledged


def posted(world: World) -> list[Any]:
    """Return every message that the bot posted in the channel, including deleted ones."""

    class Posted:
        def __init__(self, body: Any) -> None:
            self.content = body.get("content") or ""

    path = f"/channels/{world.channel.id}/messages"
    return [Posted(r.json) for r in world.env.http_requests if r.method == "POST" and r.path == path]


def times_opened(world: World) -> int:
    """Return how often the bot has asked Discord to open direct messages."""
    return sum(request.path == "/users/@me/channels" for request in world.env.http_requests)
