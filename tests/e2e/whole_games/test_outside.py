"""Tables where the bot can only answer: a group DM, and a server without it, under Discord's limits for such places."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest

from bot.playground.outside import MAX_FOLLOW_UPS
from bot.rules.catalogue import GAMES
from bot.tables.model.records import Phase
from bot.ui.interaction.free_edits import LIFETIME_SECONDS
from tests.e2e.table_talk import control, parts, private, sentence, setting_shown, text
from tests.e2e.whole_games.outside_tables import EVERYBODY, board, hand_of, press, seated, to_act
from tests.e2e.whole_games.test_played_out import SHORT, play_by_components
from tests.soaking import SOAKING, bounded

if TYPE_CHECKING:
    from tests.e2e.conftest import World

WHOLE, A_WHILE = (True, "six-holes"), bounded(6, 100_000)
"""The game that the suite plays to its end, and the turns played of the others. `make soak` finishes all."""
PLAYED = [
    pytest.param(in_server, game, id=f"{'server' if in_server else 'group'}-{game}")
    for in_server in (False, True)
    for game in GAMES
    if SOAKING or not in_server or (in_server, game) == WHOLE
]
"""In the suite, every game in a group and one in a server, because what differs there knows no game."""


@pytest.mark.parametrize(("in_server", "game"), PLAYED)
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
    """In Notty, all hands lie open, but its lobby once said that only their owners see them."""
    for game, hides_hands in (("rummy", True), ("notty", False)):
        place = outside()
        await place.guest("anna").slash("table new", game=game)
        assert "can only answer" in text(board(place))
        assert ("**My hand** shows your cards to you alone." in text(board(place))) is hides_hands
        assert ("to you alone" in text(board(place))) is hides_hands


async def test_the_hosts_new_language_is_shown_at_once(outside: Any) -> None:
    """Outside of servers, the board is in its host's language."""
    place = outside()
    await seated(place, "three-thirteen")
    anna = place.guest("anna")
    page = await setting_shown(anna, (await anna.slash("settings")).response, "set", "language")
    await anna.select(page, ["de"], custom_id=control(page, "set", "language"))
    assert "du bist dran" in text(board(place))


async def test_a_full_table_does_not_suggest_a_thread(outside: Any) -> None:
    """There can be none in a group DM, nor can the bot open one in a server without it."""
    place = outside()
    anna, ben, zoe = (place.guest(name) for name in EVERYBODY[:3])
    await anna.slash("table new", game="rummy", seats=6, bots=4)
    still_free = [component.to_dict() for component in board(place).components]
    await press(ben, board(place), "join")
    place.backend.edit_message(place.id, board(place).id, {"components": still_free})
    said = sentence(await press(zoe, board(place), "join"))
    assert said == "Every seat is taken; wait until someone leaves, or open another table elsewhere."


async def test_only_who_may_end_the_open_table_is_advised_to(outside: Any) -> None:
    """Somebody else hosts it now. Anna used to be told to end it with a command that refuses her, and later to join
    it, although she plays there.
    """
    place = outside()
    table = await seated(place, "rummy")
    anna, ben = place.guest("anna"), place.guest("ben")
    refused = "Table 1 is still open here"
    assert sentence(await anna.slash("solo", game="huxxy")) == (
        f"{refused}; end it with /table end before you open another one."
    )
    await anna.slash("table host", user=ben.person)
    told = sentence(await anna.slash("solo", game="huxxy"))
    assert told == f"{refused}: ask <@{ben.id}> to end it before you open another one."
    assert table.record.phase.is_live


async def test_only_its_owner_sees_a_hand(outside: Any) -> None:
    """Everybody in the group sees the board, but a press on it is answered only to the person who pressed.

    The hand's table is in a private chat: direct messages between two people look the same to the bot as a group DM.
    """
    place = outside()
    table = await seated(place, "rummy")
    await press(place.guest("ben"), board(place), "hand")
    assert f"table {table.id} · a private chat" in text(place.guest("ben").hand())
    assert place.guest("anna").hand() is None
    assert not [each for each in place.messages() if "Your hand" in text(each)]


async def test_a_hand_opened_by_dm_is_paused_when_its_token_expires(world: World, outside: Any) -> None:
    """A hand opened in direct messages is paused like any other, as no message of the table continues it."""
    await seated(outside(), "rummy")
    hand = private(await world.person("anna").user.slash("hand"))
    await world.env.advance_time(LIFETIME_SECONDS + 1)
    assert "Paused: press Continue to go on." in text(hand).replace("**", "")


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


async def test_nobody_is_mentioned_who_plays_alone(outside: Any) -> None:
    """The bot could mention only the person whose press it answers."""
    place = outside()
    anna = place.guest("anna")
    await anna.slash("solo", game="six-holes")
    table = await place.world.bot.tables.in_channel(place.id)
    for _ in range(4):
        await hand_of(place, anna, table)
        await play_by_components(anna, anna.hand, table)
    assert table.record.decision >= 8
    assert not any(place.notified(each) for each in place.messages())


async def test_a_leaver_comes_back_by_a_button(world: World, outside: Any) -> None:
    """The board brings them back. They were once told to type `/table join`, which only the person with the bot can."""
    place = outside()
    table = await seated(place, "rummy", clock=600)
    anna, ben = place.guest("anna"), place.guest("ben")
    for guest in (anna, ben):
        await press(guest, board(place), "hand")
    await world.play_beginning(table)
    menu = private(await press(ben, board(place), "menu"))
    await press(ben, menu, "quit")
    left = await press(ben, place.messages(ben.id)[-1], "quit-yes")
    assert "**More** on the board brings you back" in text(left.response or place.messages(ben.id)[-1])
    assert control(ben.hand(), "back")
    assert "**More** on the board brings you back" in sentence(await press(ben, board(place), "hand"))
    await press(ben, private(await press(ben, board(place), "menu")), "return")
    assert table.record.seat_of(ben.id) is not None


@pytest.mark.parametrize("in_server", [False, True], ids=["group", "server"])
async def test_spectators_can_replay_a_game_only_where_it_was_played(
    world: World, outside: Any, in_server: bool
) -> None:
    """People who watched can open the replay where the game was played. Elsewhere, it belongs to its players."""
    place = outside(in_server=in_server)
    table = await seated(place, "rummy")
    await world.play_to_end(table)
    uwe = place.guest("uwe")
    assert "## Replay of Rummy" in text(private(await press(uwe, board(place), "replay")))
    assert "## Play this deal again" in text(private(await press(uwe, board(place), "again")))
    elsewhere = await uwe.person.slash(world.channel, "replay", id=str(table.id))
    assert "no game" in sentence(elsewhere)


@pytest.mark.parametrize("in_server", [False, True], ids=["group", "server"])
async def test_a_friend_plays_the_deal_again_where_it_was_played(world: World, outside: Any, in_server: bool) -> None:
    """In a group DM nobody could be asked, and elsewhere somebody could who may not see the game."""
    place = outside(in_server=in_server)
    table = await seated(place, "rummy")
    await world.play_to_end(table)
    anna, zoe = place.guest("anna"), place.guest("zoe")
    offer = private(await press(anna, board(place), "again"))
    asked = private(await anna.choose_person(offer, zoe, custom_id=control(offer, "again-friend")))
    assert place.notified(asked) == {zoe.id}
    assert "played again" in text(private(await press(zoe, asked, "again-asked")))
    elsewhere = outside().guest("anna")
    shown = (await elsewhere.slash("replay", id=str(table.id))).response
    offer = private(await press(elsewhere, shown, "again"))
    assert "again-friend" not in str(parts(offer))
