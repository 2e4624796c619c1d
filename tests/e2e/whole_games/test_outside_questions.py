"""Questions and rematches where the bot can only answer: each is a message that mentions the people it asks, once."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.table_talk import private, text
from tests.e2e.whole_games.outside_tables import EVERYBODY, board, hand_of, press, seated, to_act
from tests.e2e.whole_games.test_played_out import play_by_components

if TYPE_CHECKING:
    from tests.e2e.conftest import World


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


async def test_a_question_that_waits_for_a_token_is_not_forgotten_as_the_board_changes(
    world: World, outside: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No token can post it, but one can still edit the board. It was never asked once the board had been edited."""
    place = outside()
    table = await seated(place, "rummy")
    with monkeypatch.context() as patch:
        patch.setattr("bot.ui.interaction.follow_ups.MAX_FOLLOW_UPS", 0)
        await place.guest("anna").slash("table ask", what="end")
        with world.env._bot_scope():
            world.bot.announcer.refresh(table.position)
        await world.env.settle()
    await press(place.guest("ben"), board(place), "rules")
    assert [each for each in place.boards() if "Do you agree" in text(each)]


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


async def test_nobody_is_notified_in_their_quiet_hours(world: World, outside: Any) -> None:
    """Question and board are posted for everybody to see, and mention nobody who wants to be left alone."""
    place, now = outside(), world.env.now()
    table = await seated(place, "rummy")
    anna, ben = place.guest("anna"), place.guest("ben")
    for guest in (anna, ben):
        quiet = f"{now:%H:%M}-{now + timedelta(hours=5):%H:%M}"
        await world.bot.store.people.change(guest.id, quiet=quiet)
    await press(anna, private(await press(anna, board(place), "menu")), "ask-end")
    [asked] = [each for each in place.boards() if "Do you agree" in text(each)]
    assert place.notified(asked) == set()
    await press(ben, asked, "decline")
    mover, before = to_act(place, table), board(place)
    await hand_of(place, mover, table)
    while table.position.person_to_act == mover.id:
        await play_by_components(mover, mover.hand, table)
    assert text(board(place)) != text(before)
    assert place.notified(board(place)) == set()


@pytest.mark.parametrize(("clock", "in_time"), [(3600, False), (24 * 3600, True)])
async def test_a_digest_lists_the_turns_that_come_where_the_bot_can_only_answer(
    world: World, outside: Any, clock: int, in_time: bool
) -> None:
    """Such a turn was in no digest, nor was anybody mentioned whose time would be over before it."""
    place = outside()
    for name in ("anna", "ben"):
        await world.bot.store.people.change(world.person(name).id, digest="3h")
    table = await seated(place, "rummy", clock=clock)
    mover = to_act(place, table)
    await hand_of(place, mover, table)
    while table.position.person_to_act == mover.id:
        await play_by_components(mover, mover.hand, table)
    guest = to_act(place, table)
    assert place.notified(board(place)) == (set() if in_time else {guest.id})
    await world.env.advance_time(3 * 3600 + 60)
    told = [text(each) for each in guest.user.dm_channel.history()]
    assert [f"table {table.id}" in each and "**your turn**" in each for each in told] == ([True] if in_time else [])
    before = [each.id for each in guest.user.dm_channel.history()]
    await place.guest("anna").slash("table board")
    await world.env.advance_time(3 * 3600 + 60)
    assert [each.id for each in guest.user.dm_channel.history()] == before, "once for each turn"
    assert not place.refused()


@pytest.mark.parametrize("mentions", [None, "never"])
async def test_turns_of_quiet_hours_are_listed_afterwards(world: World, outside: Any, mentions: str | None) -> None:
    place, now = outside(), world.env.now()
    for name in ("anna", "ben"):
        quiet = f"{now:%H:%M}-{now + timedelta(hours=5):%H:%M}"
        await world.bot.store.people.change(world.person(name).id, quiet=quiet, mentions=mentions)
    table = await seated(place, "rummy")
    mover = to_act(place, table)
    await hand_of(place, mover, table)
    while table.position.person_to_act == mover.id:
        await play_by_components(mover, mover.hand, table)
    guest = to_act(place, table)
    assert not guest.user.dm_channel.history()
    await world.env.advance_time(5 * 3600 + 60)
    [listed] = guest.user.dm_channel.history()
    assert "1 table waits for you." in text(listed)


async def test_a_repeated_rematch_mentions_people_once(outside: Any) -> None:
    """A rematch that is closed and requested again and again mentions people once."""
    place = outside()
    await seated(place, "rummy")
    anna, ben = place.guest("anna"), place.guest("ben")
    await place.world.play_beginning(await place.world.bot.tables.in_channel(place.id))
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
