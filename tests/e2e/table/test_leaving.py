"""Leaving and ending a game ask first and say what they cost, and only some people may end it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.tables.model.records import Phase
from bot.ui.kit.controls import button
from bot.ui.kit.layout import GREY
from bot.ui.kit.layout import page as built
from tests.e2e.one_moment import one_moment
from tests.e2e.rated import ratings
from tests.e2e.table_talk import control, labels, menu, parts, private, sentence, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


LAST = "You will be rated last."


async def ask_to(world: World, name: str, what: str) -> Any:
    """Ask to leave (`quit`) or to end the game (`end`) in the person's menu, and return what they are shown."""
    person = world.person(name)
    menu = (await person.click(world.board(), custom_id=control(world.board(), "menu"))).response
    await person.click(menu, custom_id=control(menu, what))
    return menu


async def test_leaving_a_game_asks_first_and_says_what_it_costs(world: World) -> None:
    """“Play on” changes nothing. After a yes, a computer player has the seat until its owner comes back."""
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    ben = world.person("ben")
    shown = await ask_to(world, "ben", "quit")
    assert "Leave the game?" in text(shown)
    assert "A computer player takes your seat until you come back." in text(shown)
    assert LAST in text(shown)
    await ben.click(shown, custom_id=control(shown, "menu-back"))
    assert ben.id in table.record.present
    shown = await ask_to(world, "ben", "quit")
    await ben.click(shown, custom_id=control(shown, "quit-yes"))
    assert "A computer player plays on for you" in text(shown)
    assert ben.id not in table.record.people
    assert table.record.seats[1].plays_itself
    assert table.position.person_to_act == world.person("anna").id
    page = await menu(world, "ben")
    await ben.click(page, custom_id=control(page, "return"))
    assert table.record.seats[1].occupant == ben.id


@pytest.mark.parametrize("rated", [True, False])
async def test_the_question_before_a_game_is_ended_says_whether_anybody_wins_by_it(world: World, rated: bool) -> None:
    """It always said “without a winner”, and then the other player had won."""
    anna, ben = world.person("anna"), world.person("ben")
    await anna.slash(world.channel, "table new", game="rummy", seats=2, rated=rated)
    await ben.slash(world.channel, "table join")
    await anna.slash(world.channel, "table start")
    assert "It ends for everybody, without a winner." in text(await ask_to(world, "anna", "end"))
    await world.play_beginning(await world.table())
    shown = await ask_to(world, "anna", "end")
    assert "It ends for everybody, and whoever has not left it has won." in text(shown)
    await anna.click(shown, custom_id=control(shown, "end-yes"))
    assert "🏆 won, 1 other player left the game" in text((await ben.slash(world.channel, "history")).response)


async def test_a_host_who_ends_a_game_is_asked_first_and_rated_last(world: World) -> None:
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    shown = await ask_to(world, "anna", "end")
    assert "End the game?" in text(shown)
    assert LAST in text(shown)
    assert table.record.phase is Phase.PLAYING
    await world.person("anna").click(shown, custom_id=control(shown, "end-yes"))
    assert f"Table {table.id} is closed." in text(shown)
    assert await ratings(world, table) == {"anna": (1500, 1395), "ben": (1500, 1605)}


@pytest.mark.parametrize("way", ["quit", "end"])
async def test_who_stays_to_the_last_in_a_game_of_people_has_won_it(world: World, way: str) -> None:
    """Ben is losing and leaves. Anna had to play on against a computer player: ending the game rated her last, too.
    If he comes back before she confirms, she is asked again.
    """
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    await world.slash_and_confirm("ben", "table leave")
    shown = await ask_to(world, "anna", way)
    await world.person("ben").slash(world.channel, "table join")
    await world.person("anna").click(shown, custom_id=control(shown, f"{way}-yes"))
    assert table.record.phase is Phase.PLAYING
    assert LAST in text(shown)
    await world.slash_and_confirm("ben", "table leave")
    shown = await ask_to(world, "anna", way)
    assert "You will be rated first." in text(shown)
    assert ("Everybody else has left it." in text(shown)) is (way == "end")
    await world.person("anna").click(shown, custom_id=control(shown, f"{way}-yes"))
    assert "This table was closed. Everybody else had left." in text(world.board())
    assert "**ben** left early and is rated last" in text(world.board())
    assert await ratings(world, table) == {"anna": (1500, 1605), "ben": (1500, 1395)}


async def test_who_stays_to_the_last_still_has_to_beat_the_computers(world: World) -> None:
    table = await world.seated("anna", "ben", bots=1)
    await world.play_beginning(table)
    await world.slash_and_confirm("ben", "table leave")
    shown = await ask_to(world, "anna", "end")
    assert LAST in text(shown)
    await world.person("anna").click(shown, custom_id=control(shown, "end-yes"))
    before, after = (await ratings(world, table))["anna"]
    assert after < before


@pytest.mark.parametrize(("name", "act"), [("ben", "leave"), ("anna", "end"), ("anna", "kick")])
async def test_leaving_and_ending_ask_if_the_game_has_just_begun(world: World, name: str, act: str) -> None:
    """If the game begins just before, leaving, ending and removing ask first, although the lobby asks nothing."""
    table = await world.seated("anna", "ben", start=False)
    anna, ben = world.person("anna"), world.person("ben")
    with one_moment(world):
        async with table._lock:
            await anna.slash(world.channel, "table start")
            await world.person(name).slash(world.channel, f"table {act}", **({"user": ben} if act == "kick" else {}))
    await world.env.settle()
    assert table.record.phase is Phase.PLAYING
    assert table.record.people == (anna.id, ben.id)
    shown = world.channel.history(viewer=world.person(name))[-1]
    assert any("-yes:" in part.get("custom_id", "") for part in parts(shown)), text(shown)


async def test_leaving_or_ending_a_lobby_asks_nothing(world: World) -> None:
    await world.seated("anna", "ben", start=False)
    shown = await ask_to(world, "ben", "quit")
    assert "You have left table" in text(shown)
    shown = await ask_to(world, "anna", "end")
    assert "is closed" in text(shown)


async def test_a_single_other_player_is_not_called_the_others(world: World) -> None:
    """The only other player is away when Anna leaves. The question and the answer used to be about several."""
    await world.play_beginning(await world.seated("anna", "ben"))
    await world.person("ben").slash(world.channel, "table autopilot", on=True)
    anna = world.person("anna")
    asked = (await anna.slash(world.channel, "table leave")).response
    assert "The other player is away, and the game waits for them." in text(asked)
    await anna.click(asked, custom_id=control(asked, "quit-yes"))
    assert "The game waits for the other player, who is away." in text(asked)


async def test_a_game_gets_a_new_host(world: World) -> None:
    """A lobby shows who the host is, but a game's board does not, and only the old host was answered. The old host can
    end the table neither with an old menu nor with an old question.
    """
    table = await world.seated("anna", "ben")
    anna, ben = world.person("anna"), world.person("ben")
    board = world.board()
    menu = (await anna.click(board, custom_id=control(board, "menu"))).response
    question = await ask_to(world, "anna", "end")
    await anna.slash(world.channel, "table host", user=ben)
    assert "**ben** is the host now." in text(world.board())
    for message, verb in ((menu, "end"), (question, "end-yes")):
        told = sentence(await anna.click(message, custom_id=control(message, verb)))
        assert told == f"Only the host, <@{ben.id}>, can do that; ask them."
    assert table.record.phase is Phase.PLAYING
    await world.slash_and_confirm("ben", "table leave")
    assert "**anna** is the host now." in text(world.board())


async def test_a_channel_manager_can_end_the_game_at_no_cost(world: World) -> None:
    """A person who manages the channel is asked and ends the game, at no cost if they do not play. Its menu used to
    offer that to the host alone.
    """
    table = await world.seated("anna", "ben")
    await world.play_beginning(table)
    may = discord.Permissions(manage_channels=True, view_channel=True, send_messages=True)
    boss = world.people["boss"] = world.guild.add_member(
        world.env.create_user("boss"), roles=[world.guild.create_role("mod", permissions=may)]
    )
    page = await menu(world, "boss")
    shown = (await boss.click(page, custom_id=control(page, "end"))).response
    assert "End the game?" in text(shown)
    assert LAST not in text(shown)
    await boss.click(shown, custom_id=control(shown, "end-yes"))
    assert table.record.phase is Phase.CLOSED
    assert await ratings(world, table) == {}


async def test_whoever_manages_another_channel_cannot_end_the_game(world: World) -> None:
    """The list of tables shows the board, with its menu, also in a channel of one's own."""
    table = await world.seated("anna", "ben")
    zoe = world.person("zoe")
    own = world.guild.create_text_channel("zoes", overwrites={zoe: discord.PermissionOverwrite(manage_channels=True)})
    listed = (await zoe.slash(own, "table list")).response
    shown = private(await zoe.click(listed, custom_id=control(listed, "watch")))
    page = private(await zoe.click(shown, custom_id=control(shown, "menu")))
    assert "End the table" not in labels(page)
    end = button(table.id, "end", "End the table")
    world.env.backend.edit_message(own.id, page.id, {"components": built([(end,)], GREY).to_components()})
    told = sentence(await zoe.click(page, custom_id=str(end.custom_id)))
    assert told == f"Only the host, <@{world.person('anna').id}>, can do that; ask them."
    assert table.record.phase is Phase.PLAYING


async def test_a_channel_manager_who_plays_is_rated_last_for_ending(world: World) -> None:
    """For a moderator who plays and is not the host, ending the game counts as leaving it."""
    may = discord.Permissions(manage_channels=True, view_channel=True, send_messages=True)
    role = world.guild.create_role("mod", permissions=may)
    world.people["boss"] = world.guild.add_member(world.env.create_user("boss"), roles=[role])
    table = await world.seated("anna", "boss")
    await world.play_beginning(table)
    shown = (await world.people["boss"].slash(world.channel, "table end")).response
    assert LAST in text(shown)
    await world.people["boss"].click(shown, custom_id=control(shown, "end-yes"))
    assert await ratings(world, table) == {"anna": (1500, 1605), "boss": (1500, 1395)}


async def test_the_last_person_to_leave_closes_the_table(world: World) -> None:
    """A table without people ends. The question says so before, and the answer and the board afterwards."""
    table = await world.seated("anna", bots=2)
    await world.play_beginning(table)
    anna = world.person("anna")
    menu = (await anna.click(world.board(), custom_id=control(world.board(), "menu"))).response
    await anna.click(menu, custom_id=control(menu, "quit"))
    assert "Nobody else is playing, so it ends." in text(menu)
    await anna.click(menu, custom_id=control(menu, "quit-yes"))
    assert "left table" in text(menu)
    assert "it is closed" in text(menu)
    assert table.record.phase is Phase.CLOSED
    assert "Everybody left" in text(world.board())
    assert "**anna** left early and is rated last" in text(world.board())
    assert "🤖 **anna**" not in text(world.board())


async def test_autopilot_turns_stay_marked_after_their_player_leaves(world: World) -> None:
    """The board used to show them as the person's own from then on."""
    table = await world.seated("anna", "ben", "cleo", game="rummy")
    await world.play_beginning(table)
    ben = world.person("ben")
    await world.play_on(table, until=lambda: table.position.person_to_act == ben.id)
    await ben.slash(world.channel, "table autopilot", on=True)
    assert "🤖 **ben** discarded" in text(world.board())
    await world.slash_and_confirm("ben", "table leave")
    assert "**ben** left; a computer player plays on." in text(world.board())
    assert "🤖 **ben** discarded" in text(world.board())
