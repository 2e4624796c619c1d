"""Plans at the moment when their tables open, when they are cancelled, or when several people sign up."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.tables.model.records import Person
from bot.tables.runtime.forgetting import forget_person
from bot.ui.interaction.reply import Reply
from bot.ui.messages.sending import safe_send
from tests.e2e.one_moment import LONG, one_moment, slow_answers, turns
from tests.e2e.table.plans import HOUR, MINUTE, ask_to_cancel, confirm_cancelling, plan_of
from tests.e2e.table_talk import control, parts, sentence, text

if TYPE_CHECKING:
    from bot.tables.runtime.tables import Tables
    from tests.e2e.conftest import World


def offers(world: World) -> list[Any]:
    """The messages in the channel with a button to sign up."""
    return [message for message in world.channel.history() if "plan-join" in str(parts(message))]


async def test_nobody_can_sign_up_once_the_table_is_open(world: World) -> None:
    """Discord fails to edit the plan's message, so its buttons stay. Pressing one once listed people without a seat."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    message = plan_of(world.channel)
    where = f"/channels/{world.channel.id}/messages/{message.id}"
    world.env.inject_error("PATCH", where, status=500, message="no", times=None)
    await world.env.advance_time(2 * HOUR + 5)
    assert (await world.table()).id == 1
    for who, verb in ((ben, "plan-join"), (anna, "plan-cancel")):
        assert "This plan is over" in sentence(await who.click(message, custom_id=control(message, verb)))
    assert sentence(await anna.slash(world.channel, "table board")) == "Here is table 1."
    assert f"<@{ben.id}>" not in text(plan_of(world.channel))
    world.env.backend.faults.clear()
    await world.env.advance_time(3 * MINUTE)
    assert "table 1 is open" in text(plan_of(world.channel))


async def test_two_simultaneous_sign_ups_both_show_in_the_plan(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first answer once arrived last, and named only that person."""
    anna, ben, zoe = (world.person(name) for name in ("anna", "ben", "zoe"))
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    message = plan_of(world.channel)
    slow_answers(monkeypatch, (LONG, 0))
    with one_moment(world):
        for who in (ben, zoe):
            await who.click(message, custom_id=control(message, "plan-join"))
    await world.env.settle()
    assert f"<@{ben.id}> and <@{zoe.id}>" in text(plan_of(world.channel))


@pytest.mark.parametrize("end", ["opened", "cancelled"])
async def test_a_late_sign_up_does_not_reopen_a_plan(world: World, monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    """The answer to it once arrived after the last edit of the plan's message, and left the buttons there forever."""
    anna, ben, zoe = (world.person(name) for name in ("anna", "ben", "zoe"))
    await anna.slash(world.channel, "table plan", game="notty", when="in 10 minutes")
    message, opened, signed_up = plan_of(world.channel), world.bot.tables.opener.open, asyncio.Event()
    await zoe.click(message, custom_id=control(message, "plan-join"))
    asked = await ask_to_cancel(anna, message)

    async def slowly(opening: Any, interaction: int) -> Any:
        await world.env.external_wait(signed_up.wait(), reason="the disk is slow")
        return await opened(opening, interaction)

    monkeypatch.setattr(world.bot.tables.opener, "open", slowly)
    await world.env.advance_time(10 * MINUTE + (1 if end == "opened" else -1))
    slow_answers(monkeypatch, (LONG, 0))
    with one_moment(world):
        await ben.click(message, custom_id=control(message, "plan-join"))
        if end == "cancelled":
            await confirm_cancelling(anna, asked)
        signed_up.set()
    await world.env.settle()
    assert ("table 1 is open" if end == "opened" else "It was cancelled.") in text(plan_of(world.channel))


@pytest.mark.parametrize("pressed", ["plan-join", "plan-cancel"])
async def test_a_press_counts_while_the_limits_are_being_checked(
    world: World, monkeypatch: pytest.MonkeyPatch, pressed: str
) -> None:
    """Ben was once told that he had signed up, but had no seat, or Anna that the plan was cancelled, but it opened."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 10 minutes")
    tables, plans, looked = world.bot.store.tables, world.bot.store.plans, world.bot.store.tables.open_tables

    async def meanwhile(*of: int) -> Any:
        await (plans.sign_up(1, Person(ben.id, "ben"), 6) if pressed == "plan-join" else plans.remove(1))
        return await looked(*of)

    monkeypatch.setattr(tables, "open_tables", meanwhile)
    await world.env.advance_time(11 * MINUTE)
    table = await world.table()
    assert table is None if pressed == "plan-cancel" else table.record.awaited == (ben.id,)


@pytest.mark.parametrize("pressed", ["plan-join", "plan-cancel"])
async def test_a_press_while_the_table_is_being_opened_is_too_late(
    world: World, monkeypatch: pytest.MonkeyPatch, pressed: str
) -> None:
    """Anna was once told that the plan was cancelled, and Ben was signed up without a seat, but the table opened."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 10 minutes")
    message, opened, is_pressed = plan_of(world.channel), world.bot.tables.opener.open, asyncio.Event()

    async def slowly(opening: Any, interaction: int) -> Any:
        await world.env.external_wait(is_pressed.wait(), reason="the disk is slow")
        return await opened(opening, interaction)

    monkeypatch.setattr(world.bot.tables.opener, "open", slowly)
    await world.env.advance_time(10 * MINUTE + 1)
    with one_moment(world):
        who = ben if pressed == "plan-join" else anna
        answer = await who.click(message, custom_id=control(message, pressed))
        is_pressed.set()
    await world.env.settle()
    assert "This plan is over" in sentence(answer)
    assert "table 1 is open" in text(plan_of(world.channel))


async def test_a_cancellation_while_people_are_reminded_is_told_them(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reminder that was just being sent was once the last they heard, and it said that the table opens."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    message, is_pressed = plan_of(world.channel), asyncio.Event()
    await ben.click(message, custom_id=control(message, "plan-join"))
    asked = await ask_to_cancel(anna, message)

    async def slowly(*target: Any, **more: Any) -> Any:
        await world.env.external_wait(is_pressed.wait(), reason="Discord is slow")
        return await safe_send(*target, **more)

    monkeypatch.setattr("bot.ui.plans.planned.safe_send", slowly)
    await world.env.advance_time(2 * HOUR - 15 * MINUTE + 1)
    with one_moment(world):
        await confirm_cancelling(anna, asked)
        is_pressed.set()
    await world.env.settle()
    told = [text(each) for each in world.channel.history() if each.content]
    assert ["opens here by itself" in one for one in told] == [True, False]
    assert told[1].startswith(f"<@{ben.id}>: Notty, planned for")


async def test_deleting_ones_data_while_a_plan_opens_does_not_cancel_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They had signed up. The message used to say that it was cancelled instead of linking to the open table."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    await ben.click(plan_of(world.channel), custom_id=control(plan_of(world.channel), "plan-join"))
    asked = (await ben.slash(world.channel, "privacy delete")).response

    async def meanwhile(tables: Tables, person: int) -> None:
        plan = await world.bot.store.plans.get(1)
        assert plan is not None
        await world.bot.planned._open(plan)
        await world.bot.store.plans.remove(plan.id)
        await forget_person(tables, person)

    monkeypatch.setattr("bot.ui.settings.privacy.forget_person", meanwhile)
    await ben.click(asked, custom_id=control(asked, "forget-me"))
    assert "table 1 is open" in text(plan_of(world.channel))


async def test_two_simultaneous_plans_cannot_exceed_the_limit(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both used to find two plans, and four resulted."""
    anna, defer = world.person("anna"), Reply.defer
    for _ in range(2):
        await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")

    async def slowly(reply: Reply) -> None:
        await turns(10 * LONG)
        await defer(reply)

    monkeypatch.setattr(Reply, "defer", slowly)
    with one_moment(world):
        answers = [await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours") for _ in range(2)]
    await world.env.settle()
    assert sorted("Planned for" in sentence(answer) for answer in answers) == [False, True]
    assert len(offers(world)) == 3


async def test_a_plan_whose_host_is_deleted_meanwhile_has_no_buttons(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its buttons used to stay for good and tell everybody that the plan was over."""
    anna = world.person("anna")
    asked = (await anna.slash(world.channel, "privacy delete")).response

    async def slowly(*target: Any, **more: Any) -> Any:
        await turns(10 * LONG)
        return await safe_send(*target, **more)

    monkeypatch.setattr("bot.ui.plans.planning.safe_send", slowly)
    with one_moment(world):
        await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
        await anna.click(asked, custom_id=control(asked, "forget-me"))
    await world.env.settle()
    assert not offers(world)
    assert await world.bot.store.plans.next_due(0.0, 0.0) is None


@pytest.mark.parametrize("command", ["table plan", "table board"])
async def test_a_plan_that_is_over_when_posted_has_no_buttons(
    world: World, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """Another process may delete its host's data meanwhile, even while a deleted message is being posted again."""
    anna = world.person("anna")
    options = {"game": "notty", "when": "in 2 hours"}
    if command == "table board":
        await anna.slash(world.channel, "table plan", **options)
        world.env.backend.delete_message(world.channel.id, plan_of(world.channel).id)
        options = {}

    async def too_late(*target: Any, **more: Any) -> Any:
        await world.bot.store.plans.remove(1)
        return await safe_send(*target, **more)

    monkeypatch.setattr("bot.ui.plans.planning.safe_send", too_late)
    answer = await anna.slash(world.channel, command, **options)
    assert not offers(world)
    assert ("This plan is over" in sentence(answer)) == (command == "table plan")
