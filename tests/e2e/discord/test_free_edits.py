"""A message that somebody pressed recently is edited by that interaction's token, which Discord does not count."""

from __future__ import annotations

import asyncio
import gc
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.ui.interaction.free_edits import LIFETIME_SECONDS, TOKEN_SECONDS, FreeEdits
from bot.ui.messages.messenger import Messenger
from tests.e2e.pace import counted
from tests.e2e.table_talk import control, parts, text

if TYPE_CHECKING:
    from bot.tables.model.sent_message import SentMessage
    from tests.e2e.conftest import World


async def hands_pressed(world: World) -> Any:
    """Start a game of two in which both have pressed a button of their hand, and play until it is Anna's turn."""
    table = await world.seated("anna", "ben")
    for name in ("anna", "ben"):
        await world.person(name).user.click(world.dm(name), custom_id=control(world.dm(name), "refresh"))
    while world.name_to_act(table) != "anna":
        await play(world, world.name_to_act(table))
    return table


async def play(world: World, name: str) -> None:
    """Play a turn with the buttons under the hand."""
    for verb in ("draw stock", "discard"):
        hand = world.dm(name)
        ids = [part["custom_id"] for part in parts(hand) if ":act:" in part.get("custom_id", "")]
        await world.person(name).user.click(hand, custom_id=next(each for each in ids if f":{verb}" in each))


async def test_a_recently_pressed_hand_is_edited_for_free(world: World) -> None:
    """Ben's hand shows that it is his turn, and no counted request was made for a hand."""
    await hands_pressed(world)
    before = len(world.env.http_requests)
    await play(world, "anna")
    assert "Your turn" in text(world.dm("ben"))
    places = {str(world.person(name).user.dm_channel.id) for name in ("anna", "ben")}
    assert not [request for request in counted(world, before) if request.split("/")[2] in places]


async def test_a_recently_answered_question_is_edited_for_free(world: World) -> None:
    """Ben has answered with the question's button. Its outcome, after Cleo's command, costs no counted request."""
    await world.seated("anna", "ben", "cleo")
    await world.person("anna").slash(world.channel, "table ask", what="end")
    asked = world.channel.history()[-1]
    await world.person("ben").click(asked, custom_id=control(asked, "agree"))
    before = len(world.env.http_requests)
    await world.person("cleo").slash(world.channel, "table agree", answer="no")
    (outcome,) = [message for message in world.channel.history() if message.id == asked.id]
    assert "wants to play on" in text(outcome)
    assert not [request for request in counted(world, before) if str(asked.id) in request]


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015), (404, 10008)])
async def test_a_refused_token_is_not_tried_again(
    world: World, status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    """A counted request replaces the refused edit at once, and the token is not used again."""
    await hands_pressed(world)
    hand = world.bot.announcer.free_edits.of(world.dm("ben").id)
    assert hand is not None
    world.env.inject_error("PATCH", f"/webhooks/*/{hand.value}/*", status=status, code=code, times=None)
    before = len(world.env.http_requests)
    await play(world, "anna")
    assert "Your turn" in text(world.dm("ben"))
    tried = [r for r in world.env.http_requests[before:] if hand.value in r.path]
    assert len(tried) == 1
    assert f"PATCH /channels/{world.person('ben').user.dm_channel.id}/messages/{world.dm('ben').id}" in counted(
        world, before
    )
    assert hand.value not in caplog.text


async def test_a_restart_forgets_tokens(world: World) -> None:
    """Tokens are not stored, so the hand is edited by counted requests until its next press."""
    table = await hands_pressed(world)
    await world.restart()
    assert world.bot.announcer.free_edits.of(world.dm("ben").id) is None
    await play(world, "anna")
    assert "Your turn" in text(world.dm("ben"))
    await world.person("ben").user.click(world.dm("ben"), custom_id=control(world.dm("ben"), "refresh"))
    assert world.bot.announcer.free_edits.of(world.dm("ben").id) is not None
    assert table.id == 1


async def test_tokens_do_not_keep_what_was_pressed(world: World) -> None:
    """A token kept the interaction, with its person and the whole message: 10 KiB for each of up to 5,000, which refer
    to themselves, so that only a garbage collection freed them.
    """
    await hands_pressed(world)
    assert world.bot.announcer.free_edits.of(world.dm("ben").id) is not None
    gc.collect()
    every = [each for each in gc.get_objects() if isinstance(each, discord.Interaction | discord.Message)]
    assert [each for each in every if each._state is world.bot._connection] == []  # not those of another test's bot


def test_a_token_is_used_until_shortly_before_it_expires() -> None:
    """A token is used until shortly before it expires, and a later press renews it. Nothing else is kept."""
    at = 0.0
    free = FreeEdits(lambda: at)
    first, second = (interaction(number) for number in range(2))
    free.remember(7, first)
    at = LIFETIME_SECONDS - 1
    assert value_at(free, 7) == "0"
    free.remember(7, second)
    at += 2
    assert value_at(free, 7) == "1"
    at += TOKEN_SECONDS
    assert free.of(7) is None
    assert free.of(8) is None


def interaction(number: int) -> Any:
    """Return an object that stands for an interaction with this token."""
    return SimpleNamespace(client=None, application_id=1, token=str(number))


def value_at(free: FreeEdits, message: int) -> str | None:
    """Return the token that edits the message."""
    found = free.of(message)
    return None if found is None else found.value


async def test_a_late_edit_does_not_replace_an_answer(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord carries out the edit but reports a failure, so discord.py repeats it after Ben has played on."""
    table = await hands_pressed(world)
    ben, edit, again = world.person("ben"), Messenger.edit, asyncio.Event()

    async def twice(messenger: Messenger, old: SentMessage, view: Any) -> bool:
        is_edited = await edit(messenger, old, view)
        if old.audience == ben.id and table.position.person_to_act == ben.id and not again.is_set():
            await world.env.external_wait(again.wait(), reason="Discord answers late")
            await edit(messenger, old, view)
        return is_edited

    monkeypatch.setattr(Messenger, "edit", twice)
    await play(world, "anna")
    await play(world, "ben")
    assert "Your turn" not in text(world.dm("ben"))
    again.set()
    await world.env.settle()
    assert table.position.person_to_act != ben.id
    assert "Your turn" not in text(world.dm("ben"))
