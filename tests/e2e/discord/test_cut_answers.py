"""A connection breaks while the bot acknowledges a press or answers it. The answer still arrives, and once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bot.ui.interaction.reply import Reply
from tests.e2e.cut import cut
from tests.e2e.daily.test_puzzle import plays, set_puzzles
from tests.e2e.table_talk import advice, control, private, sentence, text
from tests.puzzles.ready import of_kind

if TYPE_CHECKING:
    from tests.e2e.conftest import World


@pytest.mark.parametrize("done", [False, True], ids=["cut before", "cut after"])
async def test_an_acknowledgement_that_is_cut_off_is_followed_by_its_answer(world: World, *, done: bool) -> None:
    """If Discord had the acknowledgement and only its confirmation was lost, nothing followed: a command went on
    “thinking”, and My hand showed none.
    """
    await world.seated("anna", "ben")
    anna = world.person("anna")
    with cut("POST /interactions/*", done=done, times=1):
        pressed = await anna.click(world.board(), custom_id=control(world.board(), "hand"))
    assert "Your hand" in text(private(pressed))
    elsewhere = world.guild.create_text_channel("elsewhere")
    with cut("POST /interactions/*", done=done, times=1):
        typed = await anna.slash(elsewhere, "table plan", game="rummy", when="in 2 hours")
    assert "Planned for" in sentence(typed)


async def test_an_acknowledgement_that_is_cut_off_twice_is_followed_by_its_answer(world: World) -> None:
    """Discord had the second one, and refused the answer as another first one. The command went on “thinking”."""
    acknowledgement = "POST /interactions/*"
    with cut(acknowledgement, done=True, times=1), cut(acknowledgement, times=1):  # first before, then after
        typed = await world.person("anna").slash(world.channel, "table plan", game="rummy", when="in 2 hours")
    assert "Planned for" in sentence(typed)


async def test_an_answer_arrives_after_several_tries(world: World) -> None:
    """People were told that something went wrong, although it was done."""
    with cut("POST /interactions/*", times=4):
        opened = await world.person("anna").slash(world.channel, "table new", game="rummy")
    assert "Table 1 is open" in sentence(opened)


@pytest.mark.parametrize("done", [False, True], ids=["cut before", "cut after"])
async def test_an_answer_that_is_cut_off_after_the_acknowledgement_of_a_command_is_given_once(
    world: World, monkeypatch: pytest.MonkeyPatch, *, done: bool
) -> None:
    """People were told that something went wrong although it was done, even below the answer."""
    anna, answer, private_answer = world.person("anna"), "POST /webhooks/*", Reply.private
    with cut(answer, done=done, times=1):
        planned = await anna.slash(world.channel, "table plan", game="rummy", when="in 2 hours")
    assert "Planned for" in sentence(planned)
    await world.seated("anna", "ben")

    async def slowly(reply: Reply, view: Any) -> Any:
        await reply.defer()
        return await private_answer(reply, view)

    monkeypatch.setattr(Reply, "private", slowly)
    with cut(answer, done=done, times=1):
        hand = await anna.slash(world.channel, "hand")
    assert "Your hand" in text(hand.response)
    assert all([await picture.read() for picture in hand.response.attachments])
    assert not planned.followups
    assert not hand.followups


@pytest.mark.parametrize("done", [False, True], ids=["cut before", "cut after"])
async def test_a_page_that_is_cut_off_after_the_acknowledgement_is_shown(world: World, *, done: bool) -> None:
    """Whoever had deleted their data was told to try again, below the question whether to delete it."""
    ben = world.person("ben")
    asked = (await ben.slash(world.channel, "privacy delete")).response
    with cut("PATCH /webhooks/*", done=done, times=1):
        pressed = await ben.click(asked, custom_id=control(asked, "forget-me"))
    assert "Delete everything stored about you?" not in text(asked)
    assert not pressed.followups


@pytest.mark.parametrize("done", [False, True], ids=["cut before", "cut after"])
async def test_an_answer_that_is_cut_off_is_given(world: World, *, done: bool) -> None:
    """If it was cut off on the way to Discord, people were told to try again, although it was done. A page, a file, a
    form and a picture arrive, too.
    """
    anna, answer = world.person("anna"), "POST /interactions/*"
    with cut(answer, done=done, times=1):
        opened = await anna.slash(world.channel, "table new", game="rummy", seats=2)
    assert "Table 1 is open" in sentence(opened)
    with cut(answer, done=done, times=1):
        form = await anna.click(world.board(), custom_id=control(world.board(), "table-form"))
    assert form.modal is not None
    with cut(answer, done=done, times=1):
        await anna.click(world.board(), custom_id=control(world.board(), "bot-add"))
    assert "2 of 2 seats taken" in text(world.board())
    await anna.click(world.board(), custom_id=control(world.board(), "start"))
    table = await world.table()
    with cut(answer, done=done, times=1):
        played = await anna.slash(world.channel, "move", action=advice(table, anna.id))
    assert played.response.attachments
    assert all([await picture.read() for picture in played.response.attachments])
    await world.play_to_end(table)
    with cut(answer, done=done, times=1):
        saved = await anna.slash(world.channel, "replay", id="1", file=True)
    [file] = saved.response.attachments
    assert await file.read()


async def test_a_result_whose_answer_is_lost_is_shared_once(world: World) -> None:
    """Only Discord's answer is lost. A second press once posted the result again."""
    await set_puzzles(world, "six-holes-move")
    anna = world.person("anna")
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    solved = (await anna.click(shown, custom_id=plays(shown)[of_kind("six-holes-move").solution[0]])).response
    with cut("POST /interactions/*", done=True, times=1):
        await anna.click(solved, custom_id=control(solved, "daily-share"))
    again = await anna.click(solved, custom_id=control(solved, "daily-share"))
    assert "You have already shared this" in sentence(again)


async def test_a_hand_whose_answer_is_lost_is_kept_up_to_date(world: World) -> None:
    """Only Discord's answer is lost. The hand was not known to be open, and showed its old state for good."""
    table = await world.seated("anna", "ben")
    ben = world.person("ben")
    with cut("POST /interactions/*", done=True, times=1):
        await ben.slash(world.channel, "hand")
    await world.play_on(table, until=lambda: world.name_to_act(table) != "anna")
    assert "Your turn" in text(world.hand("ben"))
