"""Results and ratings: plain frozen records that are computed here, kept by the store and shown by the pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

PEOPLE, COMPUTERS = "people", "computers"
"""The two ladders: games of people only, and games with computer players among them."""
LADDERS = (PEOPLE, COMPUTERS)
EVERYWHERE = 0
"""Stands for a server's id and for a season where a rating counts all servers and all times."""


class Player(NamedTuple):
    """Who is rated: a person (`level` is empty), or a computer player (`person` is 0) as the level of its game.

    A `person` below 0 had all that was stored about them deleted; 0 without a level is nobody that is known.
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
    """One who played a game: the 0-based seat (None: somebody else has it by now), and how they came out.

    `rank` is 1 for winners; who `left` has a rank behind all seats, and no score. The host had `taken_out` some of them.
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
    """A game that ended by its rules; `ladder` is None where it is not rated."""

    table_id: int
    guild_id: int
    game: str
    ended_at: float
    ladder: str | None
    participants: tuple[Participant, ...]


class Rating(NamedTuple):
    """A skill as the model knows it: mean and standard deviation in its own units, and how many games led to it."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0
    games: int = 0


class Change(NamedTuple):
    """What one game did to one rating."""

    before: Rating
    after: Rating


Ratings = Mapping[Player, Rating]


class Ladder(NamedTuple):
    """Where ratings are compared: one game, people alone or with computer players, a server's season or everywhere."""

    game: str
    kind: str
    guild_id: int = EVERYWHERE
    season: int = EVERYWHERE


class Season(NamedTuple):
    """A stretch of a server's games, from `started_at` (seconds since the epoch) on until the next one begins."""

    number: int
    started_at: float


FIRST_SEASON = Season(1, 0.0)
"""What every server begins with."""


class RatedGame(NamedTuple):
    """What a game did to the ratings of its server's season; `ladder` is None where it was not rated."""

    ladder: str | None
    season: int
    changes: Mapping[Player, Change]


class Row(NamedTuple):
    """One line of a leaderboard: the place counts from 1; `name` is empty for a computer player."""

    place: int
    player: Player
    name: str
    rating: Rating


class Leaderboard(NamedTuple):
    """Some lines of a leaderboard, how many there are in all, and that of who asks (None: not on it)."""

    rows: tuple[Row, ...]
    total: int
    own: Row | None


class Seated(NamedTuple):
    """A participant of a game that is looked back on; `name` is that of the seat now, empty where nobody has one."""

    player: Player
    name: str
    rank: int
    score: int | None
    left: bool
    taken_out: bool = False


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a person: their own part in it, the others', and what it did to their rating in that server."""

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

    @property
    def won(self) -> bool:
        return self.own.rank == 1 and not self.own.left

    @property
    def broken_off(self) -> bool:
        """Whether others left before the end, so that nobody has a score."""
        return self.own.score is None and not self.own.left

    def counts_for(self, seated: Seated) -> bool:
        """Whether the game says how that player plays; one that was not rated does not if the host took them out of it."""
        return not (seated.taken_out and self.ladder is None)
