"""What a server's moderators can do: void a result, bar somebody from its tables, and remove players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import AsyncMock

import discord
import pytest

from bot.records.model import EVERYWHERE, Ladder, Participant, Player, Result
from bot.tables.acts import guild_settings
from bot.tables.model.records import Phase, Seat, TableRecord
from bot.tables.model.stores import STORE_AWAY, StoreUnavailableError
from bot.ui.messages.folding import FOLD_AFTER_SECONDS
from tests.e2e.one_moment import LONG, one_moment, turns
from tests.e2e.rated import ratings, standing
from tests.e2e.table_talk import choose_setting, control, parts, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def moderator(world: World, **granted: bool) -> Any:
    """Return a member who may manage the server, or who has other permissions instead."""
    permissions = discord.Permissions(**granted or {"manage_guild": True})
    role = world.guild.create_role("mods", permissions=permissions)
    return world.guild.add_member(world.env.create_user("mod"), roles=[role])


async def let_use(world: World, *people: Any) -> None:
    """Let these people use `/server`, as the server's owner can do in Discord's settings."""
    synced = next(command for command in await world.bot.tree.fetch_commands() if command.name == "server")
    world.guild.set_command_permissions(synced, dict.fromkeys(people, True))


async def finished(world: World) -> Any:
    """Play a rated game of Anna and Ben to its end."""
    table = await world.seated("anna", "ben", game="six-holes")
    await world.play_on(table, until=lambda: table.record.phase is Phase.OVER)
    return table


async def test_voiding_a_result_is_public_and_reverts_its_ratings(world: World) -> None:
    """After a confirmation, the result is void on the board, in the channel, in histories and on the leaderboard."""
    table = await finished(world)
    mod = moderator(world)
    assert await standing(world, "anna", "ben", game="six-holes") != [1500, 1500]
    offered = await mod.autocomplete(world.channel, "server void", "id", "")
    assert [each["value"] for each in offered] == [str(table.id)], "as /replay offers it"
    asked = (await mod.slash(world.channel, "server void", id=str(table.id))).response
    assert "won!" in text(asked)
    assert await ratings(world, table)
    done = await mod.click(asked, custom_id=control(asked, "void-yes"))
    assert "The result of table 1 is void." in text(asked)
    [public] = done.followups
    assert not public.ephemeral
    assert f"<@{mod.id}> voided the result of table 1 (6 Holes)" in text(public)
    assert "The moderators of this server voided this result" in text(world.board())
    assert await standing(world, "anna", "ben", game="six-holes") == [1500, 1500]
    anna = world.person("anna")
    assert "voided by the moderators" in text((await anna.slash(world.channel, "history")).response)
    assert "Nobody has finished" in text((await anna.slash(world.channel, "leaderboard", game="six-holes")).response)
    own = await world.bot.store.records.ratings_of(anna.id, world.guild.id, 1)
    assert Ladder("six-holes", "people", world.guild.id, 1) not in own
    again = await mod.slash(world.channel, "server void", id=str(table.id))
    assert sentence(again) == "The result of table 1 has been voided already."


async def void_from_elsewhere(world: World, table: Any) -> tuple[Any, Any]:
    """Void the result as a moderator in another channel. Return that channel and the message with the outcome."""
    office, mod = world.guild.create_text_channel("office"), moderator(world)
    asked = (await mod.slash(office, "server void", id=str(table.id))).response
    await mod.click(asked, custom_id=control(asked, "void-yes"))
    return office, asked


def public(channel: Any) -> list[str]:
    """Return the texts in the channel that everybody sees."""
    return [text(message) for message in channel.history() if not message.flags.ephemeral]


async def test_voiding_is_announced_where_the_game_was_played(world: World) -> None:
    """Players whose ratings change may not see the moderators' channel, which was once the only one informed."""
    table = await finished(world)
    await world.bot.store.people.change_guild(world.guild.id, {"language": "de"})
    office, asked = await void_from_elsewhere(world, table)
    assert text(asked).strip() == "The result of table 1 is void."
    assert "Ergebnis von Tisch 1 (6 Holes) für ungültig erklärt" in public(world.channel)[-1]
    assert not public(office)


async def test_the_moderator_is_told_if_the_announcement_fails(world: World) -> None:
    table = await finished(world)
    where = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", where, status=403, code=50001, message="no", times=None)
    office, asked = await void_from_elsewhere(world, table)
    assert "is void. I could not say so in the game's channel" in text(asked)
    assert not public(office)


async def test_voiding_is_announced_also_if_its_answer_is_lost(world: World) -> None:
    """Where it was voided in the game's own channel, nobody was told then, and it cannot be voided again."""
    table, mod = await finished(world), moderator(world)
    asked = (await mod.slash(world.channel, "server void", id=str(table.id))).response
    world.env.inject_error("POST", "/interactions/*", status=404, code=10062, message="no", times=None)
    await mod.click(asked, custom_id=control(asked, "void-yes"))
    world.interactions.clear()
    [told] = [said for said in public(world.channel) if "voided the result of table 1" in said]
    assert f"<@{mod.id}>" in told


async def test_a_void_result_is_marked_on_its_board_and_in_its_replay(world: World) -> None:
    """The line and the replay say that the result is void. The line once named only the winner."""
    table = await finished(world)
    await void_from_elsewhere(world, table)
    await world.env.advance_time(FOLD_AFTER_SECONDS + 1)
    [line] = [said for said in public(world.channel) if "**6 Holes** · table 1" in said]
    assert "won <t:" in line
    assert line.strip().endswith("voided by the moderators: counts for nothing")
    shown = (await world.person("anna").slash(world.channel, "replay", id=str(table.id))).response
    [last] = [part["custom_id"] for part in parts(shown) if str(part.get("custom_id", "")).endswith(":last")]
    shown = (await world.person("anna").click(shown, custom_id=last)).response
    assert "The moderators of this server voided this result" in text(shown)


async def test_a_game_from_before_the_bot_joined_cannot_be_voided(world: World) -> None:
    """The game counts for no ladder of the server. Moderators were once told that it was void, but it still counted."""
    anna, ben = world.person("anna"), world.person("ben")
    seats = (Seat("anna", anna.id), Seat("ben", ben.id))
    record = TableRecord(
        0, world.guild.id, world.channel.id, "six-holes", {}, 2, anna.id, bytes(32), 0.0, Phase.OVER, seats,
        start_interaction=1, started_at=0.0, ended_at=0.0, outside=True,
    )  # fmt: skip
    table = await world.bot.store.tables.create(record, None)
    came_in = tuple(Participant(Player(who.id), place - 1, place, place) for place, who in enumerate((anna, ben), 1))
    await world.bot.store.records.record(Result(table.id, EVERYWHERE, "six-holes", 0.0, "people", came_in))
    mod = moderator(world)
    told = sentence(await mod.slash(world.channel, "server void", id=str(table.id)))
    assert told.startswith("There is no table 1 in this server")
    rated = await world.bot.store.records.rated_game(table.id)
    assert rated is not None
    assert not rated.voided


async def test_only_moderators_can_void_and_only_finished_games(world: World) -> None:
    table = await world.seated("anna", "ben")
    mod = moderator(world)
    anna = world.person("anna")
    await let_use(world, anna, mod)
    told = sentence(await anna.slash(world.channel, "server void", id=str(table.id)))
    assert told == "Only this server's moderators can do that; ask one of them."
    told = sentence(await mod.slash(world.channel, "server void", id="99"))
    assert told.startswith("There is no table 99 in this server")
    told = sentence(await mod.slash(world.channel, "server void", id="the last one"))
    assert told.startswith("There is no table the last one in this server")
    told = sentence(await mod.slash(world.channel, "server void", id=str(table.id)))
    assert told.startswith("The game at table 1 is not over yet")
    await world.slash_and_confirm("anna", "table end")
    told = sentence(await mod.slash(world.channel, "server void", id=str(table.id)))
    assert told == "The game at table 1 has no result."


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
    """The server's settings say whether hosts, moderators or both may remove players. A removed host is replaced."""
    mod = moderator(world)
    await choose_setting(mod, world.channel, "kick", who, command="server settings")
    assert (await guild_settings.load(world.bot.store.people, world.guild.id)).who_may_kick == who
    table = await world.seated("anna", "ben", "cleo")
    answer = await mod.slash(world.channel, "table kick", user=world.person("anna"))
    if moderator_may:
        await mod.click(answer.response, custom_id=control(answer.response, "kick-yes"))
    assert (world.person("anna").id not in table.record.people) is moderator_may
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
    """A barred person's seat in a plan is free at once. A plan was once full of them, and its reminder named them."""
    anna, ben, cleo = (world.person(name) for name in ("anna", "ben", "cleo"))
    await anna.slash(world.channel, "table plan", game="notty", when="in 1 hour", seats=2)
    plan = next(message for message in world.channel.history() if "## Planned" in text(message))
    await ben.click(plan, custom_id=control(plan, "plan-join"))
    await moderator(world).slash(world.channel, "server bar", user=ben)
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


async def test_bots_cannot_be_barred(world: World) -> None:
    """Discord's list of people includes bots, which are refused. The answer was once about invitations."""
    other = world.guild.add_member(world.env.create_user("helper", bot=True))
    told = sentence(await moderator(world).slash(world.channel, "server bar", user=other))
    assert told == "Bots play at no table, so there is nothing to bar them from."


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
    assert "unless everyone else still playing agrees" in warned
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

    async def slowly(guild_id: int, changes: Any) -> None:
        await turns(LONG)
        await change(guild_id, changes)

    monkeypatch.setattr(people, "change_guild", slowly)
    both = [world.person("ben"), world.person("zoe")]
    with one_moment(world):
        for who, person in zip(mods, both, strict=True):
            await who.slash(world.channel, "server bar", user=person)
    await world.env.settle()
    assert set((await guild_settings.load(people, world.guild.id)).barred) == {person.id for person in both}
