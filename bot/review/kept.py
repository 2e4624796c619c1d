"""Reviews and exercises as they are kept, and what keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A person's review of a table's game as it is kept: the evaluation's version and the report as JSON."""

    table_id: int
    person: int
    version: int
    at: float
    content: str


@dataclass(frozen=True, slots=True)
class Exercise:
    """A decision that a person is to find again.

    `passed` counts how often in a row it was found; `due` is when it is asked for again. `content` is the finding as
    JSON, `begun` the actions played in the try under way, in text form, and the draft of the next.
    """

    person: int
    table_id: int
    step: int
    passed: int
    due: float
    content: str
    begun: str = ""


class ReviewStore(Protocol):
    """Keeps reviews and exercises. Every method is one transaction."""

    async def review(self, table_id: int, person: int) -> StoredReview | None: ...

    async def save_review(self, review: StoredReview, exercises: Sequence[Exercise]) -> None:
        """Save or replace a review, with the exercises made of it; those that are there already stay as they are."""
        ...

    async def count_reviews_since(self, person: int, at: float) -> int:
        """How many reviews were made for the person since then."""
        ...

    async def exercise(self, person: int, table_id: int, step: int) -> Exercise | None: ...

    async def next_exercise(self, person: int, now: float, table_id: int = 0) -> Exercise | None:
        """The exercise to show: that table's first, then one begun, else what has been due longest; None if none is."""
        ...

    async def count_exercises(self, person: int, now: float) -> tuple[int, int, float | None]:
        """How many of the person's exercises are due, how many there are, and when the next one is due."""
        ...

    async def save_exercise(self, exercise: Exercise) -> None:
        """Save a try, or its result."""
        ...
