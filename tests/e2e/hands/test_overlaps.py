"""Answers, edits and settings at the same moment leave the newest hand, in whatever order they reach Discord."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.ui.interaction.free_edits import Token
from bot.ui.interaction.reply import Reply
from bot.ui.kit.pictured import files_of
from bot.ui.messages import due_updates, posting
from bot.ui.messages.messenger import Messenger
from tests.e2e.four_people import play_turns
from tests.e2e.hands.open_hands import in_turn, keep_hands_in_channel, live_hands, open_hand, play
from tests.e2e.one_moment import LONG, one_moment, turns
from tests.e2e.table_talk import (
    actions,
    advice,
    choose_setting,
    control,
    pictures,
    setting_shown,
    text,
)

if TYPE_CHECKING:
    import discord

    from tests.e2e.conftest import World


async def test_a_late_edit_does_not_replace_a_newer_answer(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord carries out the edit but reports a failure, so discord.py repeats it after the owner has played on."""
    await keep_hands_in_channel(world, "anna", "ben")
    table = await world.seated("anna", "ben")
    first, other = in_turn(world, table)
    await open_hand(world, first)
    waiting = await open_hand(world, other)
    edit, again = Token.edit, asyncio.Event()

    async def twice(token: Token, view: Any, files: Any) -> discord.Message:
        shown = await edit(token, view, files)
        if token.message_id == waiting.id and not again.is_set():
            await world.env.external_wait(again.wait(), reason="Discord answers late")
            shown = await edit(token, view, files_of(view))
        return shown

    monkeypatch.setattr(Token, "edit", twice)
    await play(world, table, first)
    await play(world, table, other)
    again.set()
    await world.env.settle()
    assert world.name_to_act(table) == first
    assert "Your turn" not in text(world.hand(other))


@pytest.mark.parametrize("moment", ["before it is sent", "while it is sent"])
async def test_a_hand_pressed_before_it_is_replaced_stays_live(
    world: World, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """After two quick acts, each answer once pointed to the other, and neither showed the cards."""
    await keep_hands_in_channel(world, "anna", "ben")
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    older = await open_hand(world, name)
    edit, pressed = Token.edit, asyncio.Event()

    async def late(token: Token, view: Any, files: Any) -> discord.Message:
        if token.message_id == older.id and not pressed.is_set():
            await world.env.external_wait(pressed.wait(), reason="Discord is slow")
        return await edit(token, view, files)

    scheduler, held = world.bot.announcer._scheduler, pytest.MonkeyPatch()
    if moment == "while it is sent":
        monkeypatch.setattr(Token, "edit", late)
    else:
        held.setattr(scheduler, "_start_ready", lambda: None)
    newer = (await world.person(name).slash(world.channel, "hand")).response
    await world.person(name).click(older, custom_id=control(older, "act", "draw stock"))
    assert actions(older)
    pressed.set()
    held.undo()
    with world.env._bot_scope():
        scheduler._start_ready()
    await world.env.settle()
    assert [m.id for m in live_hands(world, name)] == [older.id]
    assert actions(older)
    assert str(older.id) in text(newer)


async def test_a_hand_outdated_while_being_sent_is_updated(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """`/hand` is drawn before the other's move and arrives after its announcement. It once said to wait."""
    await keep_hands_in_channel(world, "anna", "ben")
    table = await world.seated("anna", "ben")
    first, other = in_turn(world, table)
    owner, player, queue = world.person(other).id, world.person(first).id, world.bot.scheduler.queue
    send = Reply.private

    async def late(reply: Reply, view: Any) -> Any:
        message = await send(reply, view)
        while table.position.person_to_act == player:
            await table.act(player, advice(table, player))
        while (table.id, owner) in queue or queue.busy:
            await asyncio.sleep(0.01)
        return message

    monkeypatch.setattr(Reply, "private", late)
    hand = (await world.person(other).slash(world.channel, "hand")).response
    assert "Your turn" in text(hand)


async def test_a_hand_outdated_while_its_messages_are_loaded_is_updated(world: World) -> None:
    """The first answer after a restart once dropped the update that the other's move had just made due."""
    await keep_hands_in_channel(world, "anna", "ben")
    first, other = in_turn(world, await world.seated("anna", "ben"))
    await world.person(first).slash(world.channel, "draw", **{"from": "stock"})
    await world.restart()
    table, player, held = await world.table(), world.person(first).id, pytest.MonkeyPatch()
    store, scheduler = world.bot.store.messages, world.bot.announcer._scheduler
    load = store.of_table

    async def late(table_id: int) -> Any:
        held.setattr(store, "of_table", load)
        found = await load(table_id)
        held.setattr(scheduler, "_start_ready", lambda: None)
        await table.act(player, advice(table, player))
        return found

    held.setattr(store, "of_table", late)
    await world.person(other).slash(world.channel, "hand")
    held.undo()
    with world.env._bot_scope():
        scheduler._start_ready()
    await world.env.settle()
    assert "Your turn" in text(world.hand(other))


async def test_answers_arriving_out_of_order_leave_the_newest_hand(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After two quick presses on one hand, the first answer once arrived last, and stayed until the next move."""
    name = world.name_to_act(await world.seated("anna", "ben"))
    hand, put = world.dm(name), Reply._edit_clicked
    delays = iter(((LONG, 0), (0, 2 * LONG)))

    async def in_another_order(reply: Reply, *what: Any, acknowledged: bool) -> Any:
        there, back = next(delays, (0, 0))
        await turns(there)
        shown = await put(reply, *what, acknowledged=acknowledged)
        await turns(back)
        return shown

    monkeypatch.setattr(Reply, "_edit_clicked", in_another_order)
    with monkeypatch.context() as hurried:
        hurried.setattr(world.env, "_settle_internal", lambda **_: turns(LONG // 10))
        await world.person(name).user.click(hand, custom_id=control(hand, "sort"))
        await world.person(name).user.click(hand, custom_id=control(hand, "act", "draw stock"))
    await world.env.settle()
    assert "Discard one card" in text(world.dm(name))


async def test_a_setting_chosen_during_an_answer_applies_to_the_hand(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer was once drawn with the old setting, and then treated as the newest hand."""
    name = world.name_to_act(await world.seated("anna", "ben"))
    person, hand, put = world.person(name), world.dm(name), Reply._edit_clicked
    page = await setting_shown(person, (await person.slash(world.channel, "settings")).response, "set", "pictures")
    delays = iter((LONG,))

    async def late(reply: Reply, *what: Any, acknowledged: bool) -> Any:
        await turns(next(delays, 0))
        return await put(reply, *what, acknowledged=acknowledged)

    monkeypatch.setattr(Reply, "_edit_clicked", late)
    with monkeypatch.context() as hurried:
        hurried.setattr(world.env, "_settle_internal", lambda **_: turns(LONG // 10))
        await person.user.click(hand, custom_id=control(hand, "refresh"))
        await person.select(page, ["off"], custom_id=control(page, "set", "pictures"))
    await world.env.settle()
    assert not pictures(world.dm(name))


async def test_a_setting_chosen_during_an_edit_applies_to_the_hand(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The edit was once drawn with the old setting, and then treated as the newest hand."""
    await keep_hands_in_channel(world, "anna", "ben")
    table = await world.seated("anna", "ben")
    first, other = in_turn(world, table)
    waiting, edit, chosen = await open_hand(world, other), Token.edit, asyncio.Event()

    async def late(token: Token, view: Any, files: Any) -> discord.Message:
        if token.message_id == waiting.id and not chosen.is_set():  # the bot edits it once more when it stops
            await world.env.external_wait(chosen.wait(), reason="Discord is slow")
        return await edit(token, view, files)

    await open_hand(world, first)
    monkeypatch.setattr(Token, "edit", late)
    await play(world, table, first)
    await choose_setting(world.person(other), world.channel, "pictures", "off")
    chosen.set()
    await world.env.settle()
    assert "Your turn" in text(waiting)
    assert not pictures(waiting)


async def test_an_answer_that_arrives_before_an_edit_returns_is_replaced(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer was drawn before the setting was chosen, and reaches Discord after the edit that shows it. The edit
    returns last: what it put there must not count as what is shown.
    """
    name = world.name_to_act(await world.seated("anna", "ben"))
    person, hand = world.person(name), world.dm(name)
    page = await setting_shown(person, (await person.slash(world.channel, "settings")).response, "set", "pictures")
    put, edit, edited = Reply._edit_clicked, Messenger.edit, asyncio.Event()

    async def late(reply: Reply, *what: Any, acknowledged: bool) -> Any:
        if reply.interaction.message is not None and reply.interaction.message.id == hand.id:
            await edited.wait()
        return await put(reply, *what, acknowledged=acknowledged)

    async def edit_and_return_late(*what: Any, **how: Any) -> bool:
        is_edited = await edit(*what, **how)
        if not edited.is_set():
            edited.set()
            await turns(LONG)
        return is_edited

    monkeypatch.setattr(Reply, "_edit_clicked", late)
    monkeypatch.setattr(Messenger, "edit", edit_and_return_late)
    monkeypatch.setattr(due_updates, "MAX_HOLD_SECONDS", 0.0)  # the answer takes longer than edits wait for it
    with one_moment(world):
        await person.user.click(hand, custom_id=control(hand, "refresh"))
        await person.select(page, ["off"], custom_id=control(page, "set", "pictures"))
    await world.env.settle()
    assert edited.is_set()
    assert not pictures(world.dm(name))


async def invited(world: World) -> Any:
    """Let Anna open a table for Ben, who joins by its board; return his invitation, which he has not answered."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table new", game="three-thirteen", invite_only=True, seats=2)
    await anna.slash(world.channel, "table invite", user=ben)
    message = world.dm("ben")
    await ben.click(world.board(), custom_id=control(world.board(), "join"))
    return message


async def test_accepting_an_invitation_at_the_start_leaves_one_hand(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An invitation is accepted just as the game begins. Two hands once stayed, one of them with the first cards."""
    anna, ben = world.person("anna"), world.person("ben")
    message = await invited(world)
    send = posting.send

    async def slowly(target: Any, post: Any, *how: Any, **more: Any) -> Any:
        if post.audience == ben.id:
            await turns(6 * LONG)
        return await send(target, post, *how, **more)

    monkeypatch.setattr(posting, "send", slowly)
    with one_moment(world):
        await anna.click(world.board(), custom_id=control(world.board(), "start"))
        await turns(LONG)
        await ben.user.click(message, custom_id=control(message, "accept"))
        await turns(LONG)
    await world.env.settle()
    assert len(live_hands(world, "ben")) == 1


async def test_accepting_an_invitation_while_the_hand_is_edited_leaves_one_hand(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hand that had been edited was deleted, and still counted as the one to keep up to date."""
    anna, ben = world.person("anna"), world.person("ben")
    message = await invited(world)
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    table, edit = await world.table(), Messenger.edit
    await world.play_on(table, until=lambda: table.position.person_to_act == anna.id)

    async def slowly(messenger: Messenger, old: Any, view: Any) -> bool:
        is_edited = await edit(messenger, old, view)
        if old.audience == ben.id:
            await turns(6 * LONG)
        return is_edited

    monkeypatch.setattr(Messenger, "edit", slowly)
    with one_moment(world):
        await play_turns(world, table, 1)
        await turns(LONG)
        await ben.user.click(message, custom_id=control(message, "accept"))
        await turns(LONG)
    monkeypatch.setattr(Messenger, "edit", edit)
    await world.env.settle()
    await world.play_on(table, until=lambda: table.position.person_to_act == anna.id)
    [shown] = live_hands(world, "ben")
    assert (shown.id, "Wait for your turn" in text(shown)) == (message.id, True)
