"""Tables where the bot can only answer: a group DM, and a server without it, under Discord's limits for such places."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.playground.outside import MAX_FOLLOW_UPS
from bot.rules.catalogue import GAMES
from bot.tables.model.records import Phase
from bot.ui.interaction.free_edits import Token
from bot.ui.interaction.live_hands import LIVES
from tests.e2e.cut import cut
from tests.e2e.one_moment import LONG, one_moment, slow_answers, turns
from tests.e2e.outside import Guest, Outside
from tests.e2e.table_talk import control, parts, private, sentence, text
from tests.e2e.whole_games.test_played_out import SHORT, play_by_components
from tests.soaking import bounded

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.conftest import World

EVERYBODY = ("anna", "ben", "zoe", "uwe")
WHOLE, A_WHILE = (True, "six-holes"), bounded(6, 100_000)
"""The game that the suite plays to its end, and the turns played of the others. `make soak` finishes all."""


@pytest.fixture
def outside(world: World, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Outside]:
    """Return a function that makes a place to which Anna brings the bot."""

    def make(**kind: bool) -> Outside:
        return Outside(world, monkeypatch, "anna", **kind)

    return make


def board(place: Outside) -> Any:
    """Return the newest public message with controls."""
    return place.boards()[-1]


async def press(guest: Guest, message: Any, verb: str) -> Any:
    return await guest.click(message, custom_id=control(message, verb))


async def seated(place: Outside, game: str, **options: Any) -> Any:
    """Start Anna's table with as many other people as the game needs."""
    anna, *others = (place.guest(name) for name in EVERYBODY[: GAMES[game].seats[0]])
    await anna.slash("table new", game=game, seats=1 + len(others), **options)
    for guest in others:
        await press(guest, board(place), "join")
    await press(anna, board(place), "start")
    return await place.world.bot.tables.in_channel(place.id)


def to_act(place: Outside, table: Any) -> Guest:
    return place.guest(place.world.name_to_act(table))


async def hand_of(place: Outside, guest: Guest, table: Any) -> Any:
    """Return their hand in the current position, opening it from the board if necessary."""
    if guest.hand() is None or f":{table.record.decision}:" not in str(parts(guest.hand())):
        await press(guest, board(place), "hand")
    return guest.hand()


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("in_server", [False, True], ids=["group", "server"])
async def test_a_whole_game_is_played_with_answers_only(world: World, outside: Any, in_server: bool, game: str) -> None:
    """A game is opened, joined, dealt, played to its end and requested again, with answers only.

    The board is one message. A new one mentions the next player and replaces the last one.
    """
    place = outside(in_server=in_server)
    for name in EVERYBODY:
        await world.bot.store.people.change(world.person(name).id, text_only=True)
    table = await seated(place, game, **({"options": SHORT[game]} if game in SHORT else {}))
    steps = itertools.count()
    while table.record.phase is Phase.PLAYING and ((in_server, game) == WHOLE or next(steps) < A_WHILE):
        guest, decision = to_act(place, table), table.record.decision
        await hand_of(place, guest, table)
        await play_by_components(guest, guest.hand, table)
        assert table.record.decision > decision
        assert len(place.boards()) == 1
        nobody_yet = table.position.person_to_act in (None, guest.id)
        assert nobody_yet or place.notified(board(place)) == {table.position.person_to_act}
    if table.record.phase is Phase.OVER:
        assert "people only, over all servers" in text(board(place)), "there are no seasons"
        await press(place.guest("ben"), board(place), "rematch")
        assert f"waiting for <@{place.owner}>" in text(board(place))
    assert not place.refused()
    assert not [one for one in place.backend.http_requests if one.path == "/users/@me/channels"], "nobody gets a DM"
    assert all(len(one.followup_ids) <= MAX_FOLLOW_UPS for one in place._records.values())


async def test_the_lobby_says_that_the_bot_can_only_answer(outside: Any) -> None:
    place = outside()
    await place.guest("anna").slash("table new", game="rummy")
    assert "can only answer" in text(board(place))


async def test_a_late_edit_does_not_replace_an_answer(
    world: World, outside: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben had joined, as his answer showed. A late edit from before once removed him from the board."""
    place = outside()
    monkeypatch.setattr(world.bot.announcer.uploads, "note", lambda *_: None)  # as if the edit had a new picture
    anna, ben = place.guest("anna"), place.guest("ben")
    await anna.slash("table new", game="rummy", seats=4)
    edit, delays = Token.edit, iter((2 * LONG,))

    async def slowly(token: Token, view: Any, attachments: Any) -> Any:
        await turns(next(delays, 0))
        return await edit(token, view, attachments)

    monkeypatch.setattr(Token, "edit", slowly)
    slow_answers(monkeypatch, (0, 4 * LONG))
    with one_moment(world):
        await anna.slash("table bot add")
        await turns(LONG)
        await press(ben, board(place), "join")
    await world.env.settle()
    assert "ben" in text(board(place))


async def test_a_full_table_does_not_suggest_a_thread(outside: Any) -> None:
    """There can be none in a group DM, nor can the bot open one in a server without it."""
    place = outside()
    anna, ben, zoe = (place.guest(name) for name in EVERYBODY[:3])
    await anna.slash("table new", game="rummy", seats=6, bots=4)
    still_free = [component.to_dict() for component in board(place).components]
    await press(ben, board(place), "join")
    place.backend.edit_message(place.id, board(place).id, {"components": still_free})
    said = sentence(await press(zoe, board(place), "join"))
    assert said == "All 6 seats are taken; wait until someone leaves, or open another table elsewhere."


async def test_only_its_owner_sees_a_hand(outside: Any) -> None:
    """Everybody in the group sees the board, but a press on it is answered only to the person who pressed."""
    place = outside()
    await seated(place, "rummy")
    await press(place.guest("ben"), board(place), "hand")
    assert place.guest("ben").hand() is not None
    assert place.guest("anna").hand() is None
    assert not [each for each in place.messages() if "Your hand" in text(each)]


async def test_a_question_mentions_others_and_is_deleted_once_settled(outside: Any) -> None:
    """The question to end the game without a winner is a follow-up of the asker, and is deleted once settled."""
    place = outside()
    table = await seated(place, "rummy")
    anna, ben = place.guest("anna"), place.guest("ben")
    menu = private(await press(anna, board(place), "menu"))
    await press(anna, menu, "ask-end")
    [asked] = [each for each in place.boards() if "Do you agree" in text(each)]
    assert ben.id in place.notified(asked)
    await press(ben, asked, "agree")
    assert not table.record.phase.is_live
    assert not [each for each in place.boards() if "Do you agree" in text(each)]
    assert not place.refused()


@pytest.mark.parametrize("way", ["ask-end", "table board"])
async def test_a_question_deleted_by_a_moderator_is_posted_again(outside: Any, way: str) -> None:
    """It is posted when somebody asks something else, which it blocks, or asks for the board."""
    place = outside(in_server=True)
    table = await seated(place, "rummy")
    anna, ben = place.guest("anna"), place.guest("ben")
    asker = ben if way == "table board" else anna
    await press(asker, private(await press(asker, board(place), "menu")), "ask-end")
    [asked] = [each for each in place.boards() if "Do you agree" in text(each)]
    place.backend.delete_message(place.id, asked.id)
    if way == "table board":
        await anna.slash(way)
    else:
        await press(ben, private(await press(ben, board(place), "menu")), way)
    [asked] = [each for each in place.boards() if "Do you agree" in text(each)]
    await press(anna if asker is ben else ben, asked, "agree")
    assert table.record.ended_by_agreement


async def test_a_repeated_question_mentions_people_once(outside: Any) -> None:
    place = outside()
    await seated(place, "rummy")
    anna, ben = place.guest("anna"), place.guest("ben")
    notified = []
    for _ in range(3):
        await press(anna, private(await press(anna, board(place), "menu")), "ask-end")
        [asked] = [each for each in place.boards() if "Do you agree" in text(each)]
        notified.append(place.notified(asked))
        await press(anna, asked, "decline")
    assert notified == [{ben.id}, set(), set()]


async def test_a_repeated_rematch_mentions_people_once(outside: Any) -> None:
    """A rematch that is closed and requested again and again mentions people once."""
    place = outside()
    await seated(place, "rummy")
    anna, ben = place.guest("anna"), place.guest("ben")
    await place.world.begun(await place.world.bot.tables.in_channel(place.id))
    await press(anna, private(await anna.slash("table end")), "end-yes")
    notified = []
    for _ in range(3):
        await anna.slash("table rematch")
        notified.append(place.notified(board(place)))
        await anna.slash("table end")
    assert notified == [{ben.id}, set(), set()]


async def test_a_vote_replacing_a_question_mentions_the_people_it_asks(outside: Any) -> None:
    """A vote that replaces another question mentions the people it asks: here, Zoe's question when Ben is removed."""
    place = outside()
    anna, ben, zoe = (place.guest(name) for name in EVERYBODY[:3])
    await anna.slash("table new", game="three-thirteen", seats=3)
    for guest in (ben, zoe):
        await press(guest, board(place), "join")
    await press(anna, board(place), "start")
    await press(zoe, private(await press(zoe, board(place), "menu")), "ask-end")
    await press(anna, private(await anna.slash("table kick", user=ben.person)), "kick-yes")
    [asked] = [each for each in place.boards() if "Do you agree" in text(each)]
    assert "no longer rated" in text(asked)
    assert zoe.id in place.notified(asked)


@pytest.mark.parametrize("in_server", [False, True], ids=["group", "server"])
async def test_spectators_can_replay_a_game_only_where_it_was_played(
    world: World, outside: Any, in_server: bool
) -> None:
    """People who watched can open the replay where the game was played. Elsewhere, it belongs to its players."""
    place = outside(in_server=in_server)
    table = await seated(place, "three-thirteen")
    await world.play_on(table, until=lambda: not table.record.phase.is_live)
    uwe = place.guest("uwe")
    assert "## Replay of Three Thirteen" in text(private(await press(uwe, board(place), "replay")))
    assert "## Play this deal again" in text(private(await press(uwe, board(place), "again")))
    elsewhere = await uwe.person.slash(world.channel, "replay", id=str(table.id))
    assert "no game" in sentence(elsewhere)


async def test_a_hand_opened_by_dm_is_paused_when_its_token_expires(world: World, outside: Any) -> None:
    """A hand opened in direct messages is paused like any other, as no message of the table continues it."""
    await seated(outside(), "rummy")
    hand = private(await world.person("anna").user.slash("hand"))
    await world.env.advance_time(LIVES + 1)
    assert "Paused: press Continue to go on." in text(hand).replace("**", "")


async def test_a_board_is_posted_once_if_the_old_one_cannot_be_deleted(world: World, outside: Any) -> None:
    """If the old board cannot be deleted, the new one is posted once. It was once posted again and again."""
    place = outside()
    table = await seated(place, "rummy")
    mover, old = to_act(place, table), board(place)
    await hand_of(place, mover, table)
    with cut("DELETE /webhooks/*"):
        while table.position.person_to_act == mover.id:
            await play_by_components(mover, mover.hand, table)
    assert [each.id for each in place.boards()] == [old.id, board(place).id]


@pytest.mark.parametrize("lost", [1, 9])
async def test_duplicate_boards_after_a_lost_answer_go_once_pressed(world: World, outside: Any, lost: int) -> None:
    """The board is posted a second time. If that answer is lost as well, the old board is kept up to date."""
    place = outside()
    table = await seated(place, "rummy")
    mover, old = to_act(place, table), board(place)
    await hand_of(place, mover, table)
    with cut("POST /webhooks/*", done=True, times=lost):
        while table.position.person_to_act == mover.id:
            await play_by_components(mover, mover.hand, table)
        await world.env.advance_time(300)
    boards = place.boards()
    assert len(boards) == (2 if lost == 1 else 3)
    assert (old.id in [each.id for each in boards]) == (lost > 1)
    guest = to_act(place, table)
    for pressed in reversed(boards[-2:]):
        await press(guest, pressed, "hand")
    assert [each.id for each in place.boards()] == [boards[-1].id]
    await play_by_components(guest, guest.hand, table)
    assert len(place.boards()) == 1


async def test_pressing_the_older_of_two_boards_posts_a_new_one(world: World, outside: Any) -> None:
    """A moderator deletes the newer one, which the bot does not learn. The older one was once deleted as well."""
    place = outside(in_server=True)
    table = await seated(place, "rummy")
    mover = to_act(place, table)
    await hand_of(place, mover, table)
    with cut("POST /webhooks/*", done=True, times=1):
        while table.position.person_to_act == mover.id:
            await play_by_components(mover, mover.hand, table)
        await world.env.advance_time(300)
    older, newer = place.boards()
    place.backend.delete_message(place.id, newer.id)
    await press(to_act(place, table), older, "hand")
    [left] = place.boards()
    assert left.id > newer.id


async def test_a_player_who_wants_no_mentions_gets_none(world: World, outside: Any) -> None:
    """People who want no mentions get none, but a new board replaces the last one all the same."""
    place = outside()
    for name in ("anna", "ben"):
        await world.bot.store.people.change(world.person(name).id, mentions="never")
    table = await seated(place, "rummy")
    mover = to_act(place, table)
    await hand_of(place, mover, table)
    while table.position.person_to_act == mover.id:
        await play_by_components(mover, mover.hand, table)
    assert f"<@{table.position.person_to_act}>" in text(board(place))
    assert not place.notified(board(place))


async def test_a_game_continues_after_all_tokens_expired(world: World, outside: Any) -> None:
    """What a clock does while nobody presses is shown at the next press, and the game goes on from there."""
    place = outside()
    table = await seated(place, "rummy", clock=60 * 60)
    await press(to_act(place, table), board(place), "hand")
    shown = text(board(place))
    await world.env.advance_time(2 * 60 * 60)
    assert table.record.decision > 0, "the computer played for who was to act"
    assert text(board(place)) == shown
    guest = to_act(place, table)
    answer = await press(guest, board(place), "hand")
    assert "## Your hand" in text(private(answer))
    assert text(board(place)) != shown
    await play_by_components(guest, guest.hand, table)
    assert place.notified(board(place)) == {table.position.person_to_act}
    assert not place.refused()


async def test_table_board_posts_the_board_with_its_own_token(
    world: World, outside: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No earlier token can post. The board was once said to be there, but the only one was far above."""
    place = outside()
    await seated(place, "rummy")
    before, announcer = board(place), world.bot.announcer
    await world.env.advance_time(20 * 60)
    noted = announcer.answered_outside

    async def slowly(interaction: Any) -> None:
        for _ in range(300):  # the board is checked for as long as Discord takes to answer
            await asyncio.sleep(0)
        await noted(interaction)

    monkeypatch.setattr(announcer, "answered_outside", slowly)
    told = await place.guest("anna").slash("table board")
    assert "Here is table 1." in sentence(told)
    assert board(place).id != before.id


async def test_a_move_is_kept_if_the_group_refuses_the_answer(world: World, outside: Any) -> None:
    """The person who pressed has left the group, or it is gone. Their move is kept, and the next press shows it."""
    place = outside()
    table = await seated(place, "rummy")
    mover = to_act(place, table)
    await press(mover, board(place), "hand")
    world.env.inject_error("POST", "/webhooks/*", status=404, code=10003, message="Unknown Channel", times=None)
    while table.position.person_to_act == mover.id:
        await play_by_components(mover, mover.hand, table)
    world.env.backend.faults.pop()
    guest = to_act(place, table)
    await press(guest, board(place), "hand")
    assert "Your turn" in text(guest.hand())
    assert f"<@{guest.id}>" in text(board(place))


async def test_the_next_press_after_a_restart_continues_the_game(world: World, outside: Any) -> None:
    """Tokens are not stored, but the table is. The board that is pressed becomes the table's board again."""
    place = outside()
    await seated(place, "rummy")
    await world.restart()
    table: Any = await world.bot.tables.in_channel(place.id)
    guest = to_act(place, table)
    await hand_of(place, guest, table)
    await play_by_components(guest, guest.hand, table)
    assert place.notified(board(place)) == {table.position.person_to_act}
    assert len(place.boards()) == 1
    assert not place.refused()


async def test_a_game_continues_when_the_server_adds_the_bot(
    world: World, outside: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game continues with answers, as it began: the board follows, and the next player is mentioned."""
    place = outside(in_server=True)
    table = await seated(place, "rummy")
    known, added = type(world.bot).get_guild, discord.Guild._create_unavailable
    guild = added(state=world.bot._connection, guild_id=place.guild_id, data=None)
    monkeypatch.setattr(
        type(world.bot), "get_guild", lambda bot, number: guild if number == place.guild_id else known(bot, number)
    )
    await world.env.advance_time(16 * 60)
    mover = to_act(place, table)
    await hand_of(place, mover, table)
    while table.position.person_to_act == mover.id:
        await play_by_components(mover, mover.hand, table)
    assert place.notified(board(place)) == {table.position.person_to_act}
    assert not place.refused()


async def test_a_game_survives_the_deletion_of_its_servers_data(world: World, outside: Any) -> None:
    """People may have brought the bot there before or since. Those games belong to no server of the bot's."""
    place = outside(in_server=True)
    table = await seated(place, "six-holes")
    world.bot.departures._grace = 60.0
    with world.env._bot_scope():
        await world.bot.departures.left(place.guild_id)
    await world.env.advance_time(61)
    assert await world.bot.store.people.departures() == ()
    guest = to_act(place, table)
    await hand_of(place, guest, table)
    await play_by_components(guest, guest.hand, table)
    assert table.position.person_to_act != guest.id
    assert await world.bot.store.tables.load(table.id) == table.record


async def test_no_table_opens_where_answers_are_hidden(outside: Any) -> None:
    """The refusal comes before the table opens, and says what works. Private answers work there as well."""
    place = outside(in_server=True, public=False)
    anna = place.guest("anna")
    assert "only you would see the table" in sentence(await anna.slash("table new", game="rummy"))
    assert "only you would see the table" in sentence(await anna.slash("solo", game="rummy"))
    assert not place.boards()
    assert "Rummy" in text((await anna.slash("rules", game="rummy")).response)


async def test_hidden_answers_suggest_where_tables_can_be_opened(outside: Any) -> None:
    """Without a table, the answers say what works there. In a group DM, that is to open one."""
    hidden, group = (place.guest("anna") for place in (outside(in_server=True, public=False), outside()))
    for command, options in {
        "table start": {},
        "table plan": {"game": "rummy", "when": "in 2 hours"},
        "hand": {},
        "tables": {},
        "leaderboard": {"game": "rummy"},
        "stats": {"game": "rummy"},
        "history": {},
    }.items():
        said = text((await hidden.slash(command, **options)).response)
        assert "/table new" not in said
        assert "in a group DM or with /solo in your direct messages with me" in said
        assert "/table new" in text((await group.slash(command, **options)).response)


async def test_help_promises_nothing_that_is_impossible_there(outside: Any) -> None:
    """`/help` once promised hands by direct message, a game where none is allowed, and the tables of “this server”."""
    for place in (outside(), outside(in_server=True), outside(in_server=True, public=False)):
        said = text((await place.guest("anna").slash("help")).response)
        assert "by direct message, with buttons to play; not in a group DM or a server without me" in said
        assert "here" not in said.split()
        assert "this server" not in said


async def test_a_leaver_comes_back_by_a_button(world: World, outside: Any) -> None:
    """The board brings them back. They were once told to type `/table join`, which only the person with the bot can."""
    place = outside()
    table = await seated(place, "rummy", clock=600)
    anna, ben = place.guest("anna"), place.guest("ben")
    for guest in (anna, ben):
        await press(guest, board(place), "hand")
    await world.begun(table)
    menu = private(await press(ben, board(place), "menu"))
    await press(ben, menu, "quit")
    left = await press(ben, place.messages(ben.id)[-1], "quit-yes")
    assert "**More** on the board brings you back" in text(left.response or place.messages(ben.id)[-1])
    assert "**More** on the board brings you back" in text(ben.hand())
    assert "**More** on the board brings you back" in sentence(await press(ben, board(place), "hand"))
    await press(ben, private(await press(ben, board(place), "menu")), "return")
    assert table.record.seat_of(ben.id) is not None
