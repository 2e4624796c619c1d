"""What every store does for reviews and exercises."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.review.stored import Exercise, StoredReview
from bot.tables.model.records import Phase
from tests.db.examples import ADA, BEN, DAY, NOON, a_lobby, saved


async def reviewed(store: Any, person: int = ADA, at: float = NOON, steps: tuple[int, ...] = ()) -> int:
    """Save an ended table with the person's review and exercises from it. Return the table's id."""
    table = await saved(store, a_lobby(phase=Phase.OVER, ended_at=NOON))
    exercises = [Exercise(person, table.id, step, 0, at, f"[{step}]") for step in steps]
    await store.records.save_review(StoredReview(table.id, person, 1, at, '{"a": 1}'), exercises)
    return int(table.id)


async def test_a_review_is_kept_for_its_owner(store: Any) -> None:
    """A new review replaces the one before. None is stored for a table that is gone."""
    table_id = await reviewed(store)
    kept = await store.records.review(table_id, ADA)
    assert kept == StoredReview(table_id, ADA, 1, NOON, '{"a": 1}')
    assert await store.records.review(table_id, BEN) is None
    newer = replace(kept, version=2, at=NOON + 5, content="{}")
    await store.records.save_review(newer, [])
    assert await store.records.review(table_id, ADA) == newer
    await store.records.save_review(replace(newer, table_id=table_id + 99), [])
    assert await store.records.review(table_id + 99, ADA) is None


async def test_a_review_in_progress_is_not_saved_for_a_forgotten_person(store: Any) -> None:
    table = await saved(store, a_lobby(phase=Phase.OVER, ended_at=NOON))
    await store.people.forget_in_tables(ADA, [table.id])
    await store.people.forget_person(ADA)
    made = StoredReview(table.id, ADA, 1, NOON, "{}")
    await store.records.save_review(made, [Exercise(ADA, table.id, 3, 0, NOON, "[]")])
    assert await store.records.review(table.id, ADA) is None
    assert await store.records.next_exercise(ADA, NOON) is None


async def test_recent_reviews_are_counted(store: Any) -> None:
    for at in (NOON - 2 * DAY, NOON - 5, NOON):
        await reviewed(store, at=at)
    await reviewed(store, BEN)
    assert await store.records.count_reviews_since(ADA, NOON - DAY) == 2


async def test_due_exercises_start_with_the_one_begun_before(store: Any) -> None:
    table_id = await reviewed(store, steps=(3, 8, 20))
    first = await store.records.next_exercise(ADA, NOON)
    assert (first.table_id, first.step, first.passed, first.begun) == (table_id, 3, 0, "")
    assert await store.records.next_exercise(ADA, NOON - 1) is None
    assert await store.records.next_exercise(BEN, NOON) is None
    assert await store.records.save_exercise(first, replace(first, passed=1, due=NOON + DAY))
    third = await store.records.exercise(ADA, table_id, 20)
    await store.records.save_exercise(third, replace(third, begun='{"moves": []}'))
    assert (await store.records.next_exercise(ADA, NOON)).step == 20
    other = await reviewed(store, steps=(1,))
    assert (await store.records.next_exercise(ADA, NOON, other)).table_id == other, "the game that is asked about"
    assert (await store.records.next_exercise(ADA, NOON, table_id)).step == 20
    later = await store.records.exercise(ADA, other, 1)
    await store.records.save_exercise(later, replace(later, due=NOON + 99 * DAY))
    assert await store.records.count_exercises(ADA, NOON) == (2, 4, NOON + DAY)
    assert await store.records.count_exercises(BEN, NOON) == (0, 0, None)
    home = (await store.tables.load(table_id)).guild_id
    assert await store.records.count_exercises(ADA, NOON, home) == (2, 4, NOON + DAY)
    assert await store.records.count_exercises(ADA, NOON, home + 1) == (0, 0, None)
    assert (await store.records.next_exercise(ADA, NOON, 0, home)).step == 20
    assert await store.records.next_exercise(ADA, NOON, 0, home + 1) is None


async def test_an_answered_exercise_is_not_saved_from_before(store: Any) -> None:
    """Only the first answer counts, whatever is pressed meanwhile; a repeated transaction has still been done."""
    table_id = await reviewed(store, steps=(3,))
    fresh = await store.records.exercise(ADA, table_id, 3)
    begun = replace(fresh, begun='{"moves": []}')
    assert await store.records.save_exercise(fresh, begun)
    right = replace(fresh, passed=1, due=NOON + DAY)
    assert await store.records.save_exercise(begun, right)
    assert await store.records.save_exercise(begun, right)
    assert not await store.records.save_exercise(fresh, begun)
    assert not await store.records.save_exercise(fresh, replace(fresh, due=NOON + DAY + 1))
    assert await store.records.exercise(ADA, table_id, 3) == right


async def test_a_new_review_leaves_existing_exercises_unchanged(store: Any) -> None:
    table_id = await reviewed(store, steps=(3,))
    fresh = await store.records.exercise(ADA, table_id, 3)
    known = replace(fresh, passed=2, due=NOON + 10 * DAY)
    await store.records.save_exercise(fresh, known)
    again = Exercise(ADA, table_id, 3, 0, NOON, "[]")
    await store.records.save_review(StoredReview(table_id, ADA, 2, NOON, "{}"), [again])
    assert await store.records.exercise(ADA, table_id, 3) == known
