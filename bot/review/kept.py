"""Reviews as they are kept, and what keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A person's review of a table's game as it is kept: the evaluation's version and the report as JSON."""

    table_id: int
    person: int
    version: int
    at: float
    content: str


class ReviewStore(Protocol):
    """Keeps reviews and exercises. Every method is one transaction."""

    async def review(self, table_id: int, person: int) -> StoredReview | None: ...

    async def save_review(self, review: StoredReview) -> None:
        """Save or replace a review."""
        ...

    async def count_reviews_since(self, person: int, at: float) -> int:
        """How many reviews were made for the person since then."""
        ...
