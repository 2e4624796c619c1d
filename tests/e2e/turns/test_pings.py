"""The mention of the player to act: one at a time, with the hand one press away, and only for people who want it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.ui.messages.notifications import Notifications
from bot.ui.messages.turn_ping import TurnPing
from tests.e2e.four_people import NAMES, play_turns, posted
from tests.e2e.one_moment import LONG, one_moment, turns
from tests.e2e.table_talk import control, private, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_only_the_player_to_act_is_mentioned_until_they_begin(world: World) -> None:
    """The newest mention is for the player to act, and is deleted once they have begun their turn."""
    table = await world.seated(*NAMES)
    for _ in range(3):
        await play_turns(world, table, 1)
        pings = [m for m in world.channel.history() if "it's your turn" in m.content]
        assert [text(m).split(",")[0] for m in pings] == [f"<@{table.position.person_to_act}>"]
    name = world.name_to_act(table)
    hand = world.dm(name)
    await world.person(name).user.click(hand, custom_id=control(hand, "act", "draw stock"))
    assert not [m for m in world.channel.history() if "it's your turn" in m.content]


@pytest.mark.parametrize("times", [1, 2])
async def test_a_failed_mention_is_tried_again(world: World, times: int) -> None:
    """A failed mention is repeated. Discord may fail for a moment, but the turn lasts for days."""
    table = await world.seated("anna", "ben")
    world.env.inject_error("POST", f"/channels/{world.channel.id}/messages", status=503, times=times)
    await play_turns(world, table, 1)
    await world.env.advance_time(30)
    assert len(world.env.backend.faults) == 0
    [ping] = [m for m in world.channel.history() if "it's your turn" in m.content]
    assert text(ping).startswith(f"<@{table.position.person_to_act}>")


async def test_a_mention_follows_once_the_bot_may_write_again(world: World) -> None:
    table = await world.seated("anna", "ben")
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013, message="no", times=None)
    await play_turns(world, table, 1)
    world.env.backend.faults.clear()
    with world.env._bot_scope():
        world.bot.announcer.permissions_changed(world.guild.id)
    await world.env.settle()
    [ping] = [m for m in world.channel.history() if "it's your turn" in m.content]
    assert text(ping).startswith(f"<@{table.position.person_to_act}>")


async def test_a_mention_opens_the_hand_and_is_deleted_with_the_game(world: World) -> None:
    """A mention opens the hand with one press, and is deleted with the game, because it would mislead."""
    table = await world.seated("anna", "ben")
    await play_turns(world, table, 1)
    name = world.name_to_act(table)
    [ping] = [m for m in world.channel.history() if "it's your turn at" in m.content]
    hand = private(await world.person(name).click(ping, custom_id=control(ping, "hand")))
    assert "Your hand" in text(hand)
    await world.slash_and_confirm("anna", "table end")
    assert not [m for m in world.channel.history() if "it's your turn at" in m.content]


async def test_a_mention_is_deleted_if_its_player_has_begun_meanwhile(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mention still being posted when its player begins is deleted. It once stayed until the end of the turn."""
    table = await world.seated("anna", "ben")
    post = TurnPing._post

    async def slowly(pings: TurnPing, *about: Any, urgent: bool) -> None:
        await turns(3 * LONG)
        await post(pings, *about, urgent=urgent)

    monkeypatch.setattr(TurnPing, "_post", slowly)
    with one_moment(world):
        await play_turns(world, table, 1)
        await turns(LONG)
        name = world.name_to_act(table)
        await world.person(name).slash(world.channel, "draw", **{"from": "stock"})
    await world.env.settle()
    assert not [m for m in world.channel.history() if "it's your turn" in m.content]


async def test_nobody_is_mentioned_for_a_turn_begun_at_that_moment(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player begins while the bot looks up whether they may be notified."""
    table = await world.seated("anna", "ben")
    postpones = Notifications.postpones_turn

    async def slowly(notifications: Notifications, *about: Any, urgent: bool) -> bool:
        monkeypatch.setattr(Notifications, "postpones_turn", postpones)
        is_postponed = await postpones(notifications, *about, urgent=urgent)
        await table.act(table.position.person_to_act, "draw stock")
        return is_postponed

    monkeypatch.setattr(Notifications, "postpones_turn", slowly)
    await play_turns(world, table, 1)
    await world.env.settle()
    assert table.position.state.drawn is not None, "the turn has begun"
    assert not [m for m in posted(world) if "it's your turn" in m.content]
