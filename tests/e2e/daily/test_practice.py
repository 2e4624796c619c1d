"""`/train` without exercises offers puzzles of earlier days, which do not count."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.e2e.table_talk import control, labels, parts, pictures, sentence, text
from tests.puzzles.ready import for_day, of_kind

if TYPE_CHECKING:
    from typing import Any

    from tests.e2e.conftest import World


def plays(message: Any) -> dict[str, str]:
    """Return the actions that buttons offer, with the buttons' ids."""
    ids = [str(part.get("custom_id", "")) for part in parts(message)]
    return {one.split(":", 4)[4]: one for one in ids if one.startswith("b:0:practice-act:")}


async def test_a_puzzle_with_outdated_rules_is_skipped(world: World) -> None:
    anna, records, today = world.person("anna"), world.bot.store.records, world.bot.daily.today
    old = for_day(today - 1, of_kind("notty-empty"))
    assert '"rules":1' in old.content
    await records.add_puzzle_day(replace(old, content=old.content.replace('"rules":1', '"rules":0')))
    none = (await anna.slash(world.channel, "train")).response
    assert "Try a puzzle instead" not in str(parts(none))
    await records.add_puzzle_day(for_day(today - 2, of_kind("six-holes-move")))
    shown = (await anna.slash(world.channel, "train")).response
    shown = (await anna.click(shown, custom_id=control(shown, "practice"))).response
    assert "6 Holes" in text(shown)


async def test_failed_practice_puzzles_return_until_solved(world: World) -> None:
    """A failed puzzle is shown with the best play, and returns after the others. A solved one does not return."""
    anna, records, today = world.person("anna"), world.bot.store.records, world.bot.daily.today
    puzzle = of_kind("six-holes-move")
    [right] = puzzle.solution
    none = (await anna.slash(world.channel, "train")).response
    assert "Try a puzzle instead" not in str(parts(none))
    for day in (today - 2, today - 1, today):
        assert await records.add_puzzle_day(for_day(day, puzzle))
    shown = (await anna.slash(world.channel, "train")).response
    shown = (await anna.click(shown, custom_id=control(shown, "practice"))).response
    assert shown.attachments
    assert "just for practice" in text(shown)
    wrong = next(form for form in plays(shown) if form != right)
    position = pictures(shown)
    done = (await anna.click(shown, custom_id=plays(shown)[wrong])).response
    assert pictures(done) == position, "the better move is in it"
    assert "Not yet" in text(done)
    assert "Better:" in text(done)
    assert labels(done)[-2:] == ["Another puzzle", "My exercises"], "none was due when they came here"
    other = (await anna.slash(world.channel, "train")).response
    for left in (1, 0):
        shown = (await anna.click(done, custom_id=control(done, "practice"))).response
        await world.restart()
        done = (await anna.click(shown, custom_id=plays(shown)[right])).response
        assert "Right!" in text(done)
        assert "Better:" not in text(done)
        records = world.bot.store.records
        assert (await records.puzzle_to_practise(anna.id, today) is not None) == bool(left)
    assert await records.days_solved(anna.id) == (), "no streak comes of it"
    end = (await anna.click(done, custom_id=control(done, "practice"))).response
    assert "You have solved every puzzle so far. /daily puzzle has today's" in text(end)
    world.bot.daily._request_puzzles = None  # as where the host has switched them off
    end = (await anna.click(other, custom_id=control(other, "practice"))).response
    assert text(end).endswith("You have solved every puzzle so far.")


async def test_a_repeated_action_shows_the_current_try(world: World) -> None:
    """A repeated action shows the try as it is. After the last action, the answer says that the try is finished."""
    anna, today = world.person("anna"), world.bot.daily.today
    for day, kind in ((today - 1, "six-holes-move"), (today - 2, "rummy-out")):
        assert await world.bot.store.records.add_puzzle_day(for_day(day, of_kind(kind)))
    shown = (await anna.slash(world.channel, "train")).response
    shown = (await anna.click(shown, custom_id=control(shown, "practice"))).response
    before, right = list(shown.components), plays(shown)[of_kind("six-holes-move").solution[0]]
    shown = (await anna.click(shown, custom_id=right)).response
    world.put_back(shown, before)
    assert "already finished" in sentence(await anna.click(shown, custom_id=right))
    shown = (await anna.slash(world.channel, "train")).response
    shown = (await anna.click(shown, custom_id=control(shown, "practice"))).response
    before, away = list(shown.components), control(shown, "practice-act", "away")
    shown = (await anna.select(shown, ["layoff 7D 3"], custom_id=away)).response
    after = text(shown)
    world.put_back(shown, before)
    shown = (await anna.select(shown, ["layoff 7D 3"], custom_id=away)).response
    assert text(shown) == after


async def test_undoing_twice_shows_the_start_of_the_try(world: World) -> None:
    """A card is picked and played to a new group. Taking that back twice shows the start of the try. It was once
    answered with “already finished”.
    """
    anna, today = world.person("anna"), world.bot.daily.today
    assert await world.bot.store.records.add_puzzle_day(for_day(today - 1, of_kind("huxxy-most")))
    shown = (await anna.slash(world.channel, "train")).response
    shown = (await anna.click(shown, custom_id=control(shown, "practice"))).response
    begun, card = text(shown), of_kind("huxxy-most").solution[0].split()[1]
    assert "left" not in begun
    shown = (await anna.select(shown, [f"{card}#1"], custom_id=control(shown, "practice-step", "pick"))).response
    shown = (await anna.click(shown, custom_id=plays(shown)[f"play {card} new"])).response
    assert "Play on (5 plays left)" in text(shown), "which only the picture said"
    before, back = list(shown.components), plays(shown)["undo"]
    shown = (await anna.click(shown, custom_id=back)).response
    assert text(shown) == begun
    world.put_back(shown, before)
    shown = (await anna.click(shown, custom_id=back)).response
    assert text(shown) == begun


async def test_a_turn_that_discarded_groups_is_not_called_a_pass(world: World) -> None:
    """What was played is told as it was offered. The end of such a turn used to be called “Pass”."""
    anna, today = world.person("anna"), world.bot.daily.today
    assert await world.bot.store.records.add_puzzle_day(for_day(today - 1, of_kind("notty-empty")))
    group = of_kind("notty-empty").solution[0]
    await world.bot.practice.next(anna.id)
    await world.bot.practice.apply_change(anna.id, (today - 1) * 10_000, lambda _standing: ([group], {}))
    shown = (await anna.slash(world.channel, "train")).response
    shown = (await anna.click(shown, custom_id=control(shown, "practice"))).response
    done = (await anna.click(shown, custom_id=plays(shown)["end"])).response
    played = text(done).partition("You played:")[2].partition("Better:")[0]
    assert "Discard" in played
    assert "End the turn" in played
    assert "Pass" not in played
