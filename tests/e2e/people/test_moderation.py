"""What a server's moderators can do to people: bar them from its tables, and remove them from a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot.tables.model import guild_settings
from bot.tables.model.plans import Plan
from bot.tables.model.records import Person, Phase
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from tests.e2e.one_moment import LONG, one_moment, turns
from tests.e2e.people.moderators import let_use, moderator
from tests.e2e.table_talk import choose_setting, control, labels, menu, parts, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_a_barred_person_can_neither_open_nor_join_tables(world: World) -> None:
    """Barred people can neither open nor join tables until the bar is lifted, but keep a seat in a running game."""
    table = await world.seated("anna", "ben")
    mod, ben = moderator(world, moderate_members=True), world.person("ben")
    await let_use(world, mod)
    assert "can no longer open or join tables" in sentence(await mod.slash(world.channel, "server bar", user=ben))
    assert "is barred already" in text((await mod.slash(world.channel, "server bar", user=ben)).response)
    refused = "This server's moderators do not let you play at its tables; ask one of them about it."
    await world.slash_and_confirm("ben", "table leave")
    await ben.slash(world.channel, "table join")
    assert table.record.seat_of(ben.id) is not None, "a seat of a running game is taken back"
    await world.slash_and_confirm("anna", "table end")
    other = world.guild.create_text_channel("other")
    assert sentence(await ben.slash(other, "table new", game="rummy")) == refused
    await world.person("anna").slash(other, "table new", game="rummy", seats=2)
    board = world.board(other)
    assert sentence(await ben.click(board, custom_id=control(board, "join"))) == refused
    assert sentence(await ben.slash(other, "table join")) == refused
    shown = (await mod.slash(world.channel, "server bar")).response
    assert f"<@{ben.id}>" in text(shown)
    await mod.select(shown, [str(ben.id)], custom_id=control(shown, "bar-lift"))
    assert "Nobody is barred" in text(shown)
    await ben.click(board, custom_id=control(board, "join"))
    assert ben.id in (await world.table(other)).record.people


async def test_a_barred_persons_seats_in_lobbies_are_free_at_once(world: World) -> None:
    """They could still start the game and play, as nobody had to join any more. So could a barred host."""
    table, mod = await world.seated("anna", "ben", "cleo", start=False), moderator(world)
    anna, ben = world.person("anna"), world.person("ben")
    await mod.slash(world.channel, "server bar", user=anna)
    assert table.record.people == (ben.id, world.person("cleo").id)
    assert table.record.host == ben.id
    assert "no thanks" not in text(world.board())
    await world.person("cleo").slash(world.channel, "table leave")
    await mod.slash(world.channel, "server bar", user=ben)
    assert not table.record.phase.is_live


async def test_a_game_of_computers_that_a_barred_person_opened_ends(world: World) -> None:
    """It stayed in its channel, which took no other table until somebody ended it. Another host's plays on."""
    world.slow_computers()
    mod, other = moderator(world), world.guild.create_text_channel("other")
    for name, channel in (("anna", world.channel), ("ben", other)):
        await world.person(name).slash(channel, "table watch", game="rummy", players=2)
    tables = [await world.table(channel) for channel in (world.channel, other)]
    await mod.slash(world.channel, "server bar", user=world.person("anna"))
    assert [table.record.phase for table in tables] == [Phase.CLOSED, Phase.PLAYING]


async def test_a_barred_person_is_offered_no_seat(world: World) -> None:
    """The list of tables, the menu and “What can I do now?” offered them to join, which was refused."""
    running = await world.seated("anna", "ben", "cleo")
    await world.play_beginning(running)
    await world.slash_and_confirm("cleo", "table leave")
    other = world.guild.create_text_channel("other")
    await world.person("anna").slash(other, "table new", game="rummy")
    dan, mod = world.person("dan"), moderator(world)

    async def offered() -> list[str]:
        pages = [(await dan.slash(world.channel, "table list")).response]
        pages.append((await dan.click(world.board(), custom_id=control(world.board(), "menu"))).response)
        return [label for page in pages for label in labels(page) if label.startswith(("Join", "Take over"))]

    assert await offered() == ["Join", "Join", "Take over seat 3"]
    await mod.slash(world.channel, "server bar", user=dan)
    assert await offered() == []
    rules = (await dan.slash(other, "rules")).response
    told = text((await dan.click(rules, custom_id=control(rules, "now"))).response)
    assert "This server's moderators do not let you play at its tables" in told
    assert "Join" not in told


async def test_only_moderators_can_bar(world: World) -> None:
    anna = world.person("anna")
    await let_use(world, anna)
    for options in ({}, {"user": world.person("ben")}):
        told = sentence(await anna.slash(world.channel, "server bar", **options))
        assert told == "Only this server's moderators can do that; ask one of them."


@pytest.mark.parametrize(
    ("who", "host_may", "moderator_may"), [("host", True, False), ("both", True, True), ("moderators", False, True)]
)
async def test_who_may_remove_players_is_a_setting(world: World, who: str, host_may: bool, moderator_may: bool) -> None:
    """The server's settings say whether hosts, moderators or both may remove players. A removed host is replaced.

    A moderator who bars somebody is told to remove them only if moderators may.
    """
    mod = moderator(world)
    await choose_setting(mod, world.channel, "kick", who, command="server settings")
    assert (await guild_settings.load(world.bot.store.people, world.guild.id)).who_may_kick == who
    table = await world.seated("anna", "ben", "cleo")
    world.people["mod"] = mod
    for name, may in (("anna", host_may), ("mod", moderator_may), ("ben", False)):
        offered = [part["custom_id"].split(":")[2] for part in parts(await menu(world, name)) if "custom_id" in part]
        assert ("kick" in offered) is may
    answer = await mod.slash(world.channel, "table kick", user=world.person("anna"))
    if moderator_may:
        await mod.click(answer.response, custom_id=control(answer.response, "kick-yes"))
    assert (world.person("anna").id not in table.record.people) is moderator_may
    barred = sentence(await mod.slash(world.channel, "server bar", user=world.person("dan")))
    assert ("/table kick removes them" in barred) is moderator_may
    assert (table.record.host == world.person("ben").id) is moderator_may
    host = "ben" if moderator_may else "anna"
    answer = await world.person(host).slash(world.channel, "table kick", user=world.person("cleo"))
    asked = [part for part in parts(answer.response) if "kick-yes" in part.get("custom_id", "")]
    if asked:
        await world.person(host).click(answer.response, custom_id=asked[0]["custom_id"])
    assert (world.person("cleo").id not in table.record.people) is host_may


async def test_a_barred_person_has_no_place_in_a_plan(world: World) -> None:
    """A barred person cannot sign up, and loses a seat in a plan, which would otherwise wait for them."""
    anna, ben, cleo = (world.person(name) for name in ("anna", "ben", "cleo"))
    mod = moderator(world)
    await anna.slash(world.channel, "table plan", game="rummy", when="in 1 hour")
    plan = next(message for message in world.channel.history() if "## Planned" in text(message))
    for who in (ben, cleo):
        await who.click(plan, custom_id=control(plan, "plan-join"))
    await mod.slash(world.channel, "server bar", user=ben)
    dan = world.person("dan")
    await mod.slash(world.channel, "server bar", user=dan)
    told = sentence(await dan.click(plan, custom_id=control(plan, "plan-join")))
    assert told.startswith("This server's moderators do not let you play")
    await world.env.advance_time(3700)
    assert [seat.name for seat in (await world.table()).record.seats] == ["anna", "cleo"]


async def test_a_barred_persons_place_in_a_plan_is_free_at_once(world: World) -> None:
    """A barred person's seat in a plan is free at once. A plan was once full of them, and its reminder named them.
    Their places in other servers' plans and in their own stay.
    """
    anna, ben, cleo = (world.person(name) for name in ("anna", "ben", "cleo"))
    plans = world.bot.store.plans
    elsewhere = await plans.add(Plan(0, 5, 6, Person(7, "Zoe"), "rummy", 4e9, 8))
    await plans.sign_up(elsewhere.id, Person(ben.id, "ben"), 4)
    await ben.slash(world.guild.create_text_channel("own"), "table plan", game="rummy", when="in 3 hours")
    await anna.slash(world.channel, "table plan", game="notty", when="in 1 hour", seats=2)
    plan = next(message for message in world.channel.history() if "## Planned" in text(message))
    await ben.click(plan, custom_id=control(plan, "plan-join"))
    await moderator(world).slash(world.channel, "server bar", user=ben)
    assert [plan.host.id for plan in await plans.of_person(ben.id)] == [7, ben.id]
    plan = next(message for message in world.channel.history() if "## Planned" in text(message))
    assert "(1 of 2 seats)" in text(plan)
    await cleo.click(plan, custom_id=control(plan, "plan-join"))
    await world.env.advance_time(46 * 60)
    [reminder] = [text(message) for message in world.channel.history() if "Notty begins" in text(message)]
    assert f"<@{cleo.id}>" in reminder
    assert f"<@{ben.id}>" not in reminder
    await world.env.advance_time(15 * 60)
    assert [seat.name for seat in (await world.table()).record.seats] == ["anna", "cleo"]


async def test_barring_again_frees_a_place_that_a_failure_left(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database failed between the bar and the plan. The second try only said that the person is barred already."""
    anna, ben, mod = world.person("anna"), world.person("ben"), moderator(world)
    await anna.slash(world.channel, "table plan", game="notty", when="in 2 hours")
    plan = world.channel.history()[-1]
    await ben.click(plan, custom_id=control(plan, "plan-join"))
    with monkeypatch.context() as failing:
        refuse = AsyncMock(side_effect=StoreUnavailableError(STORE_AWAY))
        failing.setattr(world.bot.store.plans, "of_person", refuse)
        await mod.slash(world.channel, "server bar", user=ben)
    assert "is barred already" in text((await mod.slash(world.channel, "server bar", user=ben)).response)
    [plan] = [message for message in world.channel.history() if "## Planned" in text(message)]
    assert f"<@{ben.id}>" not in text(plan)


async def test_a_barred_persons_plan_does_not_open(world: World) -> None:
    anna, mod = world.person("anna"), moderator(world)
    await anna.slash(world.channel, "table plan", game="rummy", when="in 1 hour")
    await mod.slash(world.channel, "server bar", user=anna)
    await world.env.advance_time(3700)
    assert await world.bot.tables.in_channel(world.channel.id) is None
    assert any("the planned table could not open: This server's moderators" in text(m) for m in world.channel.history())


async def test_a_barred_person_cannot_take_a_kept_seat_by_rematch(world: World) -> None:
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    await world.slash_and_confirm("anna", "table end")
    ben, mod = world.person("ben"), moderator(world)
    await world.person("anna").slash(world.channel, "table rematch")
    await mod.slash(world.channel, "server bar", user=ben)
    told = sentence(await ben.slash(world.channel, "table rematch"))
    assert told.startswith("This server's moderators do not let you play")
    assert (await world.table()).record.seat_of(ben.id) is None


async def test_any_bar_can_be_lifted_from_a_long_list(world: World) -> None:
    """Discord's list has room for 25 people. Naming somebody who is already barred puts them first in it."""
    mod, ben = moderator(world), world.person("ben")
    await guild_settings.save(world.bot.store.people, world.guild.id, barred=(ben.id, *range(1_000, 1_030)))
    shown = (await mod.slash(world.channel, "server bar")).response
    assert "and 6 more" in text(shown)
    shown = (await mod.slash(world.channel, "server bar", user=ben)).response
    assert f"<@{ben.id}> is barred already" in text(shown)
    await mod.select(shown, [str(ben.id)], custom_id=control(shown, "bar-lift"))
    assert ben.id not in (await guild_settings.load(world.bot.store.people, world.guild.id)).barred


async def test_barred_people_are_numbered_in_the_list(world: World) -> None:
    """The list numbers people like the mentions above it, as Discord tells bots few names. It once showed only ids."""
    mod, people = moderator(world), [world.person(name).id for name in ("anna", "ben")]
    await guild_settings.save(world.bot.store.people, world.guild.id, barred=people)
    shown = (await mod.slash(world.channel, "server bar")).response
    assert f"1. <@{people[1]}>\n2. <@{people[0]}>" in text(shown)
    [lift] = [part for part in parts(shown) if part["type"] == discord.ComponentType.string_select.value]
    assert [option["label"] for option in lift["options"]] == [f"1. {people[1]}", f"2. {people[0]}"]


async def test_bots_and_oneself_cannot_be_barred(world: World) -> None:
    """Discord's list of people includes bots, which are refused. The answer was once about invitations."""
    mod, other = moderator(world), world.guild.add_member(world.env.create_user("helper", bot=True))
    told = sentence(await mod.slash(world.channel, "server bar", user=other))
    assert told == "Bots play at no table, so there is nothing to bar them from."
    assert sentence(await mod.slash(world.channel, "server bar", user=mod)) == "You cannot bar yourself."


async def remove_by_moderator(world: World, name: str, *others: str) -> Any:
    """Remove the first person from a rated game as a moderator. Return the table, the question and the answer."""
    mod = moderator(world)
    await guild_settings.save(world.bot.store.people, world.guild.id, who_may_kick="both")
    table = await world.seated(*sorted((name, *others)), game="rummy")
    await world.play_beginning(table)
    asked = (await mod.slash(world.channel, "table kick", user=world.person(name))).response
    return table, text(asked), (await mod.click(asked, custom_id=control(asked, "kick-yes"))).response


def vote(world: World) -> str:
    """Return the text of the question in the channel, or an empty string."""
    return next((text(each) for each in world.channel.history() if "is no longer rated, because" in text(each)), "")


@pytest.mark.parametrize("name", ["anna", "ben"])
async def test_removal_by_a_moderator_is_not_attributed_to_the_host(world: World, name: str) -> None:
    """The host is asked like the others. A removed host was once said to have removed themselves."""
    others = [other for other in ("anna", "ben", "cleo") if other != name]
    table, warned, _told = await remove_by_moderator(world, name, *others)
    assert "unless everybody else still playing agrees" in warned
    question = vote(world)
    assert f"because a moderator removed <@{world.person(name).id}>" in question
    assert "Agreed:" not in question
    for other in others:
        assert table.record.voided
        message = next(each for each in world.channel.history() if "is no longer rated, because" in text(each))
        await world.person(other).click(message, custom_id=control(message, "agree"))
    assert not table.record.voided


async def test_a_sole_remaining_player_cannot_keep_the_game_rated(world: World) -> None:
    """The only other player would gain from a rating, like a host who removed their only opponent."""
    table, warned, told = await remove_by_moderator(world, "anna", "ben")
    assert "The game will then no longer be rated." in warned
    assert "The game is no longer rated." in text(told)
    assert not vote(world)
    assert table.record.voided


async def test_inviting_a_barred_person_is_refused(world: World) -> None:
    """The host was once told that an invitation had been sent, although its button could only be refused."""
    anna, ben, mod = world.person("anna"), world.person("ben"), moderator(world)
    await mod.slash(world.channel, "server bar", user=ben)
    for invite_only in (True, False):
        await anna.slash(world.channel, "table new", game="rummy", invite_only=invite_only)
        told = [sentence(await anna.context_menu(world.channel, "Invite to my table", ben))]
        if invite_only:
            told.append(sentence(await anna.slash(world.channel, "table invite", user=ben)))
        assert all(f"do not let <@{ben.id}> play at its tables" in each for each in told), told
        await world.slash_and_confirm("anna", "table end")
    assert not ben.user.dm_channel.history()


async def test_a_rematch_keeps_no_seat_for_a_barred_person(world: World) -> None:
    """Barred people were once mentioned and asked to join, which they may not do."""
    await world.play_beginning(await world.seated("anna", "ben", "cleo"))
    await world.slash_and_confirm("anna", "table end")
    await moderator(world).slash(world.channel, "server bar", user=world.person("ben"))
    await world.person("anna").slash(world.channel, "table rematch")
    assert (await world.table()).record.awaited == (world.person("cleo").id,)
    assert f"<@{world.person('ben').id}>" not in text(world.board())


async def test_two_simultaneous_bars_both_apply(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two moderators were once each told that it was done, but one of the two people could go on playing."""
    role = world.guild.create_role("two", permissions=discord.Permissions(manage_guild=True))
    mods = [world.guild.add_member(world.env.create_user(name), roles=[role]) for name in ("uwe", "ida")]
    people = world.bot.store.people
    change = people.change_guild

    async def slowly(guild_id: int, changes: Any) -> Any:
        await turns(LONG)
        return await change(guild_id, changes)

    monkeypatch.setattr(people, "change_guild", slowly)
    both = [world.person("ben"), world.person("zoe")]
    with one_moment(world):
        for who, person in zip(mods, both, strict=True):
            await who.slash(world.channel, "server bar", user=person)
    await world.env.settle()
    assert set((await guild_settings.load(people, world.guild.id)).barred) == {person.id for person in both}
