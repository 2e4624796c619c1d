"""A planned table: three people in two servers sign up and are reminded, and it opens by itself after a restart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from bot.tables.model.plans import Plan
from bot.tables.model.records import Person
from tests.e2e.table.plans import DAY, HOUR, MINUTE, ask_to_cancel, cancel, confirm_cancelling, plan_of
from tests.e2e.table_talk import choose_setting, control, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_an_impossible_time_is_refused_with_one_sentence(world: World) -> None:
    for when, said in (
        ("2020-01-01 10:00", "That time has passed"),
        ("in 31 days", "can be planned 30 days ahead at most"),
        ("whenever", "I cannot read “whenever” as a time"),
    ):
        refused = await world.person("anna").slash(world.channel, "table plan", game="rummy", when=when)
        assert said in sentence(refused)
        assert not world.channel.history()


async def test_a_planned_table_takes_sign_ups_reminds_and_opens(world: World) -> None:
    anna, ben, zoe = (world.person(name) for name in ("anna", "ben", "zoe"))
    club = world.env.create_guild("Chess club")
    there = club.create_text_channel("tables")
    ben_there = club.add_member(ben.user)

    # A plan in each server. Times are read in the time zone of the person who plans.
    await anna.slash(world.channel, "quiet", zone="UTC+2")
    now = world.env.now()
    when = f"{(now.hour + 4) % 24}:{now.minute:02}"
    planned = await anna.slash(world.channel, "table plan", game="notty", when=when, seats=3)
    assert "Planned for <t:" in sentence(planned)
    at = int(sentence(planned).split("<t:")[1].split(":")[0])
    assert 2 * HOUR - MINUTE < at - now.timestamp() <= 2 * HOUR
    await ben_there.slash(there, "table plan", game="rummy", when="in 1 days")

    # Two more people sign up, which fills it. One of them signs off, and signs up again.
    message = plan_of(world.channel)
    offered = [part.to_dict() for part in message.components]
    for who in (ben, zoe):
        await who.click(plan_of(world.channel), custom_id=control(message, "plan-join"))
    assert "(3 of 3 seats)" in text(plan_of(world.channel))
    world.put_back(plan_of(world.channel), offered)  # as it was when Uwe pressed
    late = await world.person("uwe").click(plan_of(world.channel), custom_id=control(message, "plan-join"))
    assert "All seats of this plan are taken" in sentence(late)
    await zoe.click(plan_of(world.channel), custom_id=control(message, "plan-leave"))
    assert f"<@{zoe.id}>" not in text(plan_of(world.channel))
    await zoe.click(plan_of(world.channel), custom_id=control(message, "plan-join"))
    assert "You planned it" in sentence(await anna.click(message, custom_id=control(message, "plan-leave")))
    assert "Only whoever planned it and people who can manage messages here" in sentence(
        await ben.click(message, custom_id=control(message, "plan-cancel"))
    )

    # A quarter of an hour before, all three are mentioned. The bot was restarted in between.
    await world.restart()
    await world.env.advance_time(at - 16 * MINUTE - world.env.now().timestamp())
    assert "begins at" not in text(world.channel.history()[-1])
    await world.env.advance_time(MINUTE + 2)
    reminder = text(world.channel.history()[-1])
    assert all(f"<@{who.id}>" in reminder for who in (anna, ben, zoe))
    assert f"Notty begins at <t:{at}:t>" in reminder, "not “in 15 minutes”, which later reads “2 hours ago”"

    # The table opens with their seats kept, mentions them, and starts with those who take theirs.
    await world.env.advance_time(15 * MINUTE)
    assert "table 1 is open" in text(plan_of(world.channel))
    board = world.board()
    assert f"<@{ben.id}> and <@{zoe.id}>, the table that <@{anna.id}> planned is open." in text(board)
    await ben.click(board, custom_id=control(board, "join"))
    await zoe.click(world.board(), custom_id=control(board, "no-thanks"))
    await anna.click(world.board(), custom_id=control(board, "start"))
    table = await world.table()
    assert table.record.people == (anna.id, ben.id)

    # The other plan is cancelled once. Then it is over.
    message = plan_of(there)
    await ben_there.click(message, custom_id=control(message, "plan-cancel"))
    assert re.search(r"## Planned: \w+\n<t:\d+:F>\nIt was cancelled\.", text(plan_of(there)))
    await world.env.advance_time(2 * DAY)
    assert not [each for each in there.history() if "is open" in text(each)]


async def test_a_plan_promises_no_more_seats_than_its_table_has(world: World) -> None:
    """It said “1 of 6 seats”, and then the table had two: unless a number is chosen, it has as many as sign up."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table plan", game="rummy", when="in 2 hours")
    assert "**Signed up (1, at most 6):**" in text(plan_of(world.channel))
    await world.env.advance_time(2 * HOUR)
    assert "1 of 2 seats taken" in text(world.board())


async def test_a_plan_is_cancelled_for_others_only_after_a_question(world: World) -> None:
    """“Cancel it” is beside “Not me”, and on a phone one is soon pressed for the other."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    message = plan_of(world.channel)
    await ben.click(message, custom_id=control(message, "plan-join"))
    asked = await ask_to_cancel(anna, message)
    assert asked.ephemeral
    assert f"## Cancel Notty?\n<@{ben.id}> has signed up." in text(asked)
    kept = (await anna.click(asked, custom_id=control(asked, "plan-cancel-no"))).response
    assert text(kept).strip() == "The table stays planned."
    asked = await ask_to_cancel(anna, message)
    assert f"<@{ben.id}>" in text(plan_of(world.channel))
    done = await confirm_cancelling(anna, asked)
    assert all("It was cancelled." in text(each) for each in (done.response, plan_of(world.channel)))
    assert not await world.bot.store.plans.of_person(anna.id)


async def test_a_plan_that_has_opened_is_not_cancelled_by_an_older_question(world: World) -> None:
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 10 minutes")
    message = plan_of(world.channel)
    await ben.click(message, custom_id=control(message, "plan-join"))
    asked = await ask_to_cancel(anna, message)
    await world.env.advance_time(11 * MINUTE)
    late = await confirm_cancelling(anna, asked)
    assert "This plan is over" in sentence(late)
    assert "table 1 is open" in text(plan_of(world.channel))


async def test_a_plan_names_its_house_rules(world: World) -> None:
    """People who sign up see what they will play. Jokers were once shown only in the lobby, when the table opened."""
    await world.person("anna").slash(
        world.channel, "table plan", game="huxxy", when="in 3 hours", options="jokers=True"
    )
    assert "Jokers: yes" in text(world.channel.history()[-1])
    await world.person("ben").slash(world.channel, "table plan", game="huxxy", when="in 4 hours")
    assert "Jokers" not in text(world.channel.history()[-1])


@pytest.mark.parametrize(("language", "typed"), [("en", "jokers=yes"), ("de", "jokers=ja"), ("de", "jokers=True")])
async def test_an_options_value_may_be_typed_as_it_is_shown(world: World, language: str, typed: str) -> None:
    """Lobbies and plans say “Jokers: yes”, but `jokers=yes` was refused with “choose one of: False, True”."""
    anna = world.person("anna")
    await choose_setting(anna, world.channel, "language", language)
    await anna.slash(world.channel, "table plan", game="huxxy", when="in 3 hours", options=typed)
    assert "Jokers: yes" in text(world.channel.history()[-1])


async def test_an_old_plans_buttons_do_not_act_on_a_later_plan(world: World) -> None:
    """Discord may not have edited the old message, and a later plan, in any server, may have the same number."""
    anna, ben, zoe = (world.person(name) for name in ("anna", "ben", "zoe"))
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    old = plan_of(world.channel)
    offered, join = [part.to_dict() for part in old.components], control(old, "plan-join")
    await anna.click(old, custom_id=control(old, "plan-cancel"))
    world.put_back(plan_of(world.channel), offered)
    club = world.env.create_guild("Chess club")
    there = club.create_text_channel("tables")
    await club.add_member(zoe.user).slash(there, "table plan", game="rummy", when="in 3 hours")
    refused = await ben.click(plan_of(world.channel), custom_id=join)
    assert "This plan is over" in sentence(refused)
    assert f"<@{zoe.id}>" not in text(plan_of(world.channel))
    assert f"<@{ben.id}>" not in text(plan_of(there))


async def test_an_old_plans_buttons_do_not_act_on_one_being_posted(world: World) -> None:
    """A plan being posted has the cancelled one's number. The old button once signed people up in another server."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    old = plan_of(world.channel)
    offered, join = [part.to_dict() for part in old.components], control(old, "plan-join")
    await anna.click(old, custom_id=control(old, "plan-cancel"))
    world.put_back(plan_of(world.channel), offered)
    at = world.env.now().timestamp() + DAY
    later = await world.bot.store.plans.add(Plan(0, 7, 8, Person(9, "Zoe"), "rummy", at, interaction=10))
    assert "This plan is over" in sentence(await ben.click(plan_of(world.channel), custom_id=join))
    assert await world.bot.store.plans.get(later.id) == later


async def test_a_plan_whose_message_was_deleted_is_posted_again(world: World) -> None:
    """A plan whose message was deleted could once neither be cancelled nor joined, but still counted for its host."""
    anna, ben = world.person("anna"), world.person("ben")
    for number in range(3):
        await anna.slash(world.channel, "table plan", game="notty", when=f"in {number + 1} days")
    [first, _second, third] = [message for message in world.channel.history() if "## Planned" in text(message)]
    world.env.backend.delete_message(world.channel.id, first.id)
    await world.env.settle()
    told = sentence(await anna.slash(world.channel, "table plan", game="notty", when="in 9 days"))
    assert f"/{world.channel.id}/{third.id}. Cancel one before you plan another" in told
    assert "/table board posts it again" in told

    shown = sentence(await ben.slash(world.channel, "table board"))
    again = plan_of(world.channel)
    assert again.id not in (first.id, third.id)
    assert shown.splitlines()[0].endswith(f"/{again.id}")
    assert len([message for message in world.channel.history() if "## Planned" in text(message)]) == 3
    await ben.click(again, custom_id=control(again, "plan-join"))
    assert f"<@{ben.id}>" in text(plan_of(world.channel))
    await cancel(anna, again)
    assert "It was cancelled." in text(plan_of(world.channel))
    assert len(await world.bot.store.plans.of_person(anna.id)) == 2


async def test_a_plan_is_not_posted_again_where_the_bot_may_not_write(world: World) -> None:
    """The answer says which permission is missing."""
    anna = world.person("anna")
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 days")
    world.env.backend.delete_message(world.channel.id, plan_of(world.channel).id)
    assert world.bot.user is not None
    rule = Overwrite(world.bot.user.id, OverwriteType.MEMBER, deny=discord.Permissions(send_messages=True).value)
    world.env.backend.set_overwrite(world.channel.id, rule)
    told = sentence(await anna.slash(world.channel, "table board"))
    assert told.startswith("I need the permission “Send Messages” in this channel;")


async def test_an_existing_plan_message_is_not_posted_again(world: World) -> None:
    """A plan's message is posted once. If there is a table, only its board is. Other channels do not know the plan."""
    anna = world.person("anna")
    await world.seated("anna", bots=1, start=False)
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 days")
    message = plan_of(world.channel)
    first, second = sentence(await anna.slash(world.channel, "table board")).splitlines()
    assert first == "Here is table 1."
    assert second.startswith("Notty, planned for <t:")
    assert second.endswith(f"/{world.guild.id}/{world.channel.id}/{message.id}")
    assert plan_of(world.channel).id == message.id
    other = world.guild.create_text_channel("other")
    assert "There is no table in this channel" in sentence(await anna.slash(other, "table board"))


async def test_table_board_posts_ones_own_and_the_next_plans(world: World) -> None:
    """One's own and the next plans are posted. Discord takes five messages at once, and links to all are too long."""
    anna, ben = world.person("anna"), world.person("ben")
    now = world.env.now().timestamp()
    for number in range(20):
        host = Person(anna.id, "anna") if number < 17 else Person(ben.id, "ben")
        at = now + (20 - number if number < 17 else number) * DAY
        kept = Plan(0, world.guild.id, world.channel.id, host, "three-thirteen", at, interaction=number + 1)
        await world.bot.store.plans.add(kept)
    told = sentence(await ben.slash(world.channel, "table board"))
    assert told.count("Three Thirteen, planned for") == 5
    assert told.endswith("and 15 more planned tables")
    hosts = [text(message).partition("Host: ")[2].split()[0] for message in world.channel.history()]
    assert hosts == [f"<@{ben.id}>"] * 3 + [f"<@{anna.id}>"] * 2


async def test_omitted_plans_are_counted_as_tables_in_german(world: World) -> None:
    """One plan was once counted as “und 1 weitere Person”."""
    anna, now = world.person("anna"), world.env.now().timestamp()
    await world.bot.store.people.change(anna.id, language="de")
    for number in range(1, 7):
        host, at = Person(anna.id, "anna"), now + number * DAY
        await world.bot.store.plans.add(Plan(0, world.guild.id, world.channel.id, host, "rummy", at, number))
    told = sentence(await anna.slash(world.channel, "table board"))
    assert told.endswith("und 1 weiterer geplanter Tisch")
    assert f"<t:{int(now + 4 * DAY)}:F>" in told
    assert f"<t:{int(now + 5 * DAY)}:F>" in told


async def test_a_person_can_plan_at_most_three_tables(world: World) -> None:
    anna = world.person("anna")
    for number in range(3):
        await anna.slash(world.channel, "table plan", game="rummy", when=f"in {number + 1} days")
    refused = await anna.slash(world.channel, "table plan", game="rummy", when="in 5 days")
    assert "You have planned 3 tables already" in sentence(refused)


async def test_a_server_has_at_most_twenty_planned_tables(world: World) -> None:
    """Whoever has planned none is asked to sign up for one of these."""
    anna, now = world.person("anna"), world.env.now().timestamp()
    for number in range(20):
        host, at = Person(1000 + number // 3, "somebody"), now + (number + 1) * DAY
        await world.bot.store.plans.add(Plan(0, world.guild.id, world.channel.id, host, "rummy", at, number + 1))
    refused = sentence(await anna.slash(world.channel, "table plan", game="rummy", when="in 5 days"))
    assert refused == "20 tables are planned in this server already; sign up for one of those."


async def test_a_time_read_as_utc_is_pointed_out(world: World) -> None:
    """The answer used to say so of “in 2 days” too, which means the same in every time zone."""
    anna = world.person("anna")
    stamp = f"<t:{int(world.env.now().timestamp()) + DAY}:F>"
    for when, is_local in (("tomorrow 19:00", True), ("in 2 days", False), (stamp, False)):
        told = sentence(await anna.slash(world.channel, "table plan", game="rummy", when=when))
        assert "Planned for" in told
        assert ("I read your time as UTC" in told) == is_local, when


async def test_utc_that_was_chosen_is_not_pointed_out(world: World) -> None:
    """Choosing UTC in the settings used to count as having no time zone."""
    anna = world.person("anna")
    await choose_setting(anna, world.channel, "zone", "UTC")
    told = sentence(await anna.slash(world.channel, "table plan", game="rummy", when="tomorrow 19:00"))
    assert "Planned for" in told
    assert "UTC" not in told
