"""A connection breaks while the bot notifies others. What was done stays done, and the person who did it is told so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.tables.model.errors import TableError
from bot.tables.model.records import Phase
from bot.ui.interaction.free_edits import LIFETIME_SECONDS
from tests.e2e.cut import cut
from tests.e2e.hands.open_hands import open_hand
from tests.e2e.one_moment import LONG, one_moment, turns
from tests.e2e.people.week import Week
from tests.e2e.table.plans import plan_of
from tests.e2e.table.test_calls import ask_for_calls, calls
from tests.e2e.table.test_plan_events import allow, events_of
from tests.e2e.table_talk import choose_setting, control, parts, private, sentence, text

if TYPE_CHECKING:
    from bot.settings import Settings
    from tests.e2e.conftest import World

MESSAGES = "POST /channels/*/messages"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The settings of a host who wants to receive reports."""
    return replace(settings, reports_by_dm="yes")


async def test_a_failed_call_leaves_its_table_open_and_does_not_count_for_the_day(world: World) -> None:
    """People once could not be called again on that day, although the call had not arrived."""
    anna, ben = world.person("anna"), world.person("ben")
    await ask_for_calls(ben, world.channel, "rummy")
    await choose_setting(ben, world.channel, "calls-a-day", "1")
    with cut(MESSAGES):
        opened = await anna.slash(world.channel, "table new", game="rummy", call=True)
    assert "Table 1 is open" in sentence(opened)
    assert "My call did not reach the channel" in sentence(opened)
    await world.slash_and_confirm("anna", "table end")
    opened = await anna.slash(world.channel, "table new", game="rummy", call=True)
    assert "I have called 1 person." in sentence(opened)
    assert f"<@{ben.id}>:" in text(calls(world.channel)[0])


async def test_a_call_with_a_lost_answer_counts_as_sent(world: World) -> None:
    """Only Discord's answer is lost. The bot once said that the call had not arrived, and never deleted it."""
    anna, ben = world.person("anna"), world.person("ben")
    await ask_for_calls(ben, world.channel, "rummy")
    with cut(MESSAGES, done=True, times=2):
        opened = await anna.slash(world.channel, "table new", game="rummy", seats=2, call=True)
    assert "I have called 1 person." in sentence(opened)
    [call] = calls(world.channel)
    await ben.click(call, custom_id=control(call, "accept"))
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    await world.env.settle()
    assert not calls(world.channel)


async def test_a_failed_invitation_still_lets_the_person_join(world: World) -> None:
    """If both the direct message and the mention fail, the person may still join, and the host is told."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table new", game="rummy", invite_only=True)
    with cut(MESSAGES):
        told = sentence(await anna.slash(world.channel, "table invite", user=ben))
    assert "may join now, but my message did not arrive" in told
    assert ben.id in (await world.table()).record.invited


@pytest.mark.parametrize("by_dm", [True, False])
async def test_an_invitation_with_a_lost_answer_is_not_repeated(world: World, *, by_dm: bool) -> None:
    """Only Discord's answer is lost. The bot once mentioned the person as well, or said that nothing had arrived."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table new", game="rummy", invite_only=True)
    await world.bot.store.people.change(ben.id, hand_by_dm=by_dm)
    with cut(MESSAGES, done=True, times=1):
        told = sentence(await anna.slash(world.channel, "table invite", user=ben))
    assert ("has been sent an invitation" if by_dm else "has been invited in the channel") in told
    assert len([each for each in world.channel.history() if each.content]) == (0 if by_dm else 1)


async def test_a_plan_is_made_although_its_event_fails(world: World) -> None:
    await allow(world, create_events=True)
    with cut("POST /guilds/*/scheduled-events"):
        told = sentence(await world.person("anna").slash(world.channel, "table plan", game="rummy", when="in 2 hours"))
    assert "Discord refused an event for it" in told
    assert control(plan_of(world.channel), "plan-cancel")


async def test_a_plan_that_could_not_be_posted_does_not_count(world: World) -> None:
    """The host is told that something went wrong. No table opens, and the plan does not count towards their limit."""
    anna = world.person("anna")
    with cut(MESSAGES):
        refused = await anna.slash(world.channel, "table plan", game="rummy", when="in 2 hours")
    assert "Something went wrong" in sentence(refused)
    assert await world.bot.store.plans.of_person(anna.id) == ()


async def test_a_plan_with_a_lost_answer_is_kept(world: World) -> None:
    """Only Discord's answer is lost. The plan's buttons once said that it was over, and its host read of a failure."""
    anna = world.person("anna")
    with cut(MESSAGES, done=True, times=1):
        told = await anna.slash(world.channel, "table plan", game="rummy", when="in 2 hours")
    assert "Planned for" in sentence(told)
    [message] = world.channel.history()
    await anna.click(message, custom_id=control(message, "plan-cancel"))
    assert "It was cancelled." in text(plan_of(world.channel))


async def test_a_plan_is_cancelled_although_its_event_remains(world: World) -> None:
    await allow(world, create_events=True)
    anna = world.person("anna")
    await anna.slash(world.channel, "table plan", game="rummy", when="in 2 hours")
    message = plan_of(world.channel)
    with cut("DELETE /guilds/*/scheduled-events/*"):
        result = await anna.click(message, custom_id=control(message, "plan-cancel"))
        assert "It was cancelled." in text(plan_of(world.channel))
        assert not result.followups
        assert events_of(world)
        await world.env.advance_time(20)
    await world.env.advance_time(60)
    assert events_of(world) == [], "the server's list of events announced the table until its time"


async def test_an_event_whose_answer_is_lost_belongs_to_its_plan(world: World) -> None:
    """Only Discord's answer is lost. The host read that there was no event, and it stayed when they cancelled."""
    await allow(world, create_events=True)
    anna = world.person("anna")
    with cut("POST /guilds/*/scheduled-events", done=True):
        told = sentence(await anna.slash(world.channel, "table plan", game="rummy", when="in 2 hours"))
    assert "Discord refused an event" not in told
    assert len(events_of(world)) == 1
    message = plan_of(world.channel)
    await anna.click(message, custom_id=control(message, "plan-cancel"))
    assert events_of(world) == []


@pytest.mark.parametrize("others", [False, True], ids=["alone", "with others"])
async def test_a_cancelled_plan_says_so_once_discord_works_again(
    world: World, monkeypatch: pytest.MonkeyPatch, *, others: bool
) -> None:
    """Its message went on saying who had signed up, and that the table opens by itself."""
    monkeypatch.setattr("bot.ui.interaction.reply.ANSWER_TIMEOUT_SECONDS", 0.5)
    anna, edits = world.person("anna"), "PATCH /channels/*/messages/*"
    await anna.slash(world.channel, "table plan", game="rummy", when="in 2 hours")
    message = plan_of(world.channel)
    pressed = "plan-cancel"
    if others:
        await world.person("ben").click(message, custom_id=control(message, "plan-join"))
        asked = (await anna.click(message, custom_id=control(message, "plan-cancel"))).response
        message, pressed = asked, "plan-cancel-yes"
    with cut(edits, "POST /interactions/*"):
        await anna.click(message, custom_id=control(message, pressed))
        await world.env.advance_time(20)
    world.interactions.clear()  # its answer was lost
    await world.env.advance_time(60)
    assert "It was cancelled." in text(plan_of(world.channel))


async def test_a_plan_shows_who_is_no_longer_coming_once_discord_works_again(world: World) -> None:
    """Somebody who has deleted their data was named there until the plan's time."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="rummy", when="in 2 hours")
    message = plan_of(world.channel)
    await ben.click(message, custom_id=control(message, "plan-join"))
    asked = (await ben.slash(world.channel, "privacy delete")).response
    with cut("PATCH /channels/*/messages/*", times=1):
        await ben.click(asked, custom_id=control(asked, "forget-me"))
    await world.env.advance_time(60)
    assert f"<@{ben.id}>" not in text(plan_of(world.channel))


async def test_what_is_left_of_a_plan_is_not_tried_for_ever(world: World) -> None:
    await allow(world, create_events=True)
    anna = world.person("anna")
    await anna.slash(world.channel, "table plan", game="rummy", when="in 20 hours")
    message = plan_of(world.channel)
    with cut("DELETE /guilds/*/scheduled-events/*"):
        await anna.click(message, custom_id=control(message, "plan-cancel"))
        await world.env.advance_time(3600)
        before = len(world.env.http_requests)
        await world.env.advance_time(3600)
    assert len(world.env.http_requests) == before
    assert events_of(world)


async def test_a_list_with_a_lost_answer_is_not_repeated(world: World) -> None:
    """A list is sent once and not forgotten, so that the next one replaces it, even if another answer is lost."""
    week = Week(world)
    await week.begin()
    anna = world.person("anna")
    to_anna = f"POST /channels/{anna.user.dm_channel.id}/messages"
    now = world.env.now()
    await world.bot.store.people.change(anna.id, quiet=f"{now.hour:02}:00-{(now.hour + 1) % 24:02}:00")
    await week.turn_of("anna", week.tables[1])
    with cut(to_anna, done=True, times=2):
        await world.env.advance_time(3600 + 600)
    assert len(week.lists("anna")) == 1
    [kept] = (await world.bot.store.people.all_about(anna.id))["tellings"]
    assert kept["message_id"] is not None


async def test_a_report_is_accepted_if_the_message_to_the_host_fails(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A report is accepted even if the message to the host fails, because `doctor` shows it."""
    await world.seated("anna", "ben")
    anna = world.person("anna")
    monkeypatch.setattr(world.bot.application, "owner", discord.Object(world.person("carl").id))
    shown = await anna.context_menu(world.channel, "Report a problem", world.board())
    with cut(MESSAGES):
        result = await anna.submit_modal(shown, {"words": "The board froze."})
    assert "Thank you" in sentence(result)
    assert not result.followups


async def test_a_refused_table_says_why_if_its_thread_remains(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuse(*_: object) -> None:
        raise TableError("Not now.")

    monkeypatch.setattr(world.bot.tables.opener, "open", refuse)
    with cut("DELETE /channels/*"):
        told = sentence(await world.person("anna").slash(world.channel, "table new", game="rummy", thread=True))
    assert told.endswith("Not now.")


async def test_an_export_is_in_the_answer_if_the_message_fails(world: World) -> None:
    with cut(MESSAGES):
        answer = private(await world.person("anna").slash(world.channel, "privacy export"))
    assert "here it is" in text(answer)
    assert [file.filename for file in answer.attachments] == ["my-data.json"]


async def test_a_rematch_opens_if_its_thread_cannot_be_unarchived(world: World) -> None:
    """Reopening a thread may fail, because a message in the thread also reopens it."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table new", game="three-thirteen", bots=1, thread=True, start=True)
    [thread] = world.channel.threads
    await world.play_beginning(await world.table(thread))
    await world.slash_and_confirm("anna", "table end", thread)
    await world.env.advance_time(11 * 60)
    board = world.board(thread)
    with cut(f"PATCH /channels/{thread.id}"):
        await anna.click(board, custom_id=control(board, "rematch"))
    assert (await world.table(thread)).record.phase is Phase.LOBBY


async def test_a_hand_that_cannot_be_paused_continues_by_dm(world: World) -> None:
    """If the last edit by token is lost, the direct message shows the hand again."""
    await world.seated("anna", "ben")
    await open_hand(world, "anna")
    await world.env.advance_time(3)
    assert "Your hand is open in a message that only you can see" in text(world.dm("anna"))
    with cut("PATCH /webhooks/*"):
        await world.env.advance_time(LIFETIME_SECONDS + 1)
    assert "-# Seats: " in text(world.dm("anna"))


async def test_a_thread_whose_answer_is_lost_gets_its_table(world: World) -> None:
    """Only Discord's answer is lost. The thread stayed empty, and whoever tried again got a second one."""
    anna, options = world.person("anna"), {"game": "three-thirteen", "thread": True}
    await anna.slash(world.channel, "solo", **options)
    with cut("POST /channels/*/threads", done=True, times=1):
        told = sentence(await anna.slash(world.channel, "solo", **options))
    assert "Table 2 is open" in told
    tables = [await world.table(thread) for thread in world.channel.threads]
    assert sorted(table.id for table in tables) == [1, 2]
    with cut("POST /channels/*/threads", times=1):
        told = sentence(await anna.slash(world.channel, "solo", **options))
    assert "Something went wrong" in told
    assert len(world.channel.threads) == 2


@pytest.mark.parametrize("is_open", [True, False], ids=["open", "opening"])
async def test_two_commands_at_once_do_not_take_each_others_thread(
    world: World, monkeypatch: pytest.MonkeyPatch, *, is_open: bool
) -> None:
    """The first one's thread is not created, and the second one has one of that name, where its table is open or just
    being opened. The first one was refused there, and deleted the thread with its table.
    """
    anna, options, opener = world.person("anna"), {"game": "three-thirteen", "thread": True}, world.bot.tables.opener
    listed, opens, delays = discord.Guild.active_threads, opener.open, iter([0 if is_open else 9 * LONG])

    async def active_threads(guild: discord.Guild) -> Any:
        await turns(3 * LONG)
        return await listed(guild)

    async def open_slowly(*what: Any) -> Any:
        await turns(next(delays, 0))
        return await opens(*what)

    monkeypatch.setattr(discord.Guild, "active_threads", active_threads)
    monkeypatch.setattr(opener, "open", open_slowly)
    with cut("POST /channels/*/threads", times=1), one_moment(world):
        await anna.slash(world.channel, "solo", **options)
        await anna.slash(world.channel, "solo", **options)
    await world.env.settle()
    [thread] = world.channel.threads
    assert (await world.table(thread)).id == 1


@pytest.mark.parametrize("what", ["mention", "question"])
async def test_a_message_with_a_lost_answer_goes_once_it_is_over(
    world: World, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """The turn is played, or the question answered, before it would be tried again. The message once stayed forever."""
    monkeypatch.setattr("bot.ui.messages.updater.FIRST_PAUSE", 3600.0)
    table = await world.seated("anna", "ben")
    first = world.name_to_act(table)

    def asking() -> list[str]:
        shown = [(text(message), str(parts(message))) for message in world.channel.history()]
        return [words for words, controls in shown if "your turn at" in words or ":agree:" in controls]

    with cut(f"POST /channels/{world.channel.id}/messages", done=True, times=1):
        if what == "question":
            await world.person("anna").slash(world.channel, "table ask", what="end")
        else:
            await world.play_on(table, until=lambda: world.name_to_act(table) != first)
    assert len(asking()) == 1
    with world.env._bot_scope():
        if what == "question":
            await table.decline(world.person("ben").id)
        else:
            await table.act(table.position.person_to_act, "draw stock")
    await world.env.settle()
    assert asking() == []
