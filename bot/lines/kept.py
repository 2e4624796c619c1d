"""Lines as they are kept, and what keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


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
        """How many lines the person began since then."""
        ...
