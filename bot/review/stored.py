"""Stored reviews and exercises, and the Protocol of their store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A person's stored review of a table's game: the evaluation's version and the report as JSON."""

    table_id: int
    person: int
    version: int
    at: float
    content: str


@dataclass(frozen=True, slots=True)
class Exercise:
    """A decision that a person should find again. `passed` counts how often in a row they found it; `due` is when it is
    next shown. `content` is the finding as JSON; `begun` has the actions of the try in progress, in text form, and the
    draft of the next one.
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
        """Save or replace a review, with the exercises made from it; existing exercises stay unchanged."""
        ...

    async def count_reviews_since(self, person: int, at: float) -> int:
        """How many reviews were made for the person since then."""
        ...

    async def exercise(self, person: int, table_id: int, step: int) -> Exercise | None: ...

    async def next_exercise(
        self, person: int, now: float, table_id: int = 0, guild_id: int | None = None
    ) -> Exercise | None:
        """The exercise to show: preferably that table's, then one already begun, then the one due longest; None if none
        is due. Only from games of the server; None: from all.
        """
        ...

    async def count_exercises(
        self, person: int, now: float, guild_id: int | None = None
    ) -> tuple[int, int, float | None]:
        """The number of the person's exercises that are due and in total, and when the next one is due; from games of
        the server, or from all.
        """
        ...

    async def save_exercise(self, before: Exercise, after: Exercise) -> bool:
        """Save a try, or its result; False, changing nothing, if it was answered or put off meanwhile."""
        ...
