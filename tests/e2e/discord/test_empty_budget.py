"""While the bot may send no counted request, everything that costs none continues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.table_talk import advice, text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.e2e.conftest import World

LONG = 3600.0


@pytest.fixture
def empty_budget(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Return a function that empties the budget for the rest of the test. Nobody is mentioned during that time."""
    with monkeypatch.context() as patch:
        patch.setattr("bot.ui.messages.turn_ping.PING_AFTER_SECONDS", LONG)
        patch.setattr(world.env, "settle_timeout", 0.3)  # do not wait for what the budget holds back
        yield lambda: patch.setattr(world.bot.scheduler.budget, "wait", lambda: LONG)


def private_hand(world: World, name: str) -> Any:
    """Return the newest private answer that the person sees in the channel."""
    seen = world.channel.history(viewer=world.person(name))
    return [message for message in seen if message.flags.ephemeral][-1]


async def play(world: World, table: Any, name: str) -> None:
    person = world.person(name)
    await person.slash(world.channel, "move", action=advice(table, person.id))


async def test_an_open_hand_is_updated_without_a_counted_request(
    world: World, empty_budget: Callable[[], None]
) -> None:
    """The direct message costs a request and the open hand does not. The hand once waited for that request as well, or
    for one to look up whether to mention its owner at once, which needs none.
    """
    table = await world.seated("anna", "ben")
    await world.env.advance_time(10)
    empty_budget()
    first = world.name_to_act(table)
    second = "ben" if first == "anna" else "anna"
    await world.person(second).slash(world.channel, "hand")
    assert "Your turn" not in text(private_hand(world, second))
    while world.name_to_act(table) == first:
        await play(world, table, first)
    await world.env.advance_time(2)
    assert "Your turn" in text(private_hand(world, second))
    assert world.bot.request_figures.waiting["turn"] == 0
