"""The hand of a person who no longer plays says so, and has no button that could play it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model.records import Phase
from bot.ui.art.drawing_turns import DrawingTurns
from tests.e2e.hands.open_hands import open_hand
from tests.e2e.table_talk import choose_setting, control, parts, private, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def is_dead(message: Any) -> bool:
    """Return whether the message has no control that reaches the bot. Links do not count."""
    return not any("custom_id" in part for part in parts(message))


def only_brings_back(message: Any) -> bool:
    """Return whether the message's only control takes the person's seat back."""
    return [part["custom_id"] for part in parts(message) if "custom_id" in part] == [control(message, "back")]


def _is_start_of_turn(world: World, table: Any, name: str) -> bool:
    """Return whether it is the start of the person's turn."""
    return bool(table.position.person_to_act == world.person(name).id and table.record.decision % 2 == 0)


async def test_a_leaver_has_no_live_hand_until_they_return(world: World) -> None:
    """A player who leaves has no live hand until they return. The same message is edited, even on their turn."""
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    name = world.name_to_act(table)
    hand = world.dm(name)
    assert "Your turn" in text(hand)
    await world.slash_and_confirm(name, "table leave")
    assert world.dm(name).id == hand.id
    assert "A computer player has taken your seat." in text(world.dm(name))
    assert "Your turn" not in text(world.dm(name))
    assert only_brings_back(world.dm(name))
    await world.person(name).slash(world.channel, "table join")
    assert world.dm(name).id == hand.id
    assert control(world.dm(name), "refresh")


async def test_a_leaver_returns_from_the_message_that_says_so(world: World) -> None:
    """The direct message has a button for it. It used to name a command, which finds no table in direct messages."""
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    await world.slash_and_confirm("ben", "table leave")
    hand = world.dm("ben")
    assert "/table join" not in text(hand)
    await world.person("ben").user.click(hand, custom_id=control(hand, "back"))
    assert (await world.table()).record.plays(world.person("ben").id)
    assert world.dm("ben").id == hand.id
    assert control(world.dm("ben"), "refresh")


async def test_a_kicked_players_hand_says_so(world: World) -> None:
    table = await world.seated("anna", "ben", "cleo")
    await world.play_beginning(table)
    await world.slash_and_confirm("anna", "table kick", user=world.person("ben"))
    assert "You were removed from this game" in text(world.dm("ben"))
    assert is_dead(world.dm("ben"))
    assert not is_dead(world.dm("cleo"))


async def test_a_replaced_players_hand_says_so(world: World) -> None:
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    await world.slash_and_confirm("ben", "table leave")
    offered = (await world.person("cleo").slash(world.channel, "table join")).response
    await world.person("cleo").click(offered, custom_id=control(offered, "takeover", "1"))
    assert "Another player has taken your seat" in text(world.dm("ben"))
    assert is_dead(world.dm("ben"))
    assert not is_dead(world.hand("cleo"))


async def test_a_leavers_hand_says_how_the_game_ended(world: World) -> None:
    """Players who left and players who stayed read how the game ended, also after a restart."""
    table = await world.seated("anna", "ben", "cleo")
    await world.play_beginning(table)
    await world.slash_and_confirm("ben", "table leave")
    await world.restart()
    await world.slash_and_confirm("anna", "table end")
    assert (await world.table()).record.phase is Phase.CLOSED
    for name in ("anna", "ben", "cleo"):
        assert "This table was closed. The host ended it." in text(world.dm(name))
        assert is_dead(world.dm(name))


async def test_a_leavers_hand_says_who_won(world: World) -> None:
    table = await world.seated("anna", "ben", game="rummy")
    await world.play_beginning(table)
    await world.slash_and_confirm("ben", "table leave")
    await world.play_to_end(table)
    assert "won!" in text(world.dm("ben"))
    assert "won!" in text(world.dm("anna"))


async def test_hands_of_an_unplayed_table_are_deleted(world: World) -> None:
    """If a table ends or is deserted before everybody has played, its hands are deleted and do not pile up."""
    for _ in range(3):
        await world.seated("anna", "ben")
        assert world.dm("anna") is not None
        await open_hand(world, "ben")
        await world.slash_and_confirm("anna", "table end")
        assert world.dm("anna") is None
        assert world.dm("ben") is None
        assert world.hand("ben") is None
    await world.seated("anna", bots=2)
    await world.slash_and_confirm("anna", "table leave")
    assert world.dm("anna") is None


async def test_a_hand_that_cannot_be_edited_is_deleted(world: World) -> None:
    """Discord limits edits of old messages. A hand that would stay outdated is deleted instead."""
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    hand = world.dm("ben")
    path = f"/channels/{hand.channel.id}/messages/*"
    world.env.inject_error("PATCH", path, status=429, code=30046)
    await world.slash_and_confirm("ben", "table leave")
    assert world.dm("ben") is None
    await world.slash_and_confirm("anna", "table end")
    assert world.dm("ben") is None


async def test_a_hand_by_dm_is_deleted_when_its_owner_opts_out(world: World) -> None:
    """A person who chooses the board's button instead keeps no second, outdated hand."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    other = "ben" if name == "anna" else "anna"
    await choose_setting(world.person(other), world.channel, "hand", "channel")
    await world.person(name).slash(world.channel, "draw", **{"from": "stock"})
    assert world.dm(other) is None


async def test_a_hand_whose_player_leaves_before_it_is_drawn_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands wait for each other to be drawn. There is none to draw any more, which is not an error."""
    table, ben = await world.seated("anna", "ben", "cleo"), world.person("ben")
    wait = DrawingTurns._wait

    async def leaving(turns: DrawingTurns, patience: Any) -> None:
        monkeypatch.setattr(DrawingTurns, "_wait", wait)
        await table.leave(ben.id)
        await wait(turns, patience)

    monkeypatch.setattr(DrawingTurns, "_wait", leaving)
    with world.env._bot_scope():
        await world.bot.announcer.refresh_hand(table.position, ben.id)
    await world.env.settle()
    assert "A computer player has taken your seat" in text(world.dm("ben"))


async def test_a_press_on_a_leavers_old_hand_says_that_they_left(world: World) -> None:
    """A press on an old hand shows that its player left, even if it was on its way when the hand changed."""
    table = await world.seated("anna", "ben")
    await world.play_on(table, until=lambda: table.record.decision == 4)
    name = world.name_to_act(table)
    person = world.person(name)
    for verb, argument in (("refresh", None), ("act", "draw stock"), ("hint", None)):
        shown = private(await person.click(world.board(), custom_id=control(world.board(), "hand")))
        press, old = control(shown, verb, argument), shown.components
        await world.slash_and_confirm(name, "table leave")
        world.put_back(shown, old)
        await person.click(shown, custom_id=press)
        assert "A computer player has taken your seat" in text(shown)
        assert only_brings_back(shown)
        await person.slash(world.channel, "table join")
        await world.play_on(table, until=lambda: _is_start_of_turn(world, table, name))


async def test_a_person_who_deletes_their_data_keeps_no_hand(world: World) -> None:
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    ben = world.person("ben")
    asked = (await ben.slash(world.channel, "privacy delete")).response
    await ben.click(asked, custom_id=control(asked, "forget-me"))
    await world.env.settle()
    assert world.dm("ben") is None


@pytest.mark.parametrize("played", [True, False])
async def test_hands_say_that_their_channel_was_deleted(world: World, played: bool) -> None:
    """If the channel is deleted, hands say so, whether or not anybody has played, because there is no board left."""
    table = await world.seated("anna", "ben")
    if played:
        await world.play_beginning(table)
    world.env.backend.delete_channel(world.channel.id)
    await world.env.settle()
    for name in ("anna", "ben"):
        assert "Its channel was deleted" in text(world.dm(name))
        assert is_dead(world.dm(name))
