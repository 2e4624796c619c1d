"""Removing a player from a rated game changes nobody's rating, and the host is told so before and afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.tables.model import guild_settings
from bot.tables.model.records import Phase
from tests.e2e.rated import standing
from tests.e2e.table.questions import question
from tests.e2e.table_talk import control, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World

START = 1500


async def kick(world: World, host: str, name: str) -> Any:
    """Type `/table kick` as the host, and return the answer."""
    return (await world.person(host).slash(world.channel, "table kick", user=world.person(name))).response


async def kick_and_confirm(world: World, host: str, name: str) -> str:
    """Remove the person as the host, confirm, and return what the host reads then."""
    asked = await kick(world, host, name)
    await world.person(host).click(asked, custom_id=control(asked, "kick-yes"))
    return text(asked)


async def test_a_kicked_opponent_loses_no_rating(world: World) -> None:
    """The host removes the only opponent and ends the game. The ratings stay 1500 and 1500, not 1605 and 1395."""
    table = await world.seated("anna", "ben", game="rummy")  # no new deal clears the news from its board
    await world.play_beginning(table)
    assert await standing(world, "anna", "ben", game="rummy") == [START, START]
    asked = await kick(world, "anna", "ben")
    assert "Remove ben from the table?" in text(asked)
    assert "The game will then no longer be rated" in text(asked)
    assert table.record.people == (world.person("anna").id, world.person("ben").id), "asked first"
    said = await kick_and_confirm(world, "anna", "ben")
    assert "no longer rated" in said
    assert question(world) is None, "nobody else is left who could want it rated"
    assert "**ben** was removed; a computer player plays on." in text(world.board())
    assert "No longer rated" in text(world.board())
    anna = world.person("anna")
    asked = (await anna.slash(world.channel, "table end")).response
    assert "It ends for everybody, without a winner." in text(asked)
    assert "rated" not in text(asked)
    await anna.click(asked, custom_id=control(asked, "end-yes"))
    assert table.record.phase is Phase.CLOSED
    assert "Not rated: a player was removed" in text(world.board())
    assert await standing(world, "anna", "ben", game="rummy") == [START, START]
    await world.restart()
    assert await standing(world, "anna", "ben", game="rummy") == [START, START]


async def test_a_game_with_a_kick_ends_unrated(world: World) -> None:
    """Whether or not the host beats the computer player in the kicked player's seat, nobody's rating changes."""
    table = await world.seated("anna", "ben", game="rummy")
    await world.play_beginning(table)
    await kick_and_confirm(world, "anna", "ben")
    await world.play_to_end(table)
    assert "Not rated: a player was removed" in text(world.board())
    assert await standing(world, "anna", "ben", game="rummy") == [START, START]
    history = text((await world.person("ben").slash(world.channel, "history")).response)
    assert "removed" in history
    assert "not rated" in history
    assert "left early" not in history


async def test_a_unanimous_vote_keeps_the_game_rated_after_a_kick(world: World) -> None:
    """The others are asked. If all of them agree, the kicked player is rated last, and the board says so."""
    table = await world.seated("anna", "ben", "cleo", "dan")
    await world.play_beginning(table)
    said = await kick_and_confirm(world, "anna", "ben")
    assert "the others are asked" in said
    cleo, dan, zoe = (world.person(name) for name in ("cleo", "dan", "zoe"))
    asked = question(world)
    assert f"Do you agree, <@{cleo.id}> and <@{dan.id}>?" in text(asked)
    assert "Only people still playing" in sentence(await zoe.click(asked, custom_id=control(asked, "agree")))
    assert "Only people still playing" in sentence(
        await world.person("ben").slash(world.channel, "table agree", answer="yes")
    )
    await cleo.click(asked, custom_id=control(asked, "agree"))
    assert not table.record.counts
    await world.restart()
    table = await world.table()
    await dan.slash(world.channel, "table agree", answer="yes")
    assert table.record.counts
    assert question(world) is None
    assert "the game stays rated" in text(world.board())
    await world.slash_and_confirm("anna", "table end")
    after = await standing(world, "anna", "ben", "cleo", "dan")
    board = text(world.board())
    assert f"**ben** was removed and is rated last: 1500? → {after[1]}?" in board
    assert after[1] < START < after[2] == after[3]
    assert "ben** left early" not in board


async def test_a_player_kicked_at_the_beginning_is_never_rated(world: World) -> None:
    """A player who is removed before everybody has played is not rated. If all agree, the others are."""
    table = await world.seated("anna", "ben", "cleo")
    assert "the other player is asked" in await kick_and_confirm(world, "anna", "ben")
    asked = question(world)
    assert "is not rated either way" in text(asked)
    assert "rated last" not in text(asked)
    await world.person("cleo").click(asked, custom_id=control(asked, "agree"))
    await world.play_beginning(table)
    await world.slash_and_confirm("anna", "table end")
    assert await standing(world, "anna", "ben", "cleo") == [1395, START, 1605]


@pytest.mark.parametrize("by_moderator", [False, True])
async def test_the_vote_says_that_a_kicked_player_has_come_back(world: World, by_moderator: bool) -> None:
    """The question used to be about “a former player”, who would be rated last, and asked that player as well."""
    table = await world.seated("anna", "ben", "cleo")
    await world.play_beginning(table)
    if by_moderator:
        role = world.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
        world.people["boss"] = world.guild.add_member(world.env.create_user("boss"), roles=[role])
        await guild_settings.save(world.bot.store.people, world.guild.id, who_may_kick="both")
    await kick_and_confirm(world, "boss" if by_moderator else "anna", "ben")
    ben = world.person("ben")
    assert f"removed <@{ben.id}>" in text(question(world))
    await world.person("anna").slash(world.channel, "table invite", user=ben)
    await ben.slash(world.channel, "table join")
    by = "a moderator" if by_moderator else f"<@{world.person('anna').id}>"
    asked = text(question(world))
    assert f"because {by} removed a player who has since come back. If everybody agrees, it stays rated." in asked
    assert "Former player" not in asked
    for name in ("anna", "ben", "cleo"):
        if name != "anna" or by_moderator:
            await world.person(name).click(question(world), custom_id=control(question(world), "agree"))
    assert table.record.counts


async def test_one_no_leaves_the_game_unrated_for_good(world: World) -> None:
    """After one no the game stays unrated: another kick opens no vote, and players who leave are not rated."""
    table = await world.seated("anna", "ben", "cleo", "dan")
    await kick_and_confirm(world, "anna", "ben")
    asked = question(world)
    await world.person("cleo").click(asked, custom_id=control(asked, "decline"))
    assert question(world) is None
    assert not table.record.counts
    answer = await kick(world, "anna", "cleo")
    assert "has been removed" in text(answer), "an unrated game has nothing to ask about"
    assert question(world) is None
    await world.slash_and_confirm("dan", "table leave")
    await world.slash_and_confirm("anna", "table end")
    assert await standing(world, "anna", "ben", "cleo", "dan") == [START] * 4


async def test_leaving_during_the_vote_ends_it_and_stays_unrated(world: World) -> None:
    """If a player leaves during the vote, it is over, because they left a game that does not count."""
    table = await world.seated("anna", "ben", "cleo", "dan")
    await kick_and_confirm(world, "anna", "ben")
    asked = question(world)
    await world.person("cleo").click(asked, custom_id=control(asked, "agree"))
    await world.slash_and_confirm("dan", "table leave")
    assert question(world) is None
    assert not table.record.counts


async def test_a_player_who_is_away_votes_after_coming_back(world: World) -> None:
    """A player who is away is asked as well. The autopilot agrees to nothing, so they answer after coming back."""
    table = await world.seated("anna", "ben", "cleo", "dan")
    await world.person("dan").slash(world.channel, "table autopilot", on=True)
    await kick_and_confirm(world, "anna", "ben")
    asked = question(world)
    await world.person("cleo").click(asked, custom_id=control(asked, "agree"))
    assert not table.record.counts
    await world.person("dan").slash(world.channel, "table autopilot", on=False)
    await world.person("dan").click(question(world), custom_id=control(question(world), "agree"))
    assert table.record.counts


async def test_only_the_host_can_kick_and_the_menu_asks_first(world: World) -> None:
    """The question is shown in the menu, and going back changes nothing. Others are refused without a question."""
    table = await world.seated("anna", "ben")
    anna, ben = world.person("anna"), world.person("ben")
    assert "Only the host" in sentence(await ben.slash(world.channel, "table kick", user=anna))
    assert "cannot kick yourself" in sentence(await anna.slash(world.channel, "table kick", user=anna))
    page = (await anna.click(world.board(), custom_id=control(world.board(), "menu"))).response
    await anna.select(page, [str(ben.id)], custom_id=control(page, "kick"))
    assert "Remove ben from the table?" in text(page)
    assert table.record.seats[1].occupant == ben.id
    await anna.click(page, custom_id=control(page, "menu-back"))
    assert table.record.seats[1].occupant == ben.id


async def test_a_kick_with_no_rating_at_stake_asks_nothing(world: World) -> None:
    """A player who is removed from a lobby or an unrated game loses nothing, so the host is not asked."""
    anna, ben, cleo = (world.person(name) for name in ("anna", "ben", "cleo"))
    await anna.slash(world.channel, "table new", game="three-thirteen", seats=3, rated=False)
    await ben.click(world.board(), custom_id=control(world.board(), "join"))
    await cleo.click(world.board(), custom_id=control(world.board(), "join"))
    table = await world.table()
    assert "has been removed" in text(await kick(world, "anna", "cleo"))
    assert table.record.people == (anna.id, ben.id)
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    assert "has been removed" in text(await kick(world, "anna", "ben"))
    assert table.record.seats[1].was_left
