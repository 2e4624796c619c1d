"""`/train`: a person's own mistakes, played again with the controls of a real turn, graded, and repeated later."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.players.player import Thought
from bot.players.worker_process import WorkerDiedError
from bot.review import marks
from bot.review.marks import Mark
from bot.review.report import Finding, finding_data, loads
from bot.review.stored import Exercise, StoredReview
from bot.review.training import NEVER, Try, finding, try_of, with_try
from bot.rules.cards import parse_cards
from bot.tables.model.durations import DAY
from bot.ui.replays.train import MAX_MOVES
from tests.e2e.records.finished import elsewhere
from tests.e2e.stored_games import ended_game
from tests.e2e.table_talk import control, parts, pictures, sentence, text
from tests.replay.games import reviewed

if TYPE_CHECKING:
    from tests.e2e.conftest import World


async def exercise_of(world: World, game: str = "six-holes") -> tuple[Exercise, Any]:
    """Return Anna's first exercise after a review and its message."""
    table = await ended_game(world, game, "anna")
    anna = world.person("anna")
    await anna.slash(world.channel, "review", id=str(table.id))
    shown = (await anna.slash(world.channel, "train")).response
    exercise = await world.bot.store.records.next_exercise(anna.id, world.bot.clock.now())
    assert exercise is not None
    return exercise, shown


def plays(message: Any) -> dict[str, str]:
    """Return the actions that buttons offer, with the buttons' ids."""
    ids = [str(part.get("custom_id", "")) for part in parts(message)]
    return {one.split(":", 4)[4]: one for one in ids if ":train-act:" in one}


async def test_the_right_move_is_praised_and_repeated_tomorrow(world: World) -> None:
    exercise, shown = await exercise_of(world)
    anna, known = world.person("anna"), finding(exercise)
    assert shown.ephemeral
    assert "Find the better move" in text(shown)
    assert "Better" not in text(shown), "without the answer"
    assert shown.attachments
    assert not [part for part in parts(shown) if ":hint" in str(part.get("custom_id"))]
    done = (await anna.click(shown, custom_id=plays(shown)[known.better[0]])).response
    assert "Right!" in text(done)
    kept = await world.bot.store.records.exercise(anna.id, exercise.table_id, exercise.step)
    assert kept is not None
    assert kept.passed == 1
    assert kept.due == pytest.approx(world.bot.clock.now() + DAY, abs=60)
    following = (await anna.click(done, custom_id=control(done, "train"))).response
    assert "Find the better move" in text(following)
    assert "Right!" not in text(following)


async def test_try_again_shows_the_decision_above_it(world: World) -> None:
    """It used to show the oldest exercise, whatever decision the review was at."""
    table, anna = await ended_game(world, "six-holes", "anna"), world.person("anna")
    shown = (await anna.slash(world.channel, "review", id=str(table.id))).response
    shown = (await anna.click(shown, custom_id=control(shown, "review"))).response
    kept = await world.bot.store.records.review(table.id, anna.id)
    assert kept is not None
    second = loads(kept.content).costliest[1]
    again = control(shown, "train")
    exercise = (await anna.click(shown, custom_id=again)).response
    assert all(f":train-act:{second.step * MAX_MOVES}:" in custom_id for custom_id in plays(exercise).values())
    await anna.click(exercise, custom_id=next(iter(plays(exercise).values())))
    told = sentence(await anna.click(shown, custom_id=again))
    tried = await world.bot.store.records.exercise(anna.id, table.id, second.step)
    assert tried is not None
    back = f"<t:{int(tried.due)}:R>"
    assert told == f"You have already tried this again; the exercise comes back {back}. /train has other exercises."
    await world.bot.store.records.save_exercise(tried, replace(tried, due=NEVER))
    assert "often enough" in sentence(await anna.click(shown, custom_id=again))


async def test_an_inaccuracy_is_not_offered_as_an_exercise(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exercises are made from worse decisions. The button below an inaccuracy used to show one of those instead."""
    table, anna = await ended_game(world, "six-holes", "anna"), world.person("anna")
    shown = (await anna.slash(world.channel, "review", id=str(table.id))).response
    kept = await world.bot.store.records.review(table.id, anna.id)
    assert kept is not None
    worst = max(finding.loss for finding in loads(kept.content).costliest)
    monkeypatch.setattr(marks, "_FROM", {Mark.BLUNDER: worst, Mark.INACCURACY: 0.0})
    offered = {}
    for _ in range(3):
        shown = (await anna.click(shown, custom_id=control(shown, "review"))).response
        offered["An inaccuracy" in text(shown)] = "Try again" in str(shown.components)
    assert offered == {True: False, False: True}


async def test_repeating_the_mistake_shows_the_better_move(world: World) -> None:
    exercise, shown = await exercise_of(world)
    anna, known, position = world.person("anna"), finding(exercise), pictures(shown)
    done = (await anna.click(shown, custom_id=plays(shown)[known.played[0]])).response
    assert "Not yet" in text(done)
    assert "Better:" in text(done)
    assert pictures(done) == position, "the position that the better move is in"


async def test_a_begun_turn_survives_a_restart_and_is_graded_at_its_end(world: World) -> None:
    """What was played is kept, so the exercise continues where it was left."""
    exercise, shown = await exercise_of(world, "huxxy")
    anna = world.person("anna")
    draw = plays(shown).get("draw")
    assert draw is not None
    [first, *_] = [part for part in parts(shown) if ":train-step:" in str(part.get("custom_id"))]
    if first["type"] == 2:
        shown = (await anna.click(shown, custom_id=first["custom_id"])).response
    else:
        option = first["options"][0]["value"]
        shown = (await anna.select(shown, [option], custom_id=first["custom_id"])).response
    left, records = text(shown), world.bot.store.records
    kept = await records.exercise(anna.id, exercise.table_id, exercise.step)
    assert kept is not None
    assert kept.begun
    await world.restart()
    assert await world.bot.store.records.exercise(anna.id, exercise.table_id, exercise.step) == kept
    again = (await anna.slash(world.channel, "train")).response
    assert text(again) == left
    assert "Find the better move" in left
    done = (await anna.click(again, custom_id=plays(again)["draw"])).response
    assert "Not yet" in text(done)


async def test_an_outdated_button_shows_the_current_try(world: World) -> None:
    """An old button shows the current state of the try, and after the end says that the exercise is answered.

    It used to say that the exercise was continued elsewhere.
    """
    exercise, shown = await exercise_of(world, "huxxy")
    anna, draw = world.person("anna"), plays(shown)["draw"]
    await world.bot.store.records.save_exercise(exercise, with_try(exercise, Try((finding(exercise).better[0],))))
    shown = (await anna.click(shown, custom_id=draw)).response
    assert "undo" in plays(shown), "the one card that is played, and no more"
    assert "Not yet" not in text(shown)
    before, back = list(shown.components), plays(shown)["undo"]
    shown = (await anna.click(shown, custom_id=back)).response
    done = (await anna.click(shown, custom_id=plays(shown)["draw"])).response
    assert "Not yet" in text(done)
    world.put_back(done, before)
    assert "already answered" in sentence(await anna.click(done, custom_id=back))


async def test_undoing_twice_shows_the_start_of_the_exercise(world: World) -> None:
    """Taking back the only card twice shows the start of the exercise. It once said that the exercise is answered."""
    exercise, shown = await exercise_of(world, "huxxy")
    anna, draw = world.person("anna"), plays(shown)["draw"]
    begun_with = text(shown)
    await world.bot.store.records.save_exercise(exercise, with_try(exercise, Try((finding(exercise).better[0],))))
    shown = (await anna.click(shown, custom_id=draw)).response
    before, back = list(shown.components), plays(shown)["undo"]
    shown = (await anna.click(shown, custom_id=back)).response
    assert text(shown) == begun_with
    world.put_back(shown, before)
    shown = (await anna.click(shown, custom_id=back)).response
    assert text(shown) == begun_with


async def test_undone_plays_do_not_make_an_exercise_too_long(world: World) -> None:
    """Controls count up to a hundred actions. A longer exercise could once not be continued, and blocked all others."""
    exercise, _shown = await exercise_of(world, "huxxy")
    anna, store = world.person("anna"), world.bot.store.records
    card = finding(exercise).better[0]
    long = with_try(exercise, Try((*((card, "undo") * 49), card)))
    await store.save_exercise(exercise, long)
    shown = (await anna.slash(world.channel, "train")).response
    back = (await anna.click(shown, custom_id=plays(shown)["undo"])).response
    kept = await store.exercise(anna.id, exercise.table_id, exercise.step)
    assert kept is not None
    assert try_of(kept).moves == ()
    done = (await anna.click(back, custom_id=plays(back)["draw"])).response
    assert "Not yet" in text(done)


async def test_just_ending_the_turn_in_notty_is_not_the_solution(world: World) -> None:
    """Notty's review does not judge the end of a turn, so the try would otherwise wait forever."""
    exercise, shown = await exercise_of(world, "notty")
    done = (await world.person("anna").click(shown, custom_id=plays(shown)["end"])).response
    assert "Not yet" in text(done)
    assert "Split in the best way" in text(done)
    assert "this group" not in text(done), "none was discarded"
    kept = await world.bot.store.records.exercise(exercise.person, exercise.table_id, exercise.step)
    assert kept is not None
    assert kept.begun == ""


async def test_exercises_from_another_server_are_not_shown_here(world: World) -> None:
    """Exercises from another server's games wait for their place. They were once refused, and put off by ten days."""
    exercise, _shown = await exercise_of(world)
    anna, store = world.person("anna"), world.bot.store.records
    channel, [member] = elsewhere(world, "anna")
    told = text((await member.slash(channel, "train")).response)
    assert "but not from games in this server" in told
    assert "direct messages" in told
    assert await store.exercise(anna.id, exercise.table_id, exercise.step) == exercise
    here = await ended_game(world, "six-holes", "anna", channel=channel)
    await member.slash(channel, "review", id=str(here.id))
    shown = (await member.slash(channel, "train")).response
    assert f"table {here.id} " in text(shown)
    shown = (await anna.slash(world.channel, "train")).response
    assert f"table {exercise.table_id} " in text(shown)


async def test_train_without_exercises_says_how_to_get_some(world: World) -> None:
    shown = (await world.person("ben").slash(world.channel, "train")).response
    assert "How did I play?" in text(shown)


async def test_a_try_that_cannot_be_judged_is_not_lost(world: World) -> None:
    exercise, shown = await exercise_of(world)
    anna, known = world.person("anna"), finding(exercise)

    class Broken:
        async def review(self, request: Any) -> Any:
            raise WorkerDiedError("gone")

    usual, world.bot.reviews._analyst = world.bot.reviews._analyst, Broken()
    refused = await anna.click(shown, custom_id=plays(shown)[known.better[0]])
    assert "could not be judged" in sentence(refused)
    world.bot.reviews._analyst = usual
    again = (await anna.slash(world.channel, "train")).response
    done = (await anna.click(again, custom_id=plays(again)[known.better[0]])).response
    assert "Right!" in text(done)


async def test_only_the_first_answer_counts(world: World) -> None:
    """While an answer is judged, another one can be pressed. The one judged last used to replace the first result."""
    exercise, shown = await exercise_of(world)
    anna, [right, *_rest] = world.person("anna"), finding(exercise).better
    wrong = next(action for action in plays(shown) if action != right)
    store, usual = world.bot.store.records, world.bot.reviews._analyst
    found = replace(exercise, passed=1, due=world.bot.clock.now() + DAY)

    class Slow:
        async def review(self, request: Any) -> Any:
            assert await store.save_exercise(exercise, found)  # by the other press
            return await usual.review(request)

    world.bot.reviews._analyst = Slow()
    refused = await anna.click(shown, custom_id=plays(shown)[wrong])
    assert "already answered" in sentence(refused)
    assert await store.exercise(anna.id, exercise.table_id, exercise.step) == found


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (Thought("threw_back", {}, {"card": parse_cards("KS")[0]}), "Discarding the K♠︎ throws back"),
        (Thought("gave_a_lay_off", {}, {"card": parse_cards("KS")[0]}), "could lay off the K♠︎"),
    ],
)
async def test_an_avoided_mistake_is_not_blamed_in_the_exercise(world: World, why: Thought, said: str) -> None:
    """Under “Right!” it used to say that one took the card only to discard it, which one had just not done."""
    request, review = reviewed("rummy")
    table, anna = await ended_game(world, "rummy", "anna"), world.person("anna")
    fine = {verdict.step for verdict in review.verdicts if not verdict.loss and verdict.actions == 1}
    step = next(number for number in sorted(fine) if request.moves[number][1].startswith("discard"))
    right = (request.moves[step][1],)
    known = Finding(step, 3.0, ("discard KS",), right, why)
    now = world.bot.clock.now()
    made = Exercise(anna.id, table.id, step, 0, now, json.dumps(finding_data(known)))
    await world.bot.store.records.save_review(StoredReview(table.id, anna.id, 0, now, "{}"), [made])
    shown = (await anna.slash(world.channel, "train")).response
    done = (await anna.click(shown, custom_id=plays(shown)[right[0]])).response
    assert "Right!" in text(done)
    assert said in text(done)


async def test_an_exercise_that_cannot_be_reached_makes_room_for_others(world: World) -> None:
    """It is postponed, like one of a game that the person may no longer see. `/train` used to fail from then on."""
    exercise, _shown = await exercise_of(world)
    anna = world.person("anna")
    await world.bot.store.database.write(lambda sql: sql.execute("UPDATE actions SET text = 'fly' WHERE number = 1"))
    await world.restart()
    said = sentence(await anna.slash(world.channel, "train"))
    assert said.startswith("This game can no longer be replayed: Action 1, “fly”")
    kept = await world.bot.store.records.exercise(anna.id, exercise.table_id, exercise.step)
    assert kept is not None
    assert kept.due > world.bot.clock.now()
