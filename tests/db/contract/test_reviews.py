"""What a store owes to reviews."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.review.kept import StoredReview
from bot.tables.model.records import Phase
from tests.db.examples import ADA, BEN, DAY, NOON, a_lobby, saved


async def reviewed(store: Any, person: int = ADA, at: float = NOON) -> int:
    """An ended table with the person's review."""
    table = await saved(store, a_lobby(phase=Phase.OVER, ended_at=NOON))
    await store.records.save_review(StoredReview(table.id, person, 1, at, '{"a": 1}'))
    return int(table.id)


async def test_a_review_is_kept_for_its_owner(store: Any) -> None:
    """Made again, it replaces the one before; there is none for a table that is gone."""
    table_id = await reviewed(store)
    kept = await store.records.review(table_id, ADA)
    assert kept == StoredReview(table_id, ADA, 1, NOON, '{"a": 1}')
    assert await store.records.review(table_id, BEN) is None
    newer = replace(kept, version=2, at=NOON + 5, content="{}")
    await store.records.save_review(newer)
    assert await store.records.review(table_id, ADA) == newer
    await store.records.save_review(replace(newer, table_id=table_id + 99))
    assert await store.records.review(table_id + 99, ADA) is None


async def test_how_many_were_made_lately(store: Any) -> None:
    for at in (NOON - 2 * DAY, NOON - 5, NOON):
        await reviewed(store, at=at)
    await reviewed(store, BEN)
    assert await store.records.count_reviews_since(ADA, NOON - DAY) == 2
