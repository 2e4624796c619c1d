"""Planned tables whose time comes: people are reminded, and the table opens, or its message says why it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest
from simcord.backend.serializers import guild_create_payload

from bot.tables.model import guild_settings
from bot.tables.model.plans import Plan
from bot.tables.model.records import Person, Phase
from tests.e2e.cut import cut
from tests.e2e.table.plans import DAY, HOUR, MINUTE, ask_to_cancel, cancel, confirm_cancelling, plan_of
from tests.e2e.table_talk import control, sentence, text
from tests.e2e.threads import create_thread_in

if TYPE_CHECKING:
    from bot.tables.model.share import Share
    from tests.e2e.conftest import World


async def reason_for_refusal(world: World) -> str:
    """Return the reason why the plan's table does not open at its time."""
    await world.env.advance_time(2 * HOUR + 60)
    assert await world.table() is None
    assert "the planned table could not open: " in text(plan_of(world.channel))
    shown, said = refusals(world)
    assert shown == said
    return said


def refusals(world: World) -> list[str]:
    """Return the reasons in the channel why a table could not open, from the plan's message and a new one."""
    told = [text(message) for message in world.channel.history() if "could not open:" in text(message)]
    return [each.partition("could not open: ")[2].strip() for each in told]


async def test_a_plan_does_not_open_in_a_channel_no_longer_allowed(world: World) -> None:
    """The server's settings apply to all tables opened from then on."""
    await world.person("anna").slash(world.channel, "table plan", game="notty", when="in 2 hours")
    other = world.guild.create_text_channel("games")
    await guild_settings.save(world.bot.store.people, world.guild.id, allowed_channels=[other.id])
    assert (
        await reason_for_refusal(world)
        == f"In this server tables can only be opened in <#{other.id}>; try again there."
    )


async def test_a_plan_does_not_open_if_its_host_may_no_longer_start(world: World) -> None:
    await world.person("anna").slash(world.channel, "table plan", game="notty", when="in 2 hours")
    await guild_settings.save(world.bot.store.people, world.guild.id, who_may_start=guild_settings.MANAGERS)
    assert (await reason_for_refusal(world)).startswith("In this server only people who may manage it can open tables")


async def test_nobody_is_reminded_of_a_barred_hosts_plan(world: World) -> None:
    """The table of a barred host cannot open, but people were once reminded of it. If the bar is lifted, it opens."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    await ben.click(plan_of(world.channel), custom_id=control(plan_of(world.channel), "plan-join"))
    await guild_settings.save(world.bot.store.people, world.guild.id, barred=(anna.id,))
    await world.env.advance_time(2 * HOUR - MINUTE)
    assert len(world.channel.history()) == 1, "the plan alone"
    await guild_settings.save(world.bot.store.people, world.guild.id, barred=())
    await world.env.advance_time(MINUTE + 5)
    assert await world.table() is not None


async def test_a_plan_whose_host_left_the_server_does_not_open(world: World) -> None:
    """Nobody else could start its game."""
    await world.person("anna").slash(world.channel, "table plan", game="notty", when="in 2 hours")
    world.guild.remove_member(world.person("anna"))
    assert await reason_for_refusal(world) == "Whoever planned it is no longer in this server."


async def test_people_who_were_reminded_are_told_that_a_planned_table_could_not_open(world: World) -> None:
    """Only its host was mentioned. The last the others heard was that the table opens by itself."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    await ben.click(plan_of(world.channel), custom_id=control(plan_of(world.channel), "plan-join"))
    await world.seated("carl", bots=1)
    await world.env.advance_time(2 * HOUR + 60)
    said = next(message for message in world.channel.history()[::-1] if "could not open:" in text(message))
    assert text(said).endswith(f"\n<@{ben.id}>: Notty does not begin now.")
    assert ben.id in said.raw_mentions


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_refusal_is_posted_once_although_the_edit_fails(world: World, *, restarted: bool) -> None:
    """A refusal is posted once, although the edit is repeated. The table does not open later, even after a restart."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    message = plan_of(world.channel)
    await guild_settings.save(world.bot.store.people, world.guild.id, who_may_start=guild_settings.MANAGERS)
    where = f"/channels/{world.channel.id}/messages/{message.id}"
    world.env.inject_error("PATCH", where, status=500, message="no", times=None)
    await world.env.advance_time(2 * HOUR + 20 * MINUTE)
    if restarted:
        await world.restart()
        await world.env.advance_time(5 * MINUTE)
    await guild_settings.save(world.bot.store.people, world.guild.id, who_may_start=guild_settings.EVERYONE)
    world.env.backend.faults.clear()
    await world.env.advance_time(5 * MINUTE)
    assert "the planned table could not open: " in text(plan_of(world.channel))
    assert len(refusals(world)) == 2
    assert await world.table() is None


async def test_a_reminder_with_lost_answers_is_posted_once(world: World) -> None:
    """The reminder was once repeated every two minutes, and the third time Discord no longer knew the first."""
    await world.person("anna").slash(world.channel, "table plan", game="notty", when="in 2 hours")
    with cut(f"POST /channels/{world.channel.id}/messages", done=True, times=2):
        await world.env.advance_time(2 * HOUR - 5 * MINUTE)
    assert len([each for each in world.channel.history() if "Notty begins" in text(each)]) == 1


async def test_a_reminder_refused_for_a_moment_is_posted_later(world: World) -> None:
    await world.person("anna").slash(world.channel, "table plan", game="notty", when="in 2 hours")
    where = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", where, status=500, message="no", times=None)
    await world.env.advance_time(2 * HOUR - 14 * MINUTE)
    world.env.backend.faults.clear()
    await world.env.advance_time(5 * MINUTE)
    assert len([each for each in world.channel.history() if "Notty begins" in text(each)]) == 1


@pytest.mark.parametrize("way", ["by its host", "by a moderator", "with the data of its host"])
async def test_people_who_were_reminded_are_told_of_a_cancellation(world: World, way: str) -> None:
    """The last they heard used to be that its table opens by itself."""
    anna, ben, zoe = (world.person(name) for name in ("anna", "ben", "zoe"))
    role = world.guild.create_role("mods", permissions=discord.Permissions(manage_messages=True))
    boss = world.guild.add_member(world.env.create_user("boss"), roles=[role])
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    for who in (ben, zoe):
        await who.click(plan_of(world.channel), custom_id=control(plan_of(world.channel), "plan-join"))
    await zoe.slash(world.channel, "away", until="in 2 days")
    await world.env.advance_time(2 * HOUR - 5 * MINUTE)
    if way == "with the data of its host":
        asked = (await anna.slash(world.channel, "privacy delete")).response
        await anna.click(asked, custom_id=control(asked, "forget-me"))
    else:
        by = anna if way == "by its host" else boss
        await cancel(by, plan_of(world.channel))
    said = [each for each in world.channel.history() if text(each).endswith("was cancelled.") and each.content]
    [told] = said
    names = [who for who in (anna, ben, zoe) if f"<@{who.id}>" in text(told)]
    assert names == ([anna, ben, zoe] if way == "by a moderator" else [ben, zoe])
    heard = world.env.backend.messages[world.channel.id][told.id].ping_user_ids
    assert set(heard) == {who.id for who in names} - {zoe.id}


async def test_a_cancellation_whose_answer_is_lost_is_told_all_the_same(world: World) -> None:
    """The plan was over, but those who had been reminded were not told, and went on waiting for its table."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    await ben.click(plan_of(world.channel), custom_id=control(plan_of(world.channel), "plan-join"))
    await world.env.advance_time(2 * HOUR - 5 * MINUTE)
    message = plan_of(world.channel)
    asked = await ask_to_cancel(anna, message)
    world.env.inject_error("POST", "/interactions/*", status=404, code=10062, message="no", times=None)
    await confirm_cancelling(anna, asked)
    world.interactions.clear()
    assert [text(each) for each in world.channel.history() if f"<@{ben.id}>: Notty, planned for" in text(each)]


async def test_cancelling_before_the_reminder_mentions_nobody(world: World) -> None:
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    await ben.click(plan_of(world.channel), custom_id=control(plan_of(world.channel), "plan-join"))
    await cancel(anna, plan_of(world.channel))
    [message] = world.channel.history()
    assert "It was cancelled." in text(message)


async def test_a_planned_table_opens_where_an_earlier_one_has_ended(world: World) -> None:
    anna = world.person("anna")
    await anna.slash(world.channel, "table plan", game="notty", when="in 1 hours")
    await anna.slash(world.channel, "table new", game="rummy")
    await world.slash_and_confirm("anna", "table end")
    await world.env.advance_time(HOUR)
    table = await world.table()
    assert (table.id, table.record.game, table.record.phase) == (2, "notty", Phase.LOBBY)


async def test_a_plan_in_a_thread_opens_if_its_channel_is_allowed(world: World) -> None:
    anna = world.person("anna")
    known: Any = world.bot.get_channel(world.channel.id)
    with world.env._bot_scope():
        made = await known.create_thread(name="Friday", type=discord.ChannelType.public_thread)
    [thread] = [one for one in world.channel.threads if one.id == made.id]
    await anna.slash(thread, "table plan", game="notty", when="in 2 hours")
    await guild_settings.save(world.bot.store.people, world.guild.id, allowed_channels=[world.channel.id])
    await world.env.advance_time(2 * HOUR + 60)
    assert await world.table(thread) is not None


async def test_a_plan_in_an_archived_private_thread_opens_if_its_channel_is_allowed(world: World) -> None:
    """The bot does not keep archived threads. The table was once refused as one in a channel that is not allowed."""
    anna = world.person("anna")
    thread = await create_thread_in(world, world.channel, discord.ChannelType.private_thread)
    await anna.slash(thread, "table plan", game="notty", when="in 2 hours")
    await guild_settings.save(world.bot.store.people, world.guild.id, allowed_channels=[world.channel.id])
    with world.env._bot_scope():
        await world.open_thread(thread.id).edit(archived=True)
    await world.env.settle()
    assert world.thread(thread.id) is None
    await world.env.advance_time(2 * HOUR - 10 * MINUTE)
    assert "Notty begins" in text(thread.history()[-1])
    await world.env.advance_time(15 * MINUTE)
    assert await world.table(thread) is not None


async def test_signing_up_while_other_tables_open_gets_a_seat(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """People can sign up until their table opens, which is seconds late if several are planned for one time."""
    anna, ben = world.person("anna"), world.person("ben")
    there = world.guild.create_text_channel("other")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    await anna.slash(there, "table plan", game="rummy", when="in 2 hours")
    await world.env.advance_time(2 * HOUR - MINUTE)
    plans, opened = world.bot.store.plans, world.bot.tables.opener.open

    async def slowly(opening: Any, interaction: int) -> Any:
        if opening.channel_id == world.channel.id:
            await plans.sign_up(2, Person(ben.id, "ben"), 6)
        return await opened(opening, interaction)

    monkeypatch.setattr(world.bot.tables.opener, "open", slowly)
    await world.env.advance_time(2 * MINUTE)
    assert (await world.table()).record.awaited == ()
    assert (await world.table(there)).record.awaited == (ben.id,)


@pytest.mark.parametrize("ahead", [0, 15 * MINUTE], ids=["opening", "reminder"])
async def test_a_plan_cancelled_while_its_host_is_looked_up_stays_so(
    world: World, monkeypatch: pytest.MonkeyPatch, ahead: int
) -> None:
    """A cancelled plan does nothing more. It once mentioned everybody and opened the table all the same."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    await world.env.advance_time(2 * HOUR - ahead - MINUTE)
    before, fetched = len(world.channel.history()), discord.Guild.fetch_member

    async def slowly(guild: discord.Guild, person: int) -> discord.Member:
        await world.bot.store.plans.remove(1)
        return await fetched(guild, person)

    monkeypatch.setattr(discord.Guild, "fetch_member", slowly)
    await world.env.advance_time(2 * MINUTE)
    assert await world.table() is None
    assert len(world.channel.history()) == before


async def test_a_table_planned_for_soon_has_no_reminder(world: World) -> None:
    """By then only the host has signed up, who was once mentioned right after planning. The board mentions all."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 10 minutes")
    await world.env.advance_time(5)
    [message] = world.channel.history()
    assert "minutes before" not in text(message)
    await ben.click(message, custom_id=control(message, "plan-join"))
    await world.env.advance_time(10 * MINUTE)
    [_plan, board] = world.channel.history()
    assert f"<@{ben.id}>, the table that <@{anna.id}> planned is open." in text(board)
    assert set(world.env.backend.messages[world.channel.id][board.id].ping_user_ids) == {anna.id, ben.id}


async def test_a_reminder_does_not_notify_people_in_quiet_hours(world: World) -> None:
    """The reminder names everybody who signed up, but notifies only people who may be notified then.

    People who sign up for such a time are told so.
    """
    anna, ben, zoe = (world.person(name) for name in ("anna", "ben", "zoe"))
    now = world.env.now()
    hours = f"{(now.hour + 1) % 24}:00-{(now.hour + 9) % 24}:00"
    await ben.slash(world.channel, "quiet", hours=hours, zone="UTC")
    await anna.slash(world.channel, "table plan", game="notty", when="in 4 hours")
    message = plan_of(world.channel)
    told = await ben.click(message, custom_id=control(message, "plan-join"))
    assert "comes in your quiet hours" in sentence(told)
    assert f"<@{ben.id}>" in text(plan_of(world.channel))
    await zoe.click(message, custom_id=control(message, "plan-join"))
    await zoe.slash(world.channel, "away", until="in 2 days")
    await world.env.advance_time(4 * HOUR - 14 * MINUTE)
    reminder = world.channel.history()[-1]
    assert all(f"<@{who.id}>" in text(reminder) for who in (anna, ben, zoe))
    assert world.env.backend.messages[world.channel.id][reminder.id].ping_user_ids == [anna.id]
    await world.env.advance_time(15 * MINUTE)
    board = world.board()
    assert "is open" in text(board)
    assert world.env.backend.messages[world.channel.id][board.id].ping_user_ids == [anna.id]


async def test_no_reminder_is_announced_after_it_was_posted(world: World) -> None:
    """People who sign up in the last minutes used to read that the reminder comes in their quiet hours."""
    anna, ben = world.person("anna"), world.person("ben")
    now = world.env.now()
    await ben.slash(world.channel, "quiet", hours=f"{now.hour}:00-{(now.hour + 9) % 24}:00", zone="UTC")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    message = plan_of(world.channel)
    await world.env.advance_time(2 * HOUR - 10 * MINUTE)
    assert "begins" in text(world.channel.history()[-1])
    told = await ben.click(message, custom_id=control(message, "plan-join"))
    assert f"<@{ben.id}>" in text(plan_of(world.channel))
    assert not told.followups


async def test_a_locked_thread_delays_no_other_plan(world: World) -> None:
    anna, ben = world.person("anna"), world.person("ben")
    club = world.env.create_guild("Chess club")
    there = club.create_text_channel("tables")
    await anna.slash(world.channel, "table plan", game="rummy", when="in 2 hours")
    await club.add_member(ben.user).slash(there, "table plan", game="notty", when="in 121 minutes")
    for method, path in (("POST", "messages"), ("PATCH", "messages/*")):
        where = f"/channels/{world.channel.id}/{path}"
        world.env.inject_error(method, where, status=400, code=50083, message="archived", times=None)
    await world.env.advance_time(121 * MINUTE + 5)
    assert [each for each in there.history() if "Notty begins" in text(each)]
    assert "It is time" in text(plan_of(there))
    await world.env.advance_time(5 * MINUTE)
    assert await world.bot.store.plans.of_person(anna.id) == ()


async def test_a_plan_whose_message_cannot_be_edited_opens_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the plan's message cannot be edited, the table opens once.

    The edit is repeated. Ids of commands are kept for a day, so it was once said that the table could not open.
    """
    monkeypatch.setattr("db.tables.store.ONE_IN", 1)
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 3 days")
    message = plan_of(world.channel)
    where = f"/channels/{world.channel.id}/messages/{message.id}"
    world.env.inject_error("PATCH", where, status=500, message="no", times=9)
    await world.env.advance_time(3 * DAY + 5)
    assert (await world.table()).id == 1
    assert "## Planned: Notty\n<t:" in text(plan_of(world.channel)), "Discord failed"
    world.env.backend.faults.clear()
    await ben.slash(world.guild.create_text_channel("other"), "table new", game="rummy")
    await world.env.advance_time(3 * MINUTE)
    assert "table 1 is open" in text(plan_of(world.channel))
    assert not [each for each in world.channel.history() if "could not open" in text(each)]


async def test_a_plan_waits_while_the_bot_is_not_in_its_server(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan waits for the bot's return. It was once checked every second, for as long as its data was kept."""
    anna, backend = world.person("anna"), world.env.backend
    await anna.slash(world.channel, "table plan", game="rummy", when="in 2 hours")
    guild, looks = backend.get_guild(world.guild.id), list[float]()
    channels, messages = dict(backend.channels), dict(backend.messages)
    backend.remove_guild(guild.id)
    await world.env.settle()
    store = world.bot.store.plans
    due = store.due

    async def counted(now: float, ahead: float, share: Share) -> tuple[Plan, ...]:
        looks.append(now)
        return await due(now, ahead, share)

    monkeypatch.setattr(store, "due", counted)
    await world.env.advance_time(2 * HOUR + 30)
    assert len(looks) < 6
    backend.guilds[guild.id] = guild
    backend.channels.update(channels)  # the simulation forgot them with the server
    backend.messages.update(messages)
    backend.emit("GUILD_CREATE", guild_create_payload(backend, guild))
    await world.env.settle()
    assert "Table 1" in text(world.board())


async def test_a_plan_of_another_process_is_on_time_after_a_takeover(world: World) -> None:
    """A process is not notified of plans that others make. It once looked for them only once an hour."""
    anna = world.person("anna")
    at = world.env.now().timestamp() + 20 * MINUTE
    host = Person(anna.id, "anna")
    await world.bot.store.plans.add(Plan(0, world.guild.id, world.channel.id, host, "notty", at, interaction=77))
    await world.dispatch("shard_served", 0)
    await world.env.advance_time(5 * MINUTE + 2)
    assert f"Notty begins at <t:{int(at)}:t>" in text(world.channel.history()[-1])
    await world.env.advance_time(15 * MINUTE)
    assert "Notty" in text(world.board())


async def test_a_plan_whose_time_passed_long_ago_does_not_open(world: World) -> None:
    """If the bot was away at its time, a plan does not open. It once called everybody days later, at any hour."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    await ben.click(plan_of(world.channel), custom_id=control(plan_of(world.channel), "plan-join"))
    await world.bot.planned.close()
    await world.env.advance_time(10 * HOUR)
    await world.restart()
    await world.env.advance_time(MINUTE)
    assert await world.table() is None
    assert refusals(world) == ["I was offline at that time; plan another one with /table plan."] * 2


async def test_a_plan_is_on_time_after_the_machine_slept(world: World) -> None:
    """A plan is on time after the machine slept or its clock was set. It was once late by as much, up to an hour."""
    await world.person("anna").slash(world.channel, "table plan", game="notty", when="in 2 hours")
    await world.run_checks()
    world.machine.ahead += 115 * MINUTE
    await world.run_checks()
    assert "Notty begins" in text(world.channel.history()[-1])
    await world.env.advance_time(5 * MINUTE + 2)
    assert "Table 1" in text(world.board())


async def test_overdue_plans_of_another_process_cost_little_and_delay_nobody(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its servers are not this process's. Their plans used to be read every second, and fifty of them kept this
    process's own from opening.
    """
    store, now = world.bot.store.plans, world.env.now().timestamp()
    elsewhere = Person(7, "zoe")
    for number in range(60):
        await store.add(Plan(0, 6 + number, 5, elsewhere, "notty", now - 60, interaction=number))
    await world.person("anna").slash(world.channel, "table plan", game="notty", when="in 2 hours")
    reads: list[float] = []
    due = store.due

    async def counted(now: float, ahead: float, share: Share) -> tuple[Plan, ...]:
        reads.append(now)
        return await due(now, ahead, share)

    monkeypatch.setattr(store, "due", counted)
    await world.env.advance_time(10 * MINUTE)
    assert 1 <= len(reads) <= 10
    await world.env.advance_time(2 * HOUR)
    assert await world.table() is not None
