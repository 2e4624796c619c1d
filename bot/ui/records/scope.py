"""Which leaderboard to show, encoded in one control argument: game, ladder, scope, season and page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.records.model import EVERYWHERE, LADDERS, PEOPLE, Ladder
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from typing import Any

MAX_PAGES = 10_000


@dataclass(frozen=True, slots=True)
class Scope:
    """A leaderboard to look at; `season` is 0 everywhere, `page` counts from 0."""

    game: str
    kind: str = PEOPLE
    season: int = EVERYWHERE
    page: int = 0

    @property
    def is_everywhere(self) -> bool:
        return self.season == EVERYWHERE

    def ladder(self, guild_id: int | None) -> Ladder:
        """The ladder as seen from that server."""
        if self.is_everywhere or guild_id is None:
            return Ladder(self.game, self.kind)
        return Ladder(self.game, self.kind, guild_id, self.season)

    def argument(self, tag: str = "") -> str:
        """The custom id's argument; the tag keeps ids unique within a page."""
        return f"{self.game},{self.kind},{self.season},{self.page},{tag}"

    def with_changes(self, **changes: Any) -> Scope:
        """A changed scope, on its first page."""
        return replace(self, **{"page": 0, **changes})

    @classmethod
    def of(cls, argument: str) -> Scope:
        """Parse an argument; old or forged ones still give a valid leaderboard."""
        game, kind, season, page = (*argument.split(","), "", "", "", "")[:4]
        return cls(
            game if game in GAMES else next(iter(GAMES)),
            kind if kind in LADDERS else PEOPLE,
            _whole(season),
            min(_whole(page), MAX_PAGES),
        )


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
