"""A database written by version 0.2.0: everything that version 0.1.0 did not store yet continues where it was left.

README.md explains how the two files were made. They do not change with the code.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.lessons.catalogue import LESSONS
from tests.e2e.older.older import AWAY, Older, stored
from tests.e2e.records.test_playing_again import play_out
from tests.e2e.table_talk import control, parts, private, text
from tests.puzzles.ready import of_kind

if TYPE_CHECKING:
    from bot.settings import Settings

FACTS, DATABASE = stored("0.2.0")
HOUR, DAY = 3600, 24 * 3600
CARDS = FACTS["finished"][0]["channel"]
"""The channel in which most commands are used."""


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """That version's settings, with a copy of its database."""
    settings.database_path.write_bytes(DATABASE)
    return replace(settings, bot_move_delay=0)


async def click(older: Older, name: str, page: Any, *names: str) -> Any:
    """Press a control of a page in the channel of most commands."""
    return (await older.person(name, CARDS).click(page, custom_id=control(page, *names))).response


async def test_a_puzzle_goes_on_with_what_was_being_built(older: Older) -> None:
    """Anna's meld is still set aside, and Ben's melds are still laid down."""
    anna, solution = older.person("anna", CARDS), of_kind("rummy-out").solution
    shown = await older.ask("anna", CARDS, "daily puzzle")
    assert "Ready to lay down" in text(shown)
    for action in solution:
        lists = [part["custom_id"] for part in parts(shown) if action in str(part.get("options", ""))]
        if lists:
            shown = (await anna.select(shown, [action], custom_id=lists[0])).response
        else:
            shown = await click(older, "anna", shown, "daily-act", action)
    assert "Solved on the first try by 1 of 1 person" in text(shown)
    begun = await older.world.bot.daily.open(older.person("ben", CARDS).id)
    assert begun.attempt.actions == ("lay 2D 2C XR XB",)


async def test_a_lesson_goes_on_with_the_card_in_hand(older: Older) -> None:
    lesson = LESSONS["six-holes"]
    shown = await click(older, "anna", await older.ask("anna", CARDS, "learn"), "learn", "six-holes")
    assert "Step 3 of 7" in text(shown)
    assert "Where does" in text(shown)
    for step in lesson.steps[2:]:
        for right in step.right:
            if right[0] not in str(parts(shown)):
                shown = await click(older, "anna", shown, "learn-step", "take yes")
            shown = await click(older, "anna", shown, "learn-act", right[0])
    assert "finished the 6 Holes lesson" in text(shown)


async def test_a_deal_of_the_day_goes_on(older: Older) -> None:
    """It gets no place on the board if the computer players have changed. Ben's finished deal keeps its place."""
    anna, ben = (older.person(name, CARDS) for name in ("anna", "ben"))
    store, day = older.world.bot.store.records, older.world.bot.deal_days.today
    shown = await play_out(anna, await older.ask("anna", CARDS, "daily deal"))
    assert "won!" in text(shown)
    for who, name in ((anna, "anna"), (ben, "ben")):
        line, before = await store.line_of_day(who.id, day), FACTS["deal"][name]
        assert line is not None
        assert line.is_over
        assert list(line.moves)[: len(before)] == before
    board = await store.deal_board(day, anna.guild.id, ben.id, 10, 0)
    assert board.own is not None
    assert board.own.place == 1
    assert "won!" in text(await older.ask("ben", CARDS, "daily deal"))


async def test_a_deal_that_is_played_again_goes_on(older: Older) -> None:
    """Both games are then compared, also the one that was finished before."""
    table, store = FACTS["again"]["table"], older.world.bot.store.records
    for name in ("anna", "ben"):
        who, before = older.person(name, CARDS), FACTS["again"][name]
        offer = await click(older, name, await older.ask(name, CARDS, "replay", id=str(table)), "again")
        [line] = await store.lines_of_table(table, who.id, 5)
        if not line.is_over:
            shown = await play_out(who, await click(older, name, offer, "line"))
            assert "won!" in text(shown)
        else:
            compared = await who.select(offer, [str(line.id)], custom_id=control(offer, "again-compare"))
            assert compared.response.attachments
        [line] = await store.lines_of_table(table, who.id, 5)
        assert list(line.moves)[: len(before)] == before


async def test_a_review_and_its_exercises_are_kept(older: Older) -> None:
    """The figures are those that were computed then, and the move of the game is still a mistake."""
    fact = FACTS["review"]
    report = await older.ask("anna", CARDS, "review", id=str(fact["table"]))
    kept = r"Accuracy (\d+) ?%\*\* in (\d+) decisions|(\d+) blunders? · (\d+) inaccurac|step (\d+) of (\d+)"
    assert re.findall(kept, text(report)) == re.findall(kept, fact["text"])
    shown = await older.ask("anna", CARDS, "train")
    assert "Find the better move" in text(shown)
    told = await click(older, "anna", shown, "train-act", "draw")
    assert "Not yet" in text(told)
    assert "Better:" in text(told)


async def test_a_plan_can_be_joined_and_opens(older: Older) -> None:
    """Cora signs up by the old button, which fills the table."""
    channel = older.kept.channels[FACTS["controls"]["sign-up"]["channel"]]
    await older.press("sign-up")
    await older.world.env.advance_time(2 * DAY)
    table = await older.world.table(channel)
    assert table.record.game == "notty"
    waited_for = {*table.record.people, *table.record.awaited}
    assert waited_for == {older.world.people[name].id for name in ("anna", "ben", "cora")}


async def test_quiet_hours_end_with_one_message(older: Older) -> None:
    """It lists the game that waits and the invitation, and opens the hand. Dan is still away."""
    cora, user = older.person("cora", CARDS), older.kept.users["cora"]
    before = len(user.dm_channel.history())
    await older.world.env.advance_time(0.5 * HOUR)
    [message] = user.dm_channel.history()[before:]
    assert "1 table waits for you" in text(message)
    assert "invites you to Rummy" in text(message)
    table = FACTS["tables"]["quiet"]["id"]
    hand = await user.click(message, custom_id=f"b:{table}:hand::")
    assert "## Your hand" in text(private(hand))
    assert "Welcome back" in text(await older.ask("dan", CARDS, "away"))
    assert cora.id in (await older.table("quiet")).record.people


async def test_a_game_by_post_has_the_time_that_was_left(older: Older) -> None:
    """The clock did not run while there was no bot, and the drawn card is shown as such."""
    fact, table = FACTS["post"], await older.table("post")
    place = FACTS["tables"]["post"]["channel"]
    shown = text(await older.ask("ben", place, "hand"))
    [ends] = re.findall(r"The turn ends <t:(\d+)", shown)
    assert int(ends) == pytest.approx(int(fact["ends"][0]) + AWAY, abs=60)
    assert "You drew **" in shown
    await older.world.play_to_end(table)
    assert table.record.rated


async def test_a_kept_seat_is_taken(older: Older) -> None:
    await older.press("come")
    record = (await older.table("rematch")).record
    assert len(record.people) == 2
    assert not record.awaited


async def test_a_solo_game_in_direct_messages_goes_on(older: Older) -> None:
    """Its message in the direct messages shows the next turns."""
    user, table = older.kept.users["anna"], await older.table("solo")
    message, begun = user.dm_channel.history()[-1], table.record.decision
    await older.world.play_on(
        table, until=lambda: table.record.decision > begun + 4 and table.position.person_to_act == user.id
    )
    shown = next(each for each in user.dm_channel.history() if each.id == message.id)
    assert "### Your turn" in text(shown)
    assert f":{table.record.decision}:" in str(parts(shown))
