"""Lines as they are kept, and what keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol


@dataclass(frozen=True, slots=True)
class Line:
    """How a person plays a deal, alone against computer players.

    The deal is that of the game at table `table_id`, or of the `day`; `seat` is the one that is played. `moves` are the
    actions of all seats so far as game files write them (`2 draw stock`), and `draft` is the draft of the next one.
    `asked_by`: who asked the person to play it; 0 if nobody did. `ranked`: whether it is compared with everybody's of
    that day; `listed`: by name, also outside the server `guild_id` where it was begun. Once it is over, `place` and
    `score` are the seat's, and `margin` is how far the score is from those of the others: the lower the better.
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
    listed: bool = False

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None


@dataclass(frozen=True, slots=True)
class DealDay:
    """The deal of a day: `levels` are the computer players' from the seat after `seat` on.

    `fingerprint` tells which computer players play it, from the first line of the day on; empty before.
    """

    day: int
    game: str
    rules_version: int
    options: Mapping[str, Any]
    levels: tuple[str, ...]
    seat: int
    secret: bytes = field(repr=False)
    fingerprint: str
    made_at: float


class Ranked(NamedTuple):
    """A line on the board of a day's deal; `place` is among all of the board, `line` its id."""

    place: int
    line: int
    person: int
    name: str
    at_table: int
    score: int


class DealBoard(NamedTuple):
    """A page of a board: its lines, whether more follow, and the viewer's own line if they are on it."""

    lines: tuple[Ranked, ...]
    goes_on: bool
    own: Ranked | None


class Rank(NamedTuple):
    """How many lines of a day are better than one, how many are just as good, itself among them, and all there are."""

    better: int
    same: int
    all: int

    @property
    def percent(self) -> int:
        """The share of the others that it beats, in percent, half of those that are as good counted as beaten."""
        others = self.all - 1
        worse = self.all - self.better - self.same
        return round(100 * (worse + (self.same - 1) / 2) / others) if others > 0 else 100


class LineStore(Protocol):
    """Keeps lines. Every method is one transaction."""

    async def line(self, line_id: int) -> Line | None: ...

    async def begin_line(self, line: Line) -> Line:
        """Save a new line (its `id` is 0) and return it with its id, or the person's that is there: of that day, or
        unfinished at that seat."""
        ...

    async def save_line(self, before: Line, after: Line) -> bool:
        """Save a line that went on; False, and nothing is changed, if it has gone on elsewhere."""
        ...

    async def lines_of_table(self, table_id: int, person: int, most: int) -> tuple[Line, ...]:
        """The newest lines with the table's deal that the person played or asked for."""
        ...

    async def count_lines_since(self, person: int, at: float) -> int:
        """How many deals of games the person began to play again since then."""
        ...


class DealDayStore(Protocol):
    """Keeps the deals of days, and knows how the lines of a day stand. Every method is one transaction."""

    async def deal_day(self, day: int) -> DealDay | None: ...

    async def add_deal_day(self, made: DealDay) -> DealDay:
        """Give a day its deal, and return the one that it has now."""
        ...

    async def pin_deal_day(self, day: int, fingerprint: str) -> str:
        """Which computer players play the day's deal: these, if nobody has begun it yet."""
        ...

    async def line_of_day(self, person: int, day: int) -> Line | None: ...

    async def rank_of(self, line: Line) -> Rank:
        """How a finished line of a day stands among all that are ranked."""
        ...

    async def deal_board(self, day: int, guild_id: int, person: int, most: int, skip: int) -> DealBoard:
        """At most `most` lines of a server's board (0: everywhere) after the first `skip`, the best first."""
        ...
