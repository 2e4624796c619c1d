"""A bot is stopped while it plans a table. The next one posts the plan's message and its event, once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.ui.plans.left_out import POSTING_SECONDS
from tests.e2e.cut import cut
from tests.e2e.table.plans import HOUR, plan_of
from tests.e2e.table.test_plan_events import allow, events_of
from tests.e2e.table_talk import control, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.conftest import World

MESSAGES = "POST /channels/*/messages"


def plans(world: World) -> list[Any]:
    """Return the messages of plans in the channel."""
    return [message for message in world.channel.history() if "## Planned" in text(message)]


async def stopped(*_: object, **__: object) -> None:
    raise asyncio.CancelledError  # nobody handles this


def before_discord_has_it(world: World, killed: pytest.MonkeyPatch) -> None:
    killed.setattr("bot.ui.plans.planning.safe_send", stopped)


def before_it_is_recorded(world: World, killed: pytest.MonkeyPatch) -> None:
    killed.setattr(world.bot.store.plans, "note_posted", stopped)


WHEN = (before_discord_has_it, before_it_is_recorded)


async def plan_and_stop(
    world: World, monkeypatch: pytest.MonkeyPatch, when: Callable[[World, pytest.MonkeyPatch], None]
) -> None:
    """Let Anna plan a table, and the bot be killed meanwhile and started again."""
    with monkeypatch.context() as killed:
        when(world, killed)
        await world.person("anna").slash(world.channel, "table plan", game="rummy", when="in 2 hours")
    world.interactions.clear()  # it got no answer
    await world.restart()


@pytest.mark.parametrize("when", WHEN)
async def test_a_plan_whose_bot_was_killed_is_posted_once(
    world: World, monkeypatch: pytest.MonkeyPatch, when: Callable[[World, pytest.MonkeyPatch], None]
) -> None:
    """It had no message until somebody asked for it, and no event at all. Its table opened all the same."""
    await allow(world, create_events=True)
    await plan_and_stop(world, monkeypatch, when)
    await world.env.advance_time(3 * POSTING_SECONDS)
    [message] = plans(world)
    assert len(events_of(world)) == 1
    await world.env.advance_time(HOUR)
    await world.person("ben").click(message, custom_id=control(message, "plan-join"))
    assert f"<@{world.person('ben').id}>" in text(plan_of(world.channel))
    assert len(plans(world)) == len(events_of(world)) == 1
    await world.env.advance_time(HOUR)
    assert "table 1 is open" in text(plan_of(world.channel))
    assert events_of(world) == []


async def test_a_plan_that_cannot_be_posted_yet_is_posted_later(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await plan_and_stop(world, monkeypatch, before_discord_has_it)
    with cut(MESSAGES):
        await world.env.advance_time(3 * POSTING_SECONDS)
    assert plans(world) == []
    await world.env.advance_time(3 * POSTING_SECONDS)
    assert len(plans(world)) == 1


async def test_a_plan_that_discord_refuses_to_show_is_not_tried_all_the_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await plan_and_stop(world, monkeypatch, before_discord_has_it)
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013, times=None)
    before = requests(world)
    await world.env.advance_time(HOUR)
    assert 1 <= requests(world) - before <= 2


def requests(world: World) -> int:
    return sum(request.method == "POST" and request.path.endswith("/messages") for request in world.env.http_requests)


async def test_a_plan_that_was_shown_again_meanwhile_is_not_posted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await plan_and_stop(world, monkeypatch, before_discord_has_it)
    await world.person("ben").slash(world.channel, "table board")
    await world.env.advance_time(3 * POSTING_SECONDS)
    assert len(plans(world)) == 1
