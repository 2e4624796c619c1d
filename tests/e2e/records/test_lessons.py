"""`/learn`: a game in a few decisions with the real controls, explained after wrong presses, and kept on a restart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.lessons.catalogue import LESSONS
from bot.lessons.stored import Learning
from tests.e2e.table_talk import control, parts, sentence, text

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.e2e.conftest import World


async def press(world: World, shown: Any, form: str) -> Any:
    """Press the button of an action as Anna. In 6 Holes, a card is taken before it is placed."""
    ids = [str(part.get("custom_id", "")) for part in parts(shown)]
    found = [one for one in ids if ":learn-act:" in one and one.split(":", 4)[4] == form]
    if not found:
        shown = await press_step(world, shown, "take yes")
        return await press(world, shown, form)
    return (await world.person("anna").click(shown, custom_id=found[0])).response


async def press_step(world: World, shown: Any, words: str) -> Any:
    return (await world.person("anna").click(shown, custom_id=control(shown, "learn-step", words))).response


async def test_a_lesson_is_played_from_its_first_step_to_its_last(world: World) -> None:
    """A lesson is played to its end, with a wrong press, a hint, an outdated control, and a restart."""
    anna, lesson = world.person("anna"), LESSONS["six-holes"]
    shown = (await anna.slash(world.channel, "learn", game="six holes")).response
    first = list(shown.components)
    assert shown.ephemeral
    assert "Step 1 of 7" in text(shown)
    assert shown.attachments
    shown = await press(world, shown, "open TL")
    assert "⚠️ " + lesson.steps[0].wrong in text(shown)
    assert "Step 1 of 7" in text(shown)
    shown = (await anna.click(shown, custom_id=control(shown, "learn-hint"))).response
    assert "💡 Press Draw from the deck." in text(shown).replace("**", "")
    shown = await press(world, shown, "draw")
    shown = await press(world, shown, "place TL")
    assert "Step 3 of 7" in text(shown)
    assert "Emmy" in text(shown), "what the other did meanwhile"
    await press_step(world, shown, "take yes")
    await world.restart()
    known = (await anna.slash(world.channel, "learn")).response
    assert "6 Holes: step 3 of 7" in text(known).replace("**", "")
    shown = (await anna.click(known, custom_id=control(known, "learn", "six-holes"))).response
    assert "Where does 3♠ go?" in text(shown).replace("**", "").replace("\ufe0e", ""), "and so is what was being built"
    world.put_back(shown, first)
    shown = await press(world, shown, "draw")
    assert "Step 3 of 7" in text(shown), "an old control shows how it stands"
    for step in lesson.steps[2:]:
        for accepted in step.right:
            shown = await press(world, shown, accepted[0])
    assert "You have finished the 6 Holes lesson" in text(shown)
    again = (await anna.click(shown, custom_id=control(shown, "learn", ""))).response
    assert "- 6 Holes: finished" in text(again).replace("**", "").splitlines()
    shown = (await anna.slash(world.channel, "learn", game="six-holes")).response
    assert "Step 1 of 7" in text(shown)


async def test_a_finished_lesson_offers_a_game_against_easy(world: World) -> None:
    """A lesson's end offers a game against an easy computer player, also by direct message, where its message stays."""
    anna = world.person("anna")
    here = await play_last_step(
        world, (await open_before_last_step(world, lambda: anna.slash(world.channel, "learn", game="notty")))
    )
    assert here.ephemeral
    there = await play_last_step(
        world, (await open_before_last_step(world, lambda: anna.user.slash("learn", game="notty"))), anna.user
    )
    assert not there.ephemeral
    assert "is open" in sentence(await anna.user.click(there, custom_id=control(there, "solo")))
    assert await world.table() is None
    assert "is open" in sentence(await anna.click(here, custom_id=control(here, "solo")))
    assert [seat.level for seat in (await world.table()).record.seats] == [None, "easy"]


async def test_the_first_hand_of_a_game_offers_its_lesson_once(world: World) -> None:
    """The first hand of a game offers its lesson once, until its owner plays, and not to people who have begun it."""
    await world.person("ben").slash(world.channel, "learn", game="six holes")
    table = await world.seated("anna", "ben", game="six-holes")
    assert "first game of 6 Holes" in text(world.dm("anna"))
    assert "first game" not in text(world.dm("ben"))
    anna, offered = world.person("anna"), world.dm("anna")
    lesson = (await anna.user.click(offered, custom_id=control(offered, "learn"))).response
    assert "Learn 6 Holes" in text(lesson)
    assert "first game of 6 Holes" in text(first_hand(anna)), "the hand stays as it is"
    await world.play_beginning(table)
    assert "first game" not in text(first_hand(anna))
    second = world.guild.create_text_channel("second")
    await anna.slash(second, "solo", game="six holes")
    hands = [message for message in anna.user.dm_channel.history() if "Your hand" in text(message)]
    assert len(hands) == 2
    assert "first game" not in text(hands[-1])


def first_hand(person: Any) -> Any:
    """Return the person's first hand in their direct messages."""
    return next(message for message in person.user.dm_channel.history() if "Your hand" in text(message))


async def open_before_last_step(world: World, learn: Callable[[], Awaitable[Any]]) -> Any:
    """Open Notty's lesson before its last action."""
    steps = LESSONS["notty"].steps[:-1]
    moves = tuple(accepted[0] for step in steps for accepted in step.right)
    await world.bot.store.records.save_lesson(Learning(world.person("anna").id, "notty", moves))
    return (await learn()).response


async def play_last_step(world: World, shown: Any, actor: Any = None) -> Any:
    groups = next(part for part in parts(shown) if part.get("placeholder", "").startswith("Discard a group"))
    actor = actor or world.person("anna")
    return (await actor.select(shown, [groups["options"][0]["value"]], custom_id=groups["custom_id"])).response
