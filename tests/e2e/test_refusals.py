"""What goes wrong is answered in one sentence, changes nothing, and leaves the table playable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.rules.catalogue import GAMES
from bot.tables.model.records import Phase
from tests.e2e.table_talk import advice, control, parts, text

if TYPE_CHECKING:
    from tests.e2e.conftest import World


def sentence(result: Any) -> str:
    """The one sentence that only the asker sees."""
    said = [result.response, *result.followups] if result.response else result.followups
    told = [message for message in said if message.ephemeral and message.content]
    assert len(told) == 1, told
    return text(told[0])


async def test_who_does_not_play_here(world: World) -> None:
    """A stranger's click and command."""
    await world.seated("anna", "ben")
    board = world.board()
    stranger = world.person("zoe")
    assert "You are not playing at this table" in sentence(
        await stranger.click(board, custom_id=control(board, "hand"))
    )
    assert "You are not playing at this table" in sentence(
        await stranger.slash(world.channel, "move", action="draw stock")
    )
    await world.for_sure("anna", "table end")
    over = await stranger.slash(world.channel, "hand")
    assert "This game is over" in sentence(over)


@pytest.mark.parametrize("game", list(GAMES))
async def test_not_your_turn(world: World, game: str) -> None:
    """Who is to play is named, not numbered: by a typed action in the channel and by DM, and for an old button."""
    table = await world.seated("an_na", "be_n", game=game, bots=GAMES[game].seats[0] - 2)
    name = world.name_to_act(table)
    first, other = world.person(name), world.person("be_n" if name == "an_na" else "an_na")
    turn = "It is {name}'s turn; you can play when it is yours.".format(name=name.replace("_", r"\_"))
    typed = advice(table, first.id)
    assert sentence(await other.slash(world.channel, "move", action=typed)) == turn
    assert sentence(await other.user.slash("move", action="no action at all")) == turn
    hand = (await first.slash(world.channel, "hand")).response
    old = next(part["custom_id"] for part in parts(hand) if ":act:" in part.get("custom_id", ""))
    await world.play_on(table, until=lambda: table.position.person_to_act == other.id)
    assert sentence(await first.click(hand, custom_id=old)).startswith("It is ")
    fresh = next(m for m in world.channel.history(viewer=first) if m.id == hand.id)
    assert not [part for part in parts(fresh) if part.get("custom_id", "").split(":")[2:3] == ["act"]]


@pytest.mark.parametrize("typed", ["dance", "discard 99", "draw everything", "x" * 500, "discard"])
async def test_an_action_that_cannot_be_read(world: World, typed: str) -> None:
    """It says what can be written."""
    table = await world.seated("anna", bots=1)
    assert sentence(await world.person("anna").slash(world.channel, "move", action=typed))
    assert table.record.decision in (0, 2)


async def test_against_the_rules(world: World) -> None:
    """Discarding before drawing."""
    await world.seated("anna", bots=1)
    assert "draw" in sentence(await world.person("anna").slash(world.channel, "discard", cards="4C")).lower()


async def test_a_verb_of_another_game(world: World) -> None:
    """It is told what this game knows."""
    await world.seated("anna", bots=1)
    told = sentence(await world.person("anna").slash(world.channel, "lay", melds="4C 4D 4H"))
    assert "/lay" in told
    assert "/draw" in told


async def test_a_stale_button_shows_the_current_hand(world: World) -> None:
    """The old action is not played: the message is brought up to date instead."""
    table = await world.seated("anna", bots=1)
    anna = world.person("anna")
    hand = (await anna.slash(world.channel, "hand")).response
    old = control(hand, "act", "draw stock")
    dm = world.dm("anna")
    await anna.user.click(dm, custom_id=control(dm, "act", "draw stock"))
    decision = table.record.decision
    result = await anna.click(hand, custom_id=old)
    assert "earlier position" in sentence(result)
    assert table.record.decision == decision
    fresh = next(m for m in world.channel.history(viewer=anna) if m.id == hand.id)
    assert "discard one card" in text(fresh).lower()


async def test_a_double_click_plays_once(world: World) -> None:
    """Two clicks on one button, the second before the message changed."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    person, hand = world.person(name).user, world.dm(name)
    button = control(hand, "act", "draw stock")
    await person.click(hand, custom_id=button)
    world.env.backend.edit_message(hand.channel.id, hand.id, {"components": world_components(hand)})
    assert "earlier position" in sentence(await person.click(hand, custom_id=button))
    assert table.record.decision == 1


def world_components(message: Any) -> list[Any]:
    """A message's components as it was when it was read."""
    return [component.to_dict() for component in message.components]


async def test_a_second_table_in_a_channel(world: World) -> None:
    """One sentence with a link; a thread has room for another table."""
    first = await world.seated("anna", bots=1)
    ben = world.person("ben")
    told = sentence(await ben.slash(world.channel, "table new", game="three-thirteen"))
    assert f"/{world.channel.id}" in told
    assert str(first.id) in told
    await ben.slash(world.channel, "table new", game="three-thirteen", thread=True)
    [thread] = world.channel.threads
    assert "1 of 4 seats taken" in text(world.board(thread))


async def test_computers_to_watch_get_a_thread_where_the_channel_has_a_table(world: World) -> None:
    """The sentence names an option, and the command that it answers has it."""
    await world.seated("anna", bots=1)
    ben = world.person("ben")
    told = sentence(await ben.slash(world.channel, "table watch", game="rummy"))
    assert "thread: True" in told
    await ben.slash(world.channel, "table watch", game="rummy", thread=True)
    [thread] = world.channel.threads
    table = await world.table(thread)
    assert table.record.thread
    assert not table.record.people


async def test_only_the_host_starts(world: World) -> None:
    """The others are told whom to ask."""
    await world.seated("anna", "ben", start=False)
    board = world.board()
    told = sentence(await world.person("ben").click(board, custom_id=control(board, "start")))
    assert f"<@{world.person('anna').id}>" in told


async def test_too_few_to_start(world: World) -> None:
    """It says how many are missing."""
    await world.person("anna").slash(world.channel, "table new", game="three-thirteen")
    assert "1 more player" in sentence(await world.person("anna").slash(world.channel, "table start"))


@pytest.mark.parametrize(
    ("options", "word"),
    [("arrangement=sideways", "choose one of"), ("colour=red", "no option"), ("nonsense", "name=value")],
)
async def test_options_that_do_not_exist(world: World, options: str, word: str) -> None:
    """The sentence lists what there is."""
    answer = await world.person("anna").slash(world.channel, "table new", game="three-thirteen", options=options)
    assert word in sentence(answer)


async def test_no_table_here(world: World) -> None:
    """Commands that no button is like say how to open one, too."""
    for name in ("table board", "end"):
        assert "/table new" in sentence(await world.person("anna").slash(world.channel, name)), name


async def test_the_channel_is_deleted(world: World) -> None:
    """The table is closed, and nothing is tried for ever."""
    table = await world.seated("anna", bots=2)
    hand = world.dm("anna")
    wanted = advice(table, world.person("anna").id)
    world.env.backend.delete_channel(world.channel.id)
    await world.person("anna").user.click(hand, custom_id=control(hand, "act", wanted))
    assert table.record.phase is Phase.CLOSED
    before = len(world.env.http_requests)
    await world.env.advance_time(60)
    assert len(world.env.http_requests) == before


async def test_the_board_is_deleted(world: World) -> None:
    """It is posted anew with the next move."""
    table = await world.seated("anna", bots=2)
    old = world.board()
    world.env.backend.delete_message(world.channel.id, old.id)
    hand = world.dm("anna")
    await world.person("anna").user.click(hand, custom_id=control(hand, "act", advice(table, world.person("anna").id)))
    assert world.board().id != old.id
    assert "Three Thirteen" in text(world.board())


async def test_the_bot_may_not_write_there_any_more(world: World) -> None:
    """The host is told once, by DM, and the table lives on."""
    table = await world.seated("anna", bots=2)
    world.bot.announcer.free_edits.forget(world.board().id)  # nobody has pressed the board for a while
    for method in ("POST", "PATCH"):
        world.env.inject_error(
            method, f"/channels/{world.channel.id}/*", status=403, code=50013, message="no", times=None
        )
    anna = world.person("anna")
    for _ in range(2):
        hand = next(m for m in reversed(anna.user.dm_channel.history()) if m.components)
        await anna.user.click(hand, custom_id=control(hand, "refresh"))
        fresh = next(m for m in anna.user.dm_channel.history() if m.id == hand.id)
        await anna.user.click(fresh, custom_id=control(fresh, "act", advice(table, anna.id)))
    told = [m for m in anna.user.dm_channel.history() if "I am not allowed to write" in m.content]
    assert len(told) == 1
    assert table.record.phase is Phase.PLAYING


async def test_discord_fails_for_a_while(world: World) -> None:
    """The board is tried again, and catches up."""
    table = await world.seated("anna", bots=2)
    world.bot.announcer.free_edits.forget(world.board().id)  # nobody has pressed the board for a while
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=503, times=1)
    hand = world.dm("anna")
    await world.person("anna").user.click(hand, custom_id=control(hand, "act", advice(table, world.person("anna").id)))
    await world.env.advance_time(20)
    assert "discard one card" in text(world.board()).lower()
    assert await world.bot.store.messages.unannounced() == ()


async def test_a_board_that_scrolled_away_comes_back(world: World) -> None:
    """After some talk below it, the next change posts the board anew, and the old one goes."""
    table = await world.seated("anna", bots=2)
    anna, old = world.person("anna"), world.board()
    for _ in range(9):
        await anna.send(world.channel, "talk")
    hand = world.dm("anna")
    await anna.user.click(hand, custom_id=control(hand, "act", advice(table, anna.id)))
    boards = [m for m in world.channel.history() if m.components]
    assert len(boards) == 1
    assert boards[0].id != old.id


async def test_an_old_board_and_hand_are_replaced(world: World) -> None:
    """Discord limits edits of messages over an hour old: both are sent anew, and the old ones go."""
    table = await world.seated("anna", "ben")
    old, name = world.board(), world.name_to_act(table)
    other = "ben" if name == "anna" else "anna"
    old_hand = world.dm(other)
    await world.env.advance_time(3100)
    for _ in range(2):
        hand = world.dm(name)
        person = world.person(name)
        await person.user.click(hand, custom_id=control(hand, "act", advice(table, person.id)))
    assert [m.id for m in world.channel.history() if m.components] != [old.id]
    hands = world.person(other).user.dm_channel.history()
    assert [m.id == old_hand.id for m in hands] == [False]


async def test_the_board_on_request(world: World) -> None:
    """/table board posts it anew at the end, whoever's turn it is, and takes the old one away."""
    await world.seated("anna", "ben", start=False)
    old = world.board()
    await world.person("zoe").slash(world.channel, "table board")
    boards = [m for m in world.channel.history() if m.components]
    assert len(boards) == 1
    assert boards[0].id != old.id


async def test_a_hand_that_was_deleted_is_sent_again(world: World) -> None:
    """With the next change of the hand or the turn."""
    table = await world.seated("anna", "ben")
    name = world.name_to_act(table)
    other = world.person("ben" if name == "anna" else "anna")
    for message in other.user.dm_channel.history():
        world.env.backend.delete_message(message.channel.id, message.id)
    for _ in range(2):
        hand, person = world.dm(name), world.person(name)
        await person.user.click(hand, custom_id=control(hand, "act", advice(table, person.id)))
    assert "Your turn" in text(other.user.dm_channel.history()[-1])


async def test_a_thread_that_sleeps_is_woken_by_a_new_board(world: World) -> None:
    """Discord refuses to edit in an archived thread; a new message opens it again."""
    table = await world.seated("anna", bots=2)
    world.bot.announcer.free_edits.forget(world.board().id)  # nobody has pressed the board for a while
    world.env.inject_error(
        "PATCH", f"/channels/{world.channel.id}/messages/*", status=400, code=50083, message="archived"
    )
    old, anna = world.board(), world.person("anna")
    hand = world.dm("anna")
    await anna.user.click(hand, custom_id=control(hand, "act", advice(table, anna.id)))
    assert world.board().id != old.id


async def test_no_table_where_the_bot_may_not_write(world: World) -> None:
    """The sentence names the permission that is missing."""
    rule = {world.bot.user: discord.PermissionOverwrite(send_messages=False)}
    quiet = world.guild.create_text_channel("quiet", overwrites=rule)
    told = sentence(await world.person("anna").slash(quiet, "table new", game="three-thirteen"))
    assert "“Send Messages”" in told
    assert await world.table(quiet) is None
