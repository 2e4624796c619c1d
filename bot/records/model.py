"""Results and ratings: frozen records, computed here, kept by the store and shown by pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

PEOPLE, COMPUTERS = "people", "computers"
"""The two ladders: games of people only, and games with computer players among them."""
LADDERS = (PEOPLE, COMPUTERS)
EVERYWHERE = 0
"""Used as server id and as season for ratings across all servers and seasons."""


class Player(NamedTuple):
    """Who is rated: a person (`level` is empty), or a computer player (`person` is 0) as the level of its game.

    A negative `person` had their data deleted; 0 without a level is unknown.
    """

    person: int = 0
    level: str = ""

    @property
    def is_computer(self) -> bool:
        return bool(self.level)

    @property
    def is_known(self) -> bool:
        """Whether ratings are kept for the player."""
        return self.person > 0 or self.is_computer


@dataclass(frozen=True, slots=True)
class Participant:
    """A participant of a game: the 0-based seat (None: somebody else has taken it over) and the result.

    `rank` is 1 for winners. Participants who `left` rank behind all seats and have no score; `taken_out` marks those
    whom the host removed.
    """

    player: Player
    seat: int | None
    rank: int
    score: int | None
    helped: bool = False
    left: bool = False
    taken_out: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """A game that ended by its rules; `ladder` is None where it is not rated.

    `drawn`: all seats shared first place by the rules, whoever had left one of them.
    """

    table_id: int
    guild_id: int
    game: str
    ended_at: float
    ladder: str | None
    participants: tuple[Participant, ...]
    drawn: bool = False


class Rating(NamedTuple):
    """A skill estimate: mean and standard deviation in the model's units, and the number of games behind it."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0
    games: int = 0


class Change(NamedTuple):
    """One rating before and after a game."""

    before: Rating
    after: Rating


Ratings = Mapping[Player, Rating]


class Ladder(NamedTuple):
    """A group of comparable ratings: one game, with or without computer players, in a server's season or everywhere."""

    game: str
    kind: str
    guild_id: int = EVERYWHERE
    season: int = EVERYWHERE


class Season(NamedTuple):
    """A season of a server's games, from `started_at` (seconds since the epoch) until the next one begins."""

    number: int
    started_at: float


FIRST_SEASON = Season(1, 0.0)
"""The number of every server's first season."""


class RatedGame(NamedTuple):
    """A game's effect on the ratings of its server's season, or on those over all servers (`season` is `EVERYWHERE`)
    where it was played in no server of the bot's; `ladder` is None if it was not rated.

    `voided`: the server's moderators decided that it counts for nothing.
    """

    ladder: str | None
    season: int
    changes: Mapping[Player, Change]
    voided: bool = False


class Gain(NamedTuple):
    """The rating points won or lost in a period, as displayed, and the number of games behind them."""

    points: int
    games: int


class Row(NamedTuple):
    """One row of a leaderboard: equal ratings share a `place`, `number` counts the rows, both from 1; `name` is empty
    for a computer player.
    """

    place: int
    number: int
    player: Player
    name: str
    rating: Rating | Gain


class Leaderboard(NamedTuple):
    """A page of a leaderboard, the total number of rows, and the viewer's own row (None: not listed)."""

    rows: tuple[Row, ...]
    total: int
    own: Row | None


class Seated(NamedTuple):
    """A participant of a past game; `name` is the seat's present name, empty if there is none."""

    player: Player
    name: str
    rank: int
    score: int | None
    left: bool
    taken_out: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a person: their own result, the others', and the change of their rating in that server.

    `drawn` is None for results from before it was stored.
    """

    table_id: int
    guild_id: int
    game: str
    ended_at: float
    season: int
    ladder: str | None
    own: Seated
    others: tuple[Seated, ...]
    change: Change | None
    channel_id: int
    parent_id: int | None
    voided: bool = False
    drawn: bool | None = None

    @property
    def won(self) -> bool:
        return self.own.rank == 1 and not self.own.left and not self.is_draw

    @property
    def is_draw(self) -> bool:
        """Whether the game was played to its end, by the person too, and all seats share first place."""
        if self.drawn is not None:
            return self.drawn and not self.own.left
        ranks = {seated.rank for seated in (self.own, *self.others)}
        return ranks == {1} and bool(self.others) and not self.broken_off

    @property
    def broken_off(self) -> bool:
        """Whether others left before the end, so there are no scores."""
        return self.own.score is None and not self.own.left

    def counts_for(self, seated: Seated) -> bool:
        """Whether the game counts for the player's statistics: one whose result was voided does not, nor does an
        unrated one from which they were removed.
        """
        return not self.voided and not (seated.taken_out and self.ladder is None)
