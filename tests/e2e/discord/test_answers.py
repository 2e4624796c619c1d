"""Every interaction is answered in time, and the board is not edited more often than allowed."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.tables.model.share import ALL
from bot.ui.interaction import dispatch
from tests.e2e.table_talk import advice, control, sentence, text

if TYPE_CHECKING:
    from bot.ui.interaction.reply import Reply
    from tests.e2e.conftest import World


@pytest.fixture
def always_deferred(monkeypatch: pytest.MonkeyPatch) -> None:
    """Acknowledge each interaction before its answer, as if everything took too long."""

    async def late(reply: Reply, work: Any) -> None:
        await reply.defer()
        await work

    monkeypatch.setattr("bot.ui.interaction.dispatch.in_time", late)
    monkeypatch.setattr("cogs.context.in_time", late)


@pytest.mark.usefixtures("always_deferred")
async def test_a_slow_click_is_acknowledged_before_it_is_answered(world: World) -> None:
    """A slow click is deferred first. Then its message is updated, or a sentence or a hand follows."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    person, hand = world.person(name), world.dm(name)
    before = len(world.env.http_requests)
    await person.user.click(hand, custom_id=control(hand, "act", "draw stock"))
    callbacks = [r.json["type"] for r in world.env.http_requests[before:] if r.path.endswith("/callback")]
    assert callbacks == [discord.InteractionResponseType.deferred_message_update.value]
    assert "Discard one card" in text(world.dm(name))
    told = await world.person("zoe").click(world.board(), custom_id=control(world.board(), "hand"))
    assert "not playing" in sentence(told)
    shown = await person.click(world.board(), custom_id=control(world.board(), "hand"))
    assert "Your hand" in text(shown.followups[0])


@pytest.mark.usefixtures("always_deferred")
async def test_a_slow_command_is_acknowledged_before_it_is_answered(world: World) -> None:
    """A slow command first shows privately that the bot is thinking, and is then answered with a hand or a sentence."""
    await world.seated("anna", bots=1)
    anna = world.person("anna")
    result = await anna.slash(world.channel, "draw", **{"from": "stock"})
    assert result.ephemeral
    assert "Your hand" in text(result.response)
    told = await anna.slash(world.channel, "draw", **{"from": "stock"})
    assert told.response.content
    first = [r.json["type"] for r in world.env.http_requests if r.path.endswith("/callback")]
    assert set(first[-2:]) == {discord.InteractionResponseType.deferred_channel_message.value}


async def test_an_internal_error_is_answered_and_logged(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The person is answered with one sentence. The log names the table and the interaction, and no card."""

    async def fail(click: Any) -> None:
        raise RuntimeError("a defect")

    table = await world.seated("anna", bots=1)
    monkeypatch.setitem(dispatch._HANDLERS, "hand", fail)
    anna, board = world.person("anna"), world.board()
    assert "logged" in sentence(await anna.click(board, custom_id=control(board, "hand")))
    [record] = [record for record in caplog.records if record.levelno >= logging.ERROR]
    failed = world.interactions[-1].id
    assert record.getMessage() == f"Interaction {failed} at table {table.id} failed."
    assert "a defect" in caplog.text, "the traceback is there"
    cards = "|".join(map(str, table.position.view_of(anna.id).hand))
    assert not re.search(rf"[♠♥♦♣]|\b({cards})\b", caplog.text)
    caplog.clear()


async def test_an_unknown_control_is_answered_with_one_sentence(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A control whose verb this version does not know is answered with one sentence."""
    await world.seated("anna", bots=1)
    monkeypatch.delitem(dispatch._HANDLERS, "menu")
    board = world.board()
    assert "another version" in sentence(await world.person("anna").click(board, custom_id=control(board, "menu")))


async def test_a_removed_command_is_answered_with_one_sentence(world: World) -> None:
    """A command that was removed, but that Discord still offers to somebody, is answered with one sentence."""
    world.bot.tree.remove_command("about")
    assert "has changed" in sentence(await world.person("anna").slash(world.channel, "about"))


async def test_a_command_by_dm_asks_which_table_if_several_wait(world: World) -> None:
    """If several tables wait for a person, a command by direct message asks which one, and `table:` chooses it.

    If only one of their tables waits for them, the command uses that one.
    """
    anna = world.person("anna")
    other = world.guild.create_text_channel("other")
    for channel in (world.channel, other):
        await anna.slash(channel, "table new", game="three-thirteen", seats=2, bots=1)
    first, second = await world.table(), await world.table(other)
    assert "several tables" in sentence(await anna.user.slash("hand"))
    await anna.slash(other, "table start")
    assert f"table {second.id}" in text((await anna.user.slash("hand")).response)
    await anna.slash(world.channel, "table start")
    assert "several tables" in sentence(await anna.user.slash("draw", **{"from": "stock"}))
    offered = await anna.user.autocomplete("draw", "table", "")
    assert {choice["value"] for choice in offered} == {str(first.id), str(second.id)}
    answer = await anna.user.slash("draw", **{"from": "stock", "table": str(second.id)})
    assert f"table {second.id}" in text(answer.response)
    assert "I found no table" in sentence(await anna.user.slash("hand", table="999"))


async def test_commands_without_options_answer_privately_everywhere(world: World) -> None:
    """Commands without options are answered privately, in a server and by direct message."""
    anna = world.person("anna")
    for name in ("help", "about", "settings", "hand", "end", "undo", "reset"):
        for answer in (await anna.slash(world.channel, name), await anna.user.slash(name)):
            assert answer.response.ephemeral
    assert not [name for name in anna.user.available_commands() if name.startswith("server")]


async def test_joining_edits_the_pressed_board_in_one_request(world: World) -> None:
    """Joining edits the pressed board itself, and makes no other request."""
    await world.person("anna").slash(world.channel, "table new", game="three-thirteen", seats=3, bots=1)
    board = world.board()
    before = len(world.env.http_requests)
    await world.person("ben").click(board, custom_id=control(board, "join"))
    made = [f"{r.method} {r.path}" for r in world.env.http_requests[before:]]
    assert len(made) == 1, made
    assert made[0].endswith("/callback")
    assert "3 of 3 seats taken" in text(world.board())


async def test_messages_to_the_bot_cause_no_request(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mentioning the bot, or writing to it, makes no request. There are no prefix commands to search for."""
    searched: list[Any] = []
    monkeypatch.setattr(world.bot, "process_commands", searched.append)
    before, bot = len(world.env.http_requests), world.bot.user
    assert bot is not None
    await world.person("anna").send(world.channel, f"{bot.mention} play")
    await world.person("anna").user.send_dm("hello")
    assert len(world.env.http_requests) == before
    assert not searched


async def test_quick_moves_edit_the_board_at_most_twice(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dozen moves within a second edit the board at most twice, and all of them are shown in the end."""
    table = await world.seated("anna", "ben")
    before = len(world.env.http_requests)
    monkeypatch.setattr(world.bot.announcer._due, "_interval", 1.0)
    with world.env._bot_scope():
        for _ in range(12):
            person = table.position.person_to_act
            await table.act(person, advice(table, person))
    await world.env.advance_time(30)
    ways = (
        f"/channels/{world.channel.id}/messages/",
        "/webhooks/",
    )  # with the token of the person who joined, while it is valid
    edits = [r for r in world.env.http_requests[before:] if r.method == "PATCH" and r.path.startswith(ways)]
    assert 1 <= len(edits) <= 2
    assert await world.bot.store.messages.unannounced(ALL) == ()
