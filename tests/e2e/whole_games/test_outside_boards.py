"""The board where the bot can only answer: it is one message, although edits are late and answers are lost."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from bot.ui.interaction.free_edits import Token
from bot.ui.interaction.reply import Reply
from tests.e2e.cut import cut
from tests.e2e.one_moment import LONG, one_moment, slow_answers, turns
from tests.e2e.table_talk import advice, sentence, text
from tests.e2e.whole_games.outside_tables import board, hand_of, press, seated, to_act
from tests.e2e.whole_games.test_played_out import play_by_components

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def test_a_late_edit_does_not_replace_an_answer(
    world: World, outside: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ben had joined, as his answer showed. A late edit from before once removed him from the board."""
    place = outside()
    monkeypatch.setattr(world.bot.announcer.uploads, "remember", lambda *_: None)  # as if the edit had a new picture
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


async def test_a_turn_that_comes_while_a_board_is_posted_is_mentioned(
    world: World, outside: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player plays while the board that mentions them is posted. Whoever was next once went unmentioned."""
    place = outside()
    table = await seated(place, "three-thirteen")
    first, post = to_act(place, table), Reply.follow_up
    await hand_of(place, first, table)

    async def slowly(reply: Reply, *about: Any) -> Any:
        monkeypatch.setattr(Reply, "follow_up", post)
        posted, other = await post(reply, *about), to_act(place, table)
        while table.position.person_to_act == other.id:
            await table.act(other.id, advice(table, other.id))
        return posted

    monkeypatch.setattr(Reply, "follow_up", slowly)
    for _ in ("draw", "discard"):
        await play_by_components(first, first.hand, table)
    await world.env.settle()
    assert place.notified(board(place)) == {first.id}


async def test_a_turn_that_no_token_could_mention_is_mentioned_at_the_next_press(
    world: World, outside: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A token could still edit the board, which then looked as if it had been shown in full."""
    place = outside()
    table = await seated(place, "rummy")
    first = to_act(place, table)
    await hand_of(place, first, table)
    with monkeypatch.context() as patch:
        patch.setattr("bot.ui.interaction.follow_ups.MAX_FOLLOW_UPS", 0)
        while table.position.person_to_act == first.id:
            await play_by_components(first, first.hand, table)
        await world.env.settle()
    other = to_act(place, table)
    assert not place.notified(board(place))
    await press(first, board(place), "rules")
    assert place.notified(board(place)) == {other.id}


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


@pytest.mark.parametrize("is_deleted", [True, False])
@pytest.mark.parametrize("minutes", [5, 20])
async def test_pressing_the_older_of_two_boards_leaves_one(
    world: World, outside: Any, minutes: int, is_deleted: bool
) -> None:
    """A moderator may have deleted the newer one, which the bot does not learn. The older one was once deleted as well.

    Only within fifteen minutes can a token tell whether the newer one exists, so that a new one is posted if necessary.
    After that, the pressed one is kept up to date, until the other one is pressed.
    """
    place = outside(in_server=True)
    table = await seated(place, "rummy", clock=0)
    mover = to_act(place, table)
    await hand_of(place, mover, table)
    with cut("POST /webhooks/*", done=True, times=1):
        while table.position.person_to_act == mover.id:
            await play_by_components(mover, mover.hand, table)
        await world.env.advance_time(minutes * 60)
    older, newer = place.boards()
    if is_deleted:
        place.backend.delete_message(place.id, newer.id)
    guest = to_act(place, table)
    await press(guest, older, "hand")
    if not is_deleted:
        await press(guest, newer, "hand")
    [left] = place.boards()
    assert left.id >= newer.id or (is_deleted and minutes == 20)
    await play_by_components(guest, guest.hand, table)
    assert len(place.boards()) == 1


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
