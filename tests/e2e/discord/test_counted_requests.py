"""What a turn costs of the fifty requests a second that Discord accepts from a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.e2e.pace import counted
from tests.e2e.table_talk import advice, control, labels, parts, text

if TYPE_CHECKING:
    from typing import Any

    from tests.e2e.conftest import World

TURNS = 8
SLOWED = 40.0


@pytest.fixture(autouse=True)
def at_a_persons_pace(monkeypatch: pytest.MonkeyPatch, world: World) -> None:
    """Make everything take forty times as long, because the simulation really waits for whatever is due soon."""
    monkeypatch.setattr(world.env, "settle_timeout", 3.0)
    monkeypatch.setattr("bot.ui.messages.turn_ping.PING_AFTER_SECONDS", SLOWED * 45.0)
    monkeypatch.setattr("bot.ui.messages.activity.IDLE_AFTER", SLOWED * 120.0)
    monkeypatch.setattr(world.bot.announcer._due, "_interval", SLOWED)


async def by_buttons(world: World, table: Any, name: str) -> None:
    action = advice(table, world.person(name).id)
    hand = world.dm(name)
    ids = [part["custom_id"] for part in parts(hand) if ":act:" in part.get("custom_id", "")]
    fitting = [each for each in ids if each.endswith(f":{action}")] or ids
    await world.person(name).user.click(hand, custom_id=fitting[0])


async def by_commands(world: World, table: Any, name: str) -> None:
    person = world.person(name)
    await person.slash(world.channel, "move", action=advice(table, person.id))


async def play_turn(world: World, table: Any, act: Any) -> None:
    """Draw and discard, at a person's pace."""
    name = world.name_to_act(table)
    while world.name_to_act(table) == name:
        await act(world, table, name)
        await world.env.advance_time(1.7 * SLOWED)


@pytest.mark.parametrize(("act", "most"), [(by_buttons, 1.5), (by_commands, 2.0)])
async def test_a_turn_stays_within_its_request_budget(world: World, act: Any, most: float) -> None:
    table = await world.seated("anna", "ben")
    await world.env.advance_time(10 * SLOWED)
    for _ in range(2):
        await play_turn(world, table, act)
    before = len(world.env.http_requests)
    for _ in range(TURNS):
        await play_turn(world, table, act)
    spent = counted(world, before)
    assert len(spent) / TURNS <= most, "\n".join(spent)


async def test_the_board_shows_draws_late_and_ends_of_turns_at_once(world: World) -> None:
    """The board shows a draw only after a while, for spectators, and the end of a turn at once."""
    table = await world.seated("anna", "ben")
    world.bot.announcer.free_edits.forget(world.board().id)
    await world.env.advance_time(10 * SLOWED)
    board = f"PATCH /channels/{world.channel.id}/messages/{world.board().id}"
    before = len(world.env.http_requests)
    name = world.name_to_act(table)
    await by_commands(world, table, name)
    assert board not in counted(world, before)
    await world.env.advance_time(5.1 * SLOWED)
    assert counted(world, before).count(board) == 1
    await by_commands(world, table, name)
    assert world.name_to_act(table) != name
    assert counted(world, before).count(board) == 2


async def test_pressing_a_hands_buttons_costs_no_counted_request(world: World) -> None:
    """A player who presses the hand's buttons sees the new hand in the answer, so no counted request is made for it."""
    table = await world.seated("anna", "ben")
    await world.env.advance_time(10 * SLOWED)
    name = world.name_to_act(table)
    place = f"/channels/{world.person(name).user.dm_channel.id}/"
    before = len(world.env.http_requests)
    await world.person(name).user.click(world.dm(name), custom_id=control(world.dm(name), "refresh"))
    await play_turn(world, table, by_buttons)
    await world.env.advance_time(10 * SLOWED)
    assert not [request for request in counted(world, before) if place in request]


async def test_about_shows_request_figures_only_to_the_host(world: World) -> None:
    """`/about` shows the numbers of requests and refusals to nobody but the bot's host."""
    anna, ben = world.person("anna"), world.person("ben")
    application: Any = world.bot.application
    application.team, application.owner = None, anna.user
    told = text((await anna.slash(world.channel, "about")).response)
    assert "the bot's host" in told
    assert "ten minutes; no message waits" in told, "it used to be the oldest of none"
    shown = (await ben.slash(world.channel, "about")).response
    assert "the bot's host" not in text(shown)
    links = {part["label"]: part["url"] for part in parts(shown) if "url" in part}
    assert "scope=bot" in links["Add to a server"]
    assert links["Add to my account"].endswith("integration_type=1")
    application._integration_types_config = {"0": {}}  # as where the host has not allowed User Install
    shown = (await ben.slash(world.channel, "about")).response
    assert "Add to my account" not in labels(shown), "Discord refuses it"
    assert "Add to a server" in labels(shown)
    application.bot_public = False
    shown = [labels((await who.slash(world.channel, "about")).response) for who in (anna, ben)]
    assert ["Add to a server" in each for each in shown] == [True, False], "only its owner may add it"
