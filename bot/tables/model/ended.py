"""Ended games, as listed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A table whose game began and has ended; `at` is when (seconds since the epoch), `names` are those of its seats.

    `people` have or had a seat there; `parent_id` is the parent channel if `channel_id` is a public thread.
    """

    table_id: int
    game: str
    at: float
    names: tuple[str, ...]
    people: frozenset[int]
    channel_id: int
    parent_id: int | None
