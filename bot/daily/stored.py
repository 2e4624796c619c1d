"""Stored puzzles of the day and tries at them, and the Protocol of their store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection

SOLVED = 100
"""The quality in percent of a try that no other play beats."""


@dataclass(frozen=True, slots=True)
class PuzzleDay:
    """A day's puzzle: its whole text (`fingerprint` is its SHA-256) and the random seed it was made from.

    `tried` counts the graded tries, `solved` those that found the best play.
    """

    day: int
    kind: str
    game: str
    content: str
    fingerprint: str
    likeness: str
    seed: str
    made_at: float
    tried: int = 0
    solved: int = 0


@dataclass(frozen=True, slots=True)
class PuzzleTry:
    """A person's tries at a day's puzzle.

    `begun_at` is when they first saw it. `tries` counts the complete ones; the first is graded: its `quality` in
    percent, 100 if no play is better, how many `seconds` it took since `begun_at`, and the actions `played`.
    `solved_on` is the number of the try that first found the best play, 0 if none did. `moves` are the actions of the
    try under way in text form, and `draft` is the draft of its next one, both as JSON. Somebody who deleted their data
    after they had seen the puzzle has one complete try without a quality, so that none is graded any more.
    """

    person: int
    day: int
    begun_at: float
    tries: int = 0
    moves: str = "[]"
    draft: str = "{}"
    quality: int | None = None
    seconds: float | None = None
    played: str = "[]"
    solved_on: int = 0


class Placed(NamedTuple):
    """One line of a board. `solved` counts days, `quality` and `seconds` are sums over all days tried."""

    place: int
    person: int
    name: str
    tried: int
    solved: int
    quality: int
    seconds: float


class Board(NamedTuple):
    """A page of a board: its lines, whether more follow, and the viewer's own line if they are on it."""

    lines: tuple[Placed, ...]
    has_more: bool
    own: Placed | None


class PuzzlePost(NamedTuple):
    """A server's message with a puzzle, and the day whose puzzle it shows."""

    day: int
    channel_id: int
    message_id: int


class DailyStore(Protocol):
    """Keeps puzzles and tries. Every method is one transaction."""

    async def puzzle_day(self, day: int) -> PuzzleDay | None: ...

    async def puzzle_days_since(self, day: int) -> tuple[PuzzleDay, ...]:
        """The puzzles of that day and all later ones, earliest first."""
        ...

    async def used_puzzles(self) -> frozenset[str]:
        """The likenesses of all puzzles ever given to a day."""
        ...

    async def add_puzzle_day(self, made: PuzzleDay) -> bool:
        """Give a day its puzzle; False if it already has one, or if another day has the same position."""
        ...

    async def drop_puzzle_day(self, day: int) -> None:
        """Delete a day's puzzle with the tries that were begun at it, unless somebody has finished one."""
        ...

    async def puzzle_try(self, person: int, day: int) -> PuzzleTry | None: ...

    async def puzzle_to_practise(self, person: int, today: int, without: Collection[int] = ()) -> PuzzleDay | None:
        """The earlier puzzle that the person has not solved and has tried least; the newest of several. Those of the
        days `without` are left out.
        """
        ...

    async def begin_puzzle_try(self, first: PuzzleTry) -> PuzzleTry:
        """Save that the person has opened a puzzle, or return their stored try."""
        ...

    async def save_puzzle_try(self, before: PuzzleTry, after: PuzzleTry) -> bool:
        """Save the next state of a try; False, changing nothing, if another press with another outcome was saved
        first.
        """
        ...

    async def grade_puzzle_try(self, before: PuzzleTry, after: PuzzleTry, guild_id: int, name: str) -> bool:
        """Save the graded try and its result on the boards of the server (0: none) and everywhere; False as above.

        A setting of the person decides whether the global board lists them.
        """
        ...

    async def days_solved(self, person: int) -> tuple[int, ...]:
        """The days whose graded try found the best play, latest first."""
        ...

    async def puzzle_place(self, person: int, day: int) -> int | None:
        """The place of the person's graded try among all graded tries of that day."""
        ...

    async def puzzle_board(self, span: str, guild_id: int, person: int, limit: int, skip: int) -> Board:
        """At most `limit` lines of a server's board (0: everywhere) after the first `skip`."""
        ...

    async def puzzle_solvers(self, day: int, guild_id: int, limit: int) -> tuple[tuple[int, ...], int]:
        """Who solved the day's puzzle in the server, best first, and how many there are."""
        ...

    async def puzzle_posts(self) -> dict[int, PuzzlePost]:
        """The message in each server's channel that shows a puzzle, by server."""
        ...

    async def save_puzzle_post(self, guild_id: int, post: PuzzlePost) -> None:
        """Save or replace the server's message."""
        ...

    async def drop_puzzle_boards(self, before: int) -> None:
        """Delete the boards of the days before that one, and of the weeks that were over before it."""
        ...

    async def spend_day(self, person: int, day: int) -> None:
        """Note, before their data is deleted, that what the person has seen of that day does not count any more.

        If they come back on that day, their puzzle begins with one try complete and no result, and their line is not
        ranked.
        """
        ...

    async def drop_spent_days(self, before: int) -> None:
        """Delete such notes of the days before that one."""
        ...
