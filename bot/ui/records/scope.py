"""Which leaderboard to show, encoded in one control argument: game, ladder, scope, season, page and period."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.numbers import whole_number
from bot.records.model import EVERYWHERE, LADDERS, PEOPLE, Ladder
from bot.rules.catalogue import GAMES
from bot.tables.model.durations import DAY
from bot.ui.wording.paging import read_page

if TYPE_CHECKING:
    from typing import Any

WEEK, MONTH, EVER = PERIODS = ("week", "month", "ever")
"""Periods for which a leaderboard shows the points won; without one, it shows a season's ratings."""
_DAYS = {WEEK: 7, MONTH: 30}


@dataclass(frozen=True, slots=True)
class Scope:
    """A leaderboard to look at; `season` is 0 everywhere, `page` counts from 0.

    With a `period`, a `season` other than 0 only means this server.
    """

    game: str
    kind: str = PEOPLE
    season: int = EVERYWHERE
    page: int = 0
    period: str = ""

    @property
    def is_everywhere(self) -> bool:
        return self.season == EVERYWHERE

    def ladder(self, guild_id: int | None) -> Ladder:
        """The ladder as seen from that server."""
        if self.is_everywhere or guild_id is None:
            return Ladder(self.game, self.kind)
        return Ladder(self.game, self.kind, guild_id, self.season)

    def since(self, now: float) -> float | None:
        """When the period began; None for all time."""
        return now - _DAYS[self.period] * DAY if self.period in _DAYS else None

    def argument(self, tag: str = "") -> str:
        """The custom id's argument; the tag keeps ids unique within a page."""
        return f"{self.game},{self.kind},{self.season},{self.page},{self.period},{tag}"

    def with_changes(self, **changes: Any) -> Scope:
        """A changed scope, on its first page."""
        return replace(self, **{"page": 0, **changes})

    def checked(self) -> Scope:
        """The same scope, with a valid choice for each that is not: only Discord's own client is sure to offer no
        other.
        """
        return Scope.of(self.argument())

    @classmethod
    def of(cls, argument: str) -> Scope:
        """Parse an argument; old or forged ones still give a valid leaderboard."""
        game, kind, season, page, period = (*argument.split(","), "", "", "", "", "")[:5]
        return cls(
            game if game in GAMES else next(iter(GAMES)),
            kind if kind in LADDERS else PEOPLE,
            whole_number(season) or EVERYWHERE,
            read_page(page),
            period if period in PERIODS else "",
        )
