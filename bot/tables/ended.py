"""Games that are over, as lists of them show one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A table whose game began and has ended; `at` is when (seconds since the epoch), `names` are those of its seats."""

    table_id: int
    game: str
    at: float
    names: tuple[str, ...]
