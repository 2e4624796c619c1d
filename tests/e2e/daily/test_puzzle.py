"""`/daily puzzle`: one try that counts, then others for fun, and the solution on the next day."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.daily.days import begins
from bot.puzzles.kinds import KINDS
from bot.tables.model.durations import DAY
from bot.tables.model.errors import TableError
from tests.e2e.people.test_server_settings import manager, section
from tests.e2e.people.test_server_settings import page as settings
from tests.e2e.table_talk import control, labels, parts, sentence, text
from tests.puzzles.ready import READY, for_day, of_kind

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def set_puzzles(world: World, *kinds: str) -> int:
    """Store puzzles of these kinds for today and the days after it, and return today."""
    today = world.bot.daily.today
    for day, kind in enumerate(kinds, today):
        assert await world.bot.store.records.add_puzzle_day(for_day(day, of_kind(kind)))
    return today


def playing(action: str) -> Any:
    """Return the change to a try that plays this action."""
    return lambda _standing: ([action], {})


def plays(message: Any) -> dict[str, str]:
    """Return the actions that buttons offer, with the buttons' ids."""
    ids = [str(part.get("custom_id", "")) for part in parts(message)]
    return {one.split(":", 4)[4]: one for one in ids if one.startswith("b:0:daily-act:")}


async def test_the_solution_says_if_nobody_tried_the_puzzle(world: World) -> None:
    """A puzzle that nobody tried says so. It once said “0 of 0 people solved it on the first try”."""
    await set_puzzles(world, "six-holes-move", "notty-empty")
    await world.env.advance_time(DAY)
    anna = world.person("anna")
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    told = (await anna.click(shown, custom_id=control(shown, "daily-solution"))).response
    assert "Nobody tried it that day." in text(told)
    assert "0 of 0" not in text(told)


@pytest.mark.parametrize(("early", "said"), [(60.0, "shown the day before"), (-60.0, "only made that day")])
async def test_the_solution_says_whether_its_hash_was_shown_the_day_before(
    world: World, early: float, said: str
) -> None:
    """A bot that was installed on that day could have chosen the puzzle afterwards."""
    today, anna = world.bot.daily.today, world.person("anna")
    made = replace(for_day(today, of_kind("six-holes-move")), made_at=begins(today) - early)
    await world.bot.store.records.add_puzzle_day(made)
    await world.bot.store.records.add_puzzle_day(for_day(today + 1, of_kind("notty-empty")))
    await world.env.advance_time(DAY)
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    told = text((await anna.click(shown, custom_id=control(shown, "daily-solution"))).response)
    assert said in told
    assert made.fingerprint in told


async def test_a_board_without_a_puzzle_says_why(world: World) -> None:
    """Where the host has switched puzzles off, the board invited people to try one, and
    `/server settings` let a channel for it be chosen without a word. The rest of the stock can still be played.
    """
    anna = world.person("anna")
    world.bot.daily._request_puzzles = None
    shown = (await anna.slash(world.channel, "daily board")).response
    assert "The host of this bot has switched off the puzzle of the day." in text(shown)
    assert "first try here" not in text(shown)
    assert "Today's puzzle" not in labels(shown)
    boss = manager(world)
    page = await section(boss, await settings(world, boss), "daily")
    assert "⚠️ The host of this bot has switched off the puzzle of the day." in text(page)
    await set_puzzles(world, "six-holes-move")
    shown = (await anna.slash(world.channel, "daily board")).response
    assert "Nobody has made their first try here yet." in text(shown)
    assert "switched off" not in text(shown)
    assert "Today's puzzle" in labels(shown)
    assert "switched off" not in text(await section(boss, page, "daily"))


async def test_a_begun_turn_says_what_it_still_asks_for(world: World) -> None:
    """In Huxxy that is how many of the six plays are left, as under a hand. Only the picture counted them, and the task
    spoke of six until the end. Before the turn has begun, the task says it all.
    """
    puzzle, anna = of_kind("huxxy-most"), world.person("anna")
    today = await set_puzzles(world, puzzle.kind)
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    assert "You have six plays" in text(shown)
    assert "left" not in text(shown)
    await world.bot.daily.apply_change(anna.id, today * 10_000, 0, "anna", playing(puzzle.solution[0]))
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    assert "Play on (5 plays left)" in text(shown)


async def test_a_begun_turn_names_nothing_that_the_puzzle_forbids(world: World) -> None:
    """In Notty's puzzle nothing may be drawn, though the turn would allow it."""
    puzzle, anna = of_kind("notty-empty"), world.person("anna")
    today = await set_puzzles(world, puzzle.kind)
    await anna.slash(world.channel, "daily puzzle")
    await world.bot.daily.apply_change(anna.id, today * 10_000, 0, "anna", playing(puzzle.solution[0]))
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    assert "draw up to" not in text(shown).lower()


async def test_a_replaced_puzzle_is_begun_anew(world: World) -> None:
    """An update that cannot read the day's puzzle replaces it. The old one's moves once did not fit, all day long."""
    records, anna = world.bot.store.records, world.person("anna")
    old = next(puzzle for puzzle in READY if len(puzzle.solution) > 1)
    today = await set_puzzles(world, old.kind)
    await anna.slash(world.channel, "daily puzzle")
    await world.bot.daily.apply_change(anna.id, today * 10_000, 0, "anna", playing(old.solution[0]))
    await world.env.advance_time(60)
    await records.drop_puzzle_day(today)
    new = of_kind("six-holes-move")
    assert await records.add_puzzle_day(for_day(today, new))
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    assert "This try counts" in text(shown)
    assert new.solution[0] in plays(shown)
    tried = await records.puzzle_try(anna.id, today)
    assert tried is not None
    assert (tried.moves, tried.begun_at) == ("[]", world.bot.clock.now())


async def test_a_puzzle_of_the_day_from_its_first_try_to_its_solution(world: World) -> None:
    """Anna fails, then solves it for fun, shares her result without the solution, and reads it on the next day."""
    today = await set_puzzles(world, "six-holes-move", "notty-empty")
    anna, puzzle = world.person("anna"), of_kind("six-holes-move")
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    assert shown.ephemeral
    assert shown.attachments
    assert "This try counts" in text(shown)
    assert "Yesterday" not in text(shown), "there was none"
    assert "daily-solution" not in str(parts(shown))
    tomorrow = await world.bot.daily.of_day(world.bot.daily.today + 1)
    assert tomorrow is not None
    assert tomorrow.fingerprint in text(shown)
    assert not [part for part in parts(shown) if "hint" in str(part.get("custom_id"))]
    right = puzzle.solution[0]
    wrong = next(action for action in plays(shown) if action != right)
    done = (await anna.click(shown, custom_id=plays(shown)[wrong])).response
    assert "not solved" in text(done)
    assert "0 of 1 person" in text(done)
    with pytest.raises(TableError, match="already finished"):
        await world.bot.daily.apply_change(anna.id, today * 10_000, 0, "anna", playing(right))

    again = (await anna.click(done, custom_id=control(done, "daily-again"))).response
    assert "Try 2, just for fun" in text(again)
    found = (await anna.click(again, custom_id=plays(again)[right])).response
    assert "solved!" in text(found)
    assert "after 2 tries" in text(found)
    await anna.click(found, custom_id=control(found, "daily-share"))
    assert "in a row" not in text(world.channel.history()[-1])
    shared = world.channel.history()[-1]
    assert "anna" in text(shared)
    assert "⬜" in text(shared)
    assert "not solved" in text(shared)
    assert "solution" not in text(shared)
    ben = world.person("ben")
    await world.bot.daily.open(ben.id)
    await world.bot.daily.apply_change(ben.id, today * 10_000, 0, "ben", playing(right))
    kept = (await anna.slash(world.channel, "daily puzzle")).response
    assert "not solved" in text(kept), "the first try stays the one that counts"

    await world.env.advance_time(DAY)
    old = await anna.click(kept, custom_id=control(kept, "daily-share"))
    assert "That day is over" in sentence(old)
    late = (await anna.click(kept, custom_id=control(kept, "daily-again"))).response
    assert "A new day has begun" in text(late)
    assert await world.bot.store.records.puzzle_try(anna.id, today + 1) is None, "its time has not begun"
    new = (await anna.slash(world.channel, "daily puzzle")).response
    assert "Notty" in text(new)
    told = (await anna.click(new, custom_id=control(new, "daily-solution"))).response
    assert "Solution of" in text(told)
    assert "You played" in text(told)
    assert "Solved on the first try by 1 of 2 people." in text(told), "it was “1 of 2 people solved”"
    assert told.attachments
    bens = (await ben.slash(world.channel, "daily puzzle")).response
    bens = (await ben.click(bens, custom_id=control(bens, "daily-solution"))).response
    assert "You solved it on the first try" in text(bens)
    assert "You played" not in text(bens), "it stands above"
    file = (await anna.click(told, custom_id=control(told, "daily-file"))).response
    yesterday = await world.bot.daily.of_day(world.bot.daily.today - 1)
    assert yesterday is not None
    assert hashlib.sha256(yesterday.content.encode()).hexdigest() == yesterday.fingerprint
    assert yesterday.fingerprint in text(told)
    assert file.attachments[0].filename == f"puzzle-{today}.json"


async def test_a_failed_first_try_ends_the_streak(world: World) -> None:
    """A failed first try ends the streak. It was once shared as “not solved on the first try · 2 days in a row”."""
    await set_puzzles(world, "six-holes-move", "three-thirteen-discard", "notty-empty")
    anna, daily = world.person("anna"), world.bot.daily

    async def played(number: int, action: str) -> None:
        await daily.open(anna.id)
        await daily.apply_change(anna.id, daily.today * 10_000 + number, 0, "anna", playing(action))

    for kind in ("six-holes-move", "three-thirteen-discard"):
        await played(0, of_kind(kind).solution[0])
        await world.env.advance_time(DAY)
    for number, action in enumerate((of_kind("notty-empty").solution[0], "end")):
        await played(number, action)
    done = (await anna.slash(world.channel, "daily puzzle")).response
    assert "not solved" in text(done)
    assert "Your streak: 0 days** (best: 2 days)" in text(done)
    await anna.click(done, custom_id=control(done, "daily-share"))
    assert "in a row" not in text(world.channel.history()[-1])


async def test_a_try_survives_a_restart_but_not_its_day(world: World) -> None:
    """A try survives a restart with its moves. If it is not finished when the day ends, it does not count."""
    await set_puzzles(world, "rummy-out", "six-holes-move")
    ben, puzzle = world.person("ben"), of_kind("rummy-out")
    await ben.slash(world.channel, "daily puzzle")
    before = await world.bot.daily.open(ben.id)
    await world.bot.daily.apply_change(ben.id, before.tried.day * 10_000, 0, "ben", playing(puzzle.solution[0]))
    await world.restart()
    shown = (await ben.slash(world.channel, "daily puzzle")).response
    assert (await world.bot.daily.open(ben.id)).attempt.actions == puzzle.solution[:1]
    await world.env.advance_time(DAY)
    [choice, *_] = [part for part in parts(shown) if str(part.get("custom_id")).startswith("s:0:daily-")]
    late = (await ben.select(shown, [choice["options"][0]["value"]], custom_id=choice["custom_id"])).response
    assert "A new day has begun" in text(late)
    fresh = (await ben.click(late, custom_id=control(late, "daily"))).response
    assert "This try counts" in text(fresh)


async def test_a_prepared_meld_survives_laying_off_a_card(world: World) -> None:
    """The meld stays set aside. It used to be forgotten with every action, and its cards had to be picked again.

    A new message also shows picked cards and the meld, even after a restart.
    """
    await set_puzzles(world, "rummy-out")
    anna = world.person("anna")
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    cards, pick = ["2D#1", "2C#1", "XR#1"], control(shown, "daily-step", "pick")
    await anna.select(shown, cards, custom_id=pick)
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    shown = (await anna.click(shown, custom_id=control(shown, "daily-step", "add 2D 2C XR"))).response
    assert "Ready to lay down" in text(shown)
    await world.restart()
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    assert "Ready to lay down" in text(shown)
    shown = (await anna.select(shown, ["layoff 7D 3"], custom_id=control(shown, "daily-act", "away"))).response
    assert "Ready to lay down" in text(shown)
    shown = (await anna.click(shown, custom_id=control(shown, "daily-act", "lay 2D 2C XR"))).response
    assert "Ready to lay down" not in text(shown)


async def test_a_repeated_action_shows_the_current_try(world: World) -> None:
    """A repeated action shows the try as it is. It was once answered that the puzzle had been continued elsewhere."""
    await set_puzzles(world, "rummy-out")
    anna = world.person("anna")
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    before, away = list(shown.components), control(shown, "daily-act", "away")
    shown = (await anna.select(shown, ["layoff 7D 3"], custom_id=away)).response
    after = text(shown)
    world.put_back(shown, before)
    shown = (await anna.select(shown, ["layoff 7D 3"], custom_id=away)).response
    assert text(shown) == after


async def test_undoing_twice_shows_the_start_of_the_try(world: World) -> None:
    """Taking back the only action twice shows the start of the try. It was once answered with “already finished”."""
    await set_puzzles(world, "huxxy-most")
    anna, puzzle = world.person("anna"), of_kind("huxxy-most")
    begun = text((await anna.slash(world.channel, "daily puzzle")).response)
    number = world.bot.daily.today * 10_000
    await world.bot.daily.apply_change(anna.id, number, 0, "anna", playing(puzzle.solution[0]))
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    assert text(shown) != begun
    before, back = list(shown.components), plays(shown)["undo"]
    shown = (await anna.click(shown, custom_id=back)).response
    assert text(shown) == begun
    world.put_back(shown, before)
    shown = (await anna.click(shown, custom_id=back)).response
    assert text(shown) == begun
    assert "This try counts" in begun


@pytest.mark.parametrize("kind", KINDS)
async def test_each_kind_of_puzzle_can_be_solved(world: World, kind: str) -> None:
    """The last action of the solution is played by its button, if it has one. A solved puzzle starts a streak."""
    await set_puzzles(world, kind)
    carl, puzzle = world.person("carl"), of_kind(kind)
    shown = (await carl.slash(world.channel, "daily puzzle")).response
    assert KINDS[kind].task(puzzle) in text(shown)
    assert "end" not in plays(shown), "no try ends by one press with nothing done"
    standing = await world.bot.daily.open(carl.id)
    for action in puzzle.solution[:-1]:
        number = standing.tried.day * 10_000 + len(standing.attempt.actions)
        standing = await world.bot.daily.apply_change(carl.id, number, 0, "carl", playing(action))
    shown = (await carl.slash(world.channel, "daily puzzle")).response
    last = plays(shown).get(puzzle.solution[-1])
    if last is None:
        number = standing.tried.day * 10_000 + len(standing.attempt.actions)
        await world.bot.daily.apply_change(carl.id, number, 0, "carl", playing(puzzle.solution[-1]))
        done = (await carl.slash(world.channel, "daily puzzle")).response
    else:
        done = (await carl.click(shown, custom_id=last)).response
    assert "solved!" in text(done)
    assert "Your streak: 1 day" in text(done)
    assert "(best:" not in text(done), "it is the same"


async def test_a_day_without_a_puzzle_says_so_in_one_sentence(world: World) -> None:
    refused = await world.person("dora").slash(world.channel, "daily puzzle")
    assert "is just being made" in sentence(refused)


async def test_the_boards_rank_a_day_a_week_and_all_time(world: World) -> None:
    """The server's board ranks everybody who tried the puzzle there, and that of all servers only who agreed to it."""
    today = await set_puzzles(world, "notty-empty")
    puzzle = of_kind("notty-empty")
    for name, actions in (("anna", (*puzzle.solution[:1], "end")), ("ben", puzzle.solution)):
        person = world.person(name)
        await world.bot.daily.open(person.id)
        for step, action in enumerate(actions):
            number = today * 10_000 + step
            await world.bot.daily.apply_change(person.id, number, world.guild.id, name, playing(action))
    anna, ben = world.person("anna"), world.person("ben")
    shown = (await anna.slash(world.channel, "daily board")).response
    assert text(shown).index(f"<@{ben.id}>") < text(shown).index(f"▶ **2.** <@{anna.id}>")
    assert shown.attachments
    week = (await anna.select(shown, ["week"], custom_id=control(shown, "daily-when"))).response
    assert f"<@{ben.id}> · 1 of 1 solved" in text(week)
    everywhere = (await anna.select(week, ["1"], custom_id=control(week, "daily-where"))).response
    assert "Nobody who is shown here has tried it yet." in text(everywhere), "both have tried it"
    assert "You are not shown here" in text(everywhere)
    await world.bot.store.people.change(anna.id, everywhere=True)
    everywhere = (await anna.slash(world.channel, "daily board", when="all", where="everywhere")).response
    assert "▶ **1.** anna" in text(everywhere)
    assert "You are not shown here" not in text(everywhere)


async def test_nobody_has_a_place_alone(world: World) -> None:
    """Whoever failed a puzzle that nobody else had tried yet was on place 1, and shared “place 1 of 1”."""
    await set_puzzles(world, "six-holes-move")
    anna, ben, right = world.person("anna"), world.person("ben"), of_kind("six-holes-move").solution[0]
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    wrong = next(custom_id for action, custom_id in plays(shown).items() if action != right)
    failed = (await anna.click(shown, custom_id=wrong)).response
    assert "Solved on the first try by 0 of 1 person." in text(failed)
    assert "place" not in text(failed)
    await anna.click(failed, custom_id=control(failed, "daily-share"))
    assert "place" not in text(world.channel.history()[-1])
    shown = (await ben.slash(world.channel, "daily puzzle")).response
    assert "Your place: 1." in text((await ben.click(shown, custom_id=plays(shown)[right])).response)


async def test_deleting_ones_data_does_not_grant_a_second_counted_try(world: World) -> None:
    """Anna may know the solution from her tries, so after deleting her data she can play for fun, but not for a place.

    This also holds after a restart, and for the deal of the day. The next day counts again.
    """
    today = await set_puzzles(world, "six-holes-move")
    anna, puzzle = world.person("anna"), of_kind("six-holes-move")
    await anna.slash(world.channel, "daily puzzle")
    deal = (await anna.slash(world.channel, "daily deal")).response
    await anna.click(deal, custom_id=control(deal, "deal-begin"))
    asked = (await anna.slash(world.channel, "privacy delete")).response
    await anna.click(asked, custom_id=control(asked, "forget-me"))

    await world.restart()
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    assert "does not count" in text(shown)
    done = (await anna.click(shown, custom_id=plays(shown)[puzzle.solution[0]])).response
    assert "solved!" in text(done)
    assert "of 0" not in text(done), "it was “0 of 0 people have solved it on the first try”"
    assert "daily-share" not in str(parts(done))
    store = world.bot.store.records
    assert not (await store.puzzle_board("all", world.guild.id, anna.id, 10, 0)).lines
    kept = await store.puzzle_day(today)
    assert kept is not None
    assert kept.tried == 0
    assert not await store.days_solved(anna.id)
    deal = (await anna.slash(world.channel, "daily deal")).response
    hand = (await anna.click(deal, custom_id=control(deal, "deal-begin"))).response
    assert "not on the board" in text(hand)
    await world.env.advance_time(DAY)
    assert await set_puzzles(world, "notty-empty") == today + 1
    assert "This try counts" in text((await anna.slash(world.channel, "daily puzzle")).response)


async def test_a_deleted_result_cannot_be_shared(world: World) -> None:
    """The refusal once said that the day was over, and to play the puzzle and share that."""
    await set_puzzles(world, "six-holes-move")
    anna, puzzle = world.person("anna"), of_kind("six-holes-move")
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    done = (await anna.click(shown, custom_id=plays(shown)[puzzle.solution[0]])).response
    asked = (await anna.slash(world.channel, "privacy delete")).response
    await anna.click(asked, custom_id=control(asked, "forget-me"))
    refusal = sentence(await anna.click(done, custom_id=control(done, "daily-share")))
    assert refusal == "There is nothing to share: you deleted your data after you had played this puzzle."


async def test_the_solution_does_not_call_the_end_of_a_turn_with_discards_a_pass(world: World) -> None:
    """The end of a turn in which a group was discarded used to be called “Pass”."""
    today, group = await set_puzzles(world, "notty-empty", "six-holes-move"), of_kind("notty-empty").solution[0]
    anna = world.person("anna")
    await world.bot.daily.open(anna.id)
    await world.bot.daily.apply_change(anna.id, today * 10_000, 0, "anna", lambda _standing: ([group, "end"], {}))
    await world.env.advance_time(DAY)
    shown = (await anna.slash(world.channel, "daily puzzle")).response
    told = (await anna.click(shown, custom_id=control(shown, "daily-solution"))).response
    played = text(told).partition("You played:")[2]
    assert "End the turn" in played
    assert "Pass" not in played
