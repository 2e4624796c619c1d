"""Stored lines, and the Protocols of their store."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol


@dataclass(frozen=True, slots=True)
class Line:
    """One person's play of a deal, alone against computer players.

    The deal is from the game at table `table_id` or from the `day`; `seat` is the person's. `moves` are the actions of
    all seats so far as game files write them (`2 draw stock`), and `draft` is the draft of the next one. `asked_by`:
    who asked the person to play it; 0 if nobody did. `ranked`: it counts on the day's board, of the server `guild_id`
    where it was begun and, if the person chose to be listed, everywhere. Once it is over, `place` and `score` are the
    seat's, and `margin` compares the score with the others': lower is better.
    """

    id: int
    person: int
    name: str
    guild_id: int
    table_id: int | None
    day: int | None
    seat: int
    begun_at: float
    asked_by: int = 0
    moves: tuple[str, ...] = ()
    draft: Mapping[str, Any] = field(default_factory=dict)
    ended_at: float | None = None
    place: int | None = None
    score: int | None = None
    margin: int | None = None
    ranked: bool = False

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None


class Setup(NamedTuple):
    """How a day's deal is played: `levels` are the computer players', starting with the seat after `seat`."""

    rules_version: int
    options: Mapping[str, Any]
    levels: tuple[str, ...]
    seat: int


@dataclass(frozen=True, slots=True)
class DealDay:
    """The deal of a day; `setup` is None if what is stored of it cannot be read.

    `fingerprint` identifies the rules and the computer players from the day's first line on; empty before that.
    """

    day: int
    game: str
    setup: Setup | None
    secret: bytes = field(repr=False)
    fingerprint: str
    made_at: float


class Ranked(NamedTuple):
    """A line on the board of a day's deal; `place` counts the whole board, `line` is its id, and `margin` compares the
    score with the others' at the table: lower is better.
    """

    place: int
    line: int
    person: int
    name: str
    at_table: int
    score: int
    margin: int


class DealBoard(NamedTuple):
    """A page of a board: its lines, whether more follow, and the viewer's own line if they are on it."""

    lines: tuple[Ranked, ...]
    has_more: bool
    own: Ranked | None


class Rank(NamedTuple):
    """How many of a day's lines are better than one of them, how many are equal (itself included), and how many there
    are.
    """

    better: int
    same: int
    all: int

    @property
    def percent(self) -> int:
        """The percentage of the other lines that it beats; 100 only if it beats all."""
        others = self.all - 1
        worse = self.all - self.better - self.same
        if worse == others:
            return 100
        return min(99, round(100 * worse / others))


class LineStore(Protocol):
    """Keeps lines. Every method is one transaction."""

    async def line(self, line_id: int) -> Line | None: ...

    async def begun_line(self, line: Line) -> Line | None:
        """The person's line of that day, or their unfinished one of that deal at that seat."""
        ...

    async def begin_line(self, line: Line) -> Line:
        """Save a new line (its `id` is 0) and return it with its id. If `begun_line` finds one, return that one
        instead; if nobody had asked for it, note who asked for the new one, unless they have deleted their data since.
        A setting of the person decides whether the global board of its day lists it.
        """
        ...

    async def save_line(self, before: Line, after: Line) -> bool:
        """Save the next state of a line; False, changing nothing, if another press with another outcome was saved
        first.
        """
        ...

    async def lines_of_table(self, table_id: int, person: int, limit: int) -> tuple[Line, ...]:
        """The newest lines of the table's deal that the person played or asked others to play."""
        ...

    async def count_lines_since(self, person: int, at: float) -> int:
        """How many finished games the person began to replay since then."""
        ...


class DealDayStore(Protocol):
    """Keeps the deals of the day and ranks the lines of each. Every method is one transaction."""

    async def deal_day(self, day: int) -> DealDay | None: ...

    async def add_deal_day(self, made: DealDay) -> DealDay:
        """Give a day its deal unless it has one; return the deal it has now."""
        ...

    async def renew_deal_day(self, made: DealDay) -> None:
        """Replace a day's deal, except for the secret that was committed to, unless somebody has begun it."""
        ...

    async def pin_deal_day(self, day: int, fingerprint: str) -> str:
        """Fix the rules and the computer players of the day's deal if nobody has begun it yet; return their
        fingerprint.
        """
        ...

    async def line_of_day(self, person: int, day: int) -> Line | None: ...

    async def has_spent_deal(self, person: int, day: int) -> bool:
        """Whether the person deleted their data after they had begun that day's deal."""
        ...

    async def rank_of(self, line: Line) -> Rank:
        """The rank of a finished line among all ranked lines of its day."""
        ...

    async def deal_board(self, day: int, guild_id: int, person: int, limit: int, skip: int) -> DealBoard:
        """At most `limit` lines of a server's board (0: everywhere) after the first `skip`, the best first."""
        ...
