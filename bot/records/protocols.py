"""What the records need from the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bot.records.model import Ladder, Leaderboard, Played, Player, RatedGame, Rating, Result, Season


class RecordStore(Protocol):
    """Where results and ratings are kept. Every method is one transaction."""

    async def record(self, result: Result) -> None:
        """Save a result and update the ratings; do nothing if the table already has one."""
        ...

    async def tables_without_result(self) -> tuple[int, ...]:
        """The ids of tables whose game ended by its rules without a saved result."""
        ...

    async def rated_game(self, table_id: int) -> RatedGame | None:
        """How the table's game changed its server's ratings; None if there is no result."""
        ...

    async def void(self, guild_id: int, table_id: int, now: float) -> bool:
        """Void a result of the server and undo its effect on ratings; return whether there was one that counted."""
        ...

    async def rebuild(self) -> dict[tuple[Ladder, Player], tuple[Rating | None, Rating | None]]:
        """Recompute all ratings and changes from the results; returns those that differed, as (before, after)."""
        ...

    async def seasons(self, guild_id: int) -> tuple[Season, ...]:
        """A server's seasons, oldest first; there is always one."""
        ...

    async def start_season(self, guild_id: int, now: float, after: int | None = None) -> Season | None:
        """Begin the server's next season: games that end from now on count for it. With `after`, begin only the season
        after that one; None if that has begun already.
        """
        ...

    async def leaderboard(self, ladder: Ladder, person: int, limit: int, skip: int) -> Leaderboard:
        """At most `limit` rows after the first `skip`: established ratings first, then provisional ones."""
        ...

    async def gains(self, ladder: Ladder, since: float | None, person: int, limit: int, skip: int) -> Leaderboard:
        """Who gained the most points in the ladder's server (or everywhere) in games that ended since then, across
        seasons; None: ever.
        """
        ...

    async def ladders_played(self, guild_id: int, season: int) -> tuple[tuple[str, str], ...]:
        """The ladders (game, kind) on which anybody is listed there."""
        ...

    async def games_of(self, person: int, guild_id: int | None, limit: int, skip: int = 0) -> tuple[Played, ...]:
        """The person's games with a result, newest first; `guild_id` None: in all servers."""
        ...

    async def all_games_of(self, person: int, guild_id: int | None) -> tuple[Played, ...]:
        """All of the person's games, read without making anybody else wait."""
        ...

    async def count_games_of(self, person: int, guild_id: int | None) -> int: ...

    async def ratings_of(self, person: int, guild_id: int, season: int) -> dict[Ladder, Rating]:
        """The person's ratings in a server's season (or everywhere), by ladder."""
        ...
