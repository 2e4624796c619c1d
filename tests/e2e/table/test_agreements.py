"""Questions to everybody at a table, as a message with buttons."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model.records import Phase
from bot.ui.interaction.reply import Reply
from bot.ui.messages import due_updates, posting
from bot.ui.messages.at_tables import ANSWERED
from tests.e2e.one_moment import LONG, one_moment, slow_answers, turns
from tests.e2e.other_process import another_process
from tests.e2e.rated import ratings, standing
from tests.e2e.table.questions import board, mentioned, menu, outcome_of, question
from tests.e2e.table_talk import control, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_a_game_ends_by_agreement(world: World) -> None:
    """One player asks from the menu, and the other agrees on the message that mentions them.

    Spectators can neither ask nor agree. Of asking, they used to read only that they cannot answer.
    """
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    refused = sentence(await world.person("zoe").slash(world.channel, "table ask", what="end"))
    assert refused == "Only people still playing at this table can ask and answer such questions."
    page = await menu(world, "anna")
    answer = await world.person("anna").click(page, custom_id=control(page, "ask-end"))
    assert answer.acknowledged
    asked = question(world)
    assert f"Do you agree, <@{world.person('ben').id}>" in text(asked)
    assert sentence(await world.person("zoe").click(asked, custom_id=control(asked, "agree"))) == refused
    await world.person("ben").click(asked, custom_id=control(asked, "agree"))
    assert table.record.phase is Phase.CLOSED
    assert table.record.ended_by_agreement
    assert "All players agreed to end the game." in text(world.board())
    assert question(world) is None
    assert await ratings(world, table) == {}, "a game that ends by agreement is not rated"
    assert await standing(world, "anna", "ben") == [1500, 1500]


async def test_an_old_button_answers_no_later_question(world: World) -> None:
    """The question's message and the board say who declined, and the game goes on. A button of a settled question
    answers neither that question nor the next one, which somebody else asked.
    """
    table = await world.seated("anna", "ben")
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table ask", what="end")
    asked = question(world)
    buttons, agree = [part.to_dict() for part in asked.components], control(asked, "agree")
    await ben.click(asked, custom_id=control(asked, "decline"))
    for said in (outcome_of(world, asked), text(board(world))):
        assert "**ben** wants to play on, so the game does not end." in said
    assert table.record.phase is Phase.PLAYING
    world.put_back(asked, buttons)
    assert "no open question" in sentence(await ben.click(asked, custom_id=agree))
    await ben.slash(world.channel, "table ask", what="end")
    late = world.board()
    world.put_back(late, buttons)
    assert sentence(await anna.click(late, custom_id=agree)) == "That question is settled already."
    assert table.record.phase is Phase.PLAYING
    assert table.record.proposal.agreed == (ben.id,)


async def test_a_withdrawn_or_overtaken_question_says_so(world: World) -> None:
    """The player who asked withdraws the question, plays on, or leaves."""
    table = await world.seated("anna", "ben", "cleo")
    await world.play_beginning(table)
    await world.play_on(table, until=lambda: table.record.decision % 2 == 0)
    name = world.name_to_act(table)
    person = world.person(name)
    await person.slash(world.channel, "table ask", what="end")
    asked = question(world)
    await person.click(asked, custom_id=control(asked, "decline"))
    assert f"**{name}** no longer asks to end the game." in outcome_of(world, asked)
    await person.slash(world.channel, "table ask", what="end")
    asked = question(world)
    await person.slash(world.channel, "draw", **{"from": "stock"})
    assert f"**{name}** no longer asks to end the game." in outcome_of(world, asked)
    await person.slash(world.channel, "table ask", what="end")
    asked = question(world)
    await world.slash_and_confirm(name, "table leave")
    assert f"**{name}** no longer plays, so the question is settled." in outcome_of(world, asked)


@pytest.mark.parametrize("deleted", [True, False])
@pytest.mark.parametrize("way", ["table ask", "table board"])
async def test_asking_again_shows_or_reposts_the_open_question(world: World, way: str, deleted: bool) -> None:
    """If a moderator deleted it, nobody could answer it, and nothing else could be asked."""
    table = await world.seated("anna", "ben", "cleo")
    await world.person("anna").slash(world.channel, "table ask", what="end")
    before, ben = question(world), world.person("ben")
    if deleted:
        world.env.backend.delete_message(world.channel.id, before.id)
    told = sentence(await ben.slash(world.channel, way, **({"what": "end"} if way == "table ask" else {})))
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{before.id}"
    open_one = f"There is already a question at this table; answer that first.\n{link}"
    assert told == ("Here is table 1." if way == "table board" else open_one)
    again = sentence(await world.person("anna").slash(world.channel, "table ask", what="end"))
    asked = question(world)
    link = f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{asked.id}"
    assert again == f"There is already a question at this table; the others have yet to answer it.\n{link}"
    assert (asked.id == before.id) != deleted
    await ben.click(asked, custom_id=control(asked, "agree"))
    assert table.record.proposal.agreed == (world.person("anna").id, ben.id)
    assert f"Do you agree, <@{world.person('cleo').id}>" in text(question(world))


async def test_an_outcome_stays_until_the_next_question_or_the_end(world: World) -> None:
    """The outcome of a question stays in the channel until the next question or the end, and no longer."""
    await world.seated("anna", "ben")
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table ask", what="end")
    first = question(world)
    await ben.slash(world.channel, "table agree", answer="no")
    await world.restart()
    await anna.slash(world.channel, "table ask", what="end")
    second = question(world)
    assert second.id != first.id
    assert first.id not in [message.id for message in world.channel.history()]
    await ben.slash(world.channel, "table agree", answer="no")
    assert "wants to play on" in outcome_of(world, second)
    await world.slash_and_confirm("anna", "table end")
    assert second.id not in [message.id for message in world.channel.history()]


async def test_a_question_right_after_another_is_a_new_message(world: World) -> None:
    """The first question's message has not been updated yet. A second question edited into it would notify nobody."""
    table = await world.seated("anna", "ben")
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table ask", what="end")
    first = question(world)
    with world.env._bot_scope(), world.bot.announcer.hold_messages(table.id):
        await table.decline(ben.id)
        await table.propose_end(ben.id)
    await world.env.settle()
    second = question(world)
    assert second.id != first.id
    assert f"Do you agree, <@{anna.id}>" in text(second)
    assert first.id not in [message.id for message in world.channel.history()]


async def test_a_question_is_asked_although_the_settled_one_stays(world: World) -> None:
    """Discord fails to delete the settled question. The next one was once not asked."""
    table = await world.seated("anna", "ben")
    await world.person("anna").slash(world.channel, "table ask", what="end")
    settled = question(world)
    await world.person("ben").click(settled, custom_id=control(settled, "decline"))
    world.env.inject_error("DELETE", f"/channels/{world.channel.id}/*", status=500, times=None)
    await world.person("anna").slash(world.channel, "table ask", what="end")
    await world.env.advance_time(5)
    asked = question(world)
    assert asked.id != settled.id
    world.env.backend.faults.clear()
    await world.person("ben").click(asked, custom_id=control(asked, "agree"))
    assert table.record.phase is Phase.CLOSED
    assert not [message for message in world.channel.history() if message.id in (settled.id, asked.id)]


async def test_repeating_a_question_mentions_nobody_for_ten_minutes(world: World) -> None:
    """Asking and withdrawing repeatedly must not notify the others each time. The question can still be answered."""
    table = await world.seated("anna", "ben", "cleo")
    anna, ben, cleo = (world.person(name) for name in ("anna", "ben", "cleo"))
    await anna.slash(world.channel, "table ask", what="end")
    assert mentioned(world) == [ben.id, cleo.id]
    for _ in range(3):
        await anna.slash(world.channel, "table agree", answer="no")
        await anna.slash(world.channel, "table ask", what="end")
        assert f"Do you agree, <@{ben.id}>" in text(question(world))
        assert mentioned(world) == []
    await anna.slash(world.channel, "table agree", answer="no")
    await ben.slash(world.channel, "table ask", what="end")
    assert mentioned(world) == [anna.id, cleo.id], "it is another's question"
    await ben.slash(world.channel, "table agree", answer="no")
    await world.env.advance_time(10 * 60)
    await anna.slash(world.channel, "table ask", what="end")
    assert mentioned(world) == [ben.id, cleo.id]
    await ben.click(question(world), custom_id=control(question(world), "agree"))
    await cleo.click(question(world), custom_id=control(question(world), "agree"))
    assert table.record.phase is Phase.CLOSED


async def test_a_question_sent_again_still_mentions_people(world: World) -> None:
    await world.seated("anna", "ben")
    world.env.inject_error("POST", "/channels/*/messages", status=503, times=2)
    await world.person("anna").slash(world.channel, "table ask", what="end")
    await world.env.advance_time(10)
    assert question(world) is not None
    sent = [r.json for r in world.env.http_requests if r.method == "POST" and "Do you agree" in str(r.json)]
    assert [each["allowed_mentions"].get("users") for each in sent] == [[world.person("ben").id]] * 3


async def test_a_question_answered_in_another_process_stays(world: World) -> None:
    """A question that was answered in another process stays. It was once taken for an unknown hand, and deleted."""
    table = await world.seated("anna", "ben", "cleo")
    await world.person("anna").slash(world.channel, "table ask", what="end")
    asked = question(world)
    with world.env._bot_scope():
        await world.bot.announcer.at_tables.handle_notice(f"{ANSWERED}:{table.record.home}:{table.id}:{asked.id}")
    await world.env.settle()
    assert question(world).id == asked.id


async def test_the_tables_own_process_posts_a_deleted_question_again(world: World) -> None:
    """Somebody asks from a server of another process, which used to post it and did not know when it was settled."""
    table = await world.seated("anna", "ben")
    await world.person("anna").slash(world.channel, "table ask", what="end")
    world.env.backend.delete_message(world.channel.id, question(world).id)
    async with another_process(world, table):
        await world.person("ben").slash(world.channel, "table ask", what="end")
        await world.env.settle()
        assert question(world) is None
    assert question(world) is not None


async def test_two_simultaneous_answers_to_a_question_both_show(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """If two people answer at once, both answers show. The first once arrived last, and went on asking the second."""
    await world.seated("anna", "ben", "cleo", "dan")
    await world.person("anna").slash(world.channel, "table ask", what="end")
    asked = question(world)
    slow_answers(monkeypatch, (LONG, 0), (0, 2 * LONG))
    with one_moment(world):
        for name in ("ben", "cleo"):
            await world.person(name).click(asked, custom_id=control(asked, "agree"))
    await world.env.settle()
    assert f"Do you agree, <@{world.person('dan').id}>?" in text(question(world))


async def test_a_late_answer_does_not_reopen_a_settled_question(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The late answer once replaced the outcome, and asked people who had answered, with buttons that were refused."""
    await world.seated("anna", "ben", "cleo", "dan")
    await world.person("anna").slash(world.channel, "table ask", what="end")
    asked, put, is_over = question(world), Reply._edit_clicked, asyncio.Event()

    async def acknowledged_first(reply: Reply, work: Any) -> None:
        await reply.defer()
        await work

    async def late(reply: Reply, *what: Any, acknowledged: bool) -> Any:
        await world.env.external_wait(is_over.wait(), reason="Discord is slow")
        return await put(reply, *what, acknowledged=acknowledged)

    monkeypatch.setattr("bot.ui.interaction.dispatch.in_time", acknowledged_first)
    monkeypatch.setattr(Reply, "_edit_clicked", late)
    monkeypatch.setattr(due_updates, "MAX_HOLD_SECONDS", 0.01)  # edits wait for the answer in real time
    await world.person("ben").click(asked, custom_id=control(asked, "agree"))
    await world.person("cleo").slash(world.channel, "table agree", answer="no")
    await world.env.advance_time(1)
    assert "wants to play on" in outcome_of(world, asked)
    is_over.set()
    await world.env.settle()
    assert "wants to play on" in outcome_of(world, asked)


async def test_a_question_settled_while_being_posted_asks_nobody(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question settled while it is posted asks nobody. Its buttons once stayed until the next move."""
    await world.seated("anna", "ben")
    send = posting.send

    async def slowly(target: Any, post: Any, *how: Any, **more: Any) -> Any:
        await turns(2 * LONG)
        return await send(target, post, *how, **more)

    monkeypatch.setattr(posting, "send", slowly)
    with one_moment(world):
        await world.person("anna").slash(world.channel, "table ask", what="end")
        await turns(LONG)
        await world.person("ben").slash(world.channel, "table agree", answer="no")
    await world.env.settle()
    assert question(world) is None
    assert [message for message in world.channel.history() if "wants to play on" in text(message)]


async def test_answers_count_those_who_are_still_asked(world: World) -> None:
    """One player used to be “the others” in the answers to whoever asks and to whoever agrees."""
    await world.seated("anna", "ben", "cleo")
    anna, ben = world.person("anna"), world.person("ben")
    asked = sentence(await anna.slash(world.channel, "table ask", what="end"))
    assert asked == "I have asked the others in the channel."
    again = sentence(await anna.slash(world.channel, "table agree", answer="yes"))
    assert again == "You have already agreed; the others are still being asked."
    agreed = sentence(await ben.slash(world.channel, "table agree", answer="yes"))
    assert agreed == "You agree; one player is still being asked."
    again = sentence(await anna.slash(world.channel, "table agree", answer="yes"))
    assert again == "You have already agreed; one player is still being asked."
    await ben.slash(world.channel, "table agree", answer="no")
    await world.slash_and_confirm("ben", "table leave")
    asked = sentence(await anna.slash(world.channel, "table ask", what="end"))
    assert asked == "I have asked the other player in the channel."
