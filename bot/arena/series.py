"""The games of a contest between several levels: each level against tables of every other one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from statistics import NormalDist, fmean, stdev

from bot.arena.contest import Contest, Played

CONFIDENCE = 0.95
_QUANTILE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


@dataclass(frozen=True, slots=True)
class Match:
    """One level in one seat against another level in all other seats; every deal is played once from each seat.

    Playing each deal from every seat removes the luck of the cards from the comparison.
    """

    game_key: str
    one: str
    rest: str
    seats: int
    deals: int
    name: str
    options: Mapping[str, object] = field(default_factory=dict)

    def contests(self) -> list[Contest]:
        return [
            Contest(self.game_key, self._line_up(seat), f"{self.name} deal {deal}", self.options)
            for deal in range(self.deals)
            for seat in range(self.seats)
        ]

    def _line_up(self, seat: int) -> tuple[str, ...]:
        return tuple(self.one if other == seat else self.rest for other in range(self.seats))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and half the width of its 95% confidence interval."""

    mean: float
    margin: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Estimate:
        """Estimate from independent values; the margin of a single value is infinite."""
        margin = _QUANTILE * stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("inf")
        return cls(fmean(values), margin)


@dataclass(frozen=True, slots=True)
class Share:
    """A share between 0 and 1, and its 95% confidence interval."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float], games: int) -> Share:
        """Estimate from independent shares, each of some of the games.

        Wilson's interval (Brown, Cai, DasGupta 2001: Interval estimation for a binomial proportion), which stays
        honest for a series of nothing but wins. The sample size is the effective one, from the spread of these values.
        """
        found = Estimate.of(values)
        mean = found.mean
        if len(values) == 1:
            return cls(mean, 0.0, 1.0)
        if found.margin:
            size = mean * (1 - mean) / (found.margin / _QUANTILE) ** 2
        else:
            size = games if mean in (0, 1) else float("inf")
        weight = _QUANTILE**2 / size
        middle = (mean + weight / 2) / (1 + weight)
        reach = _QUANTILE * (mean * (1 - mean) / size + weight / size / 4) ** 0.5 / (1 + weight)
        return cls(mean, max(0.0, middle - reach), min(1.0, middle + reach))

    def of_the_other(self) -> Share:
        """The complementary share, of the other side."""
        return Share(1 - self.mean, 1 - self.high, 1 - self.low)


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match for the level that sits alone.

    `first_places` is its share of first places (1 / `seats` would be even), `score` its mean score minus the mean of
    the others. Deals, not games, are the independent samples: the games of one deal are correlated.
    """

    match: Match
    games: int
    ties: int
    first_places: Share
    score: Estimate
    actions: float

    @classmethod
    def of(cls, match: Match, games: Sequence[Played]) -> MatchResult:
        shares: dict[str, list[float]] = {}
        scores: dict[str, list[float]] = {}
        for played in games:
            seat = played.contest.levels.index(match.one)
            others = [score for other, score in enumerate(played.scores) if other != seat]
            shares.setdefault(played.contest.deal, []).append(played.share(seat))
            scores.setdefault(played.contest.deal, []).append(played.scores[seat] - fmean(others))
        return cls(
            match=match,
            games=len(games),
            ties=sum(played.ranks.count(1) > 1 for played in games),
            first_places=Share.of([fmean(values) for values in shares.values()], len(games)),
            score=Estimate.of([fmean(values) for values in scores.values()]),
            actions=fmean(played.actions for played in games),
        )


def matches(
    game_key: str,
    levels: Sequence[str],
    games: int,
    seats: int,
    name: str,
    options: Mapping[str, object],
    games_apart: int | None = None,
) -> list[Match]:
    """A match of every level against every other. With two seats one match serves both ways.

    `games` is the minimum for each match, rounded up to whole deals. With `games_apart` that minimum holds only for
    matches against the next weaker level, and all other matches take `games_apart` games: strength shows best against
    the next weaker level, and tables of several strong players are expensive.
    """
    pairs: Iterable[tuple[str, str]] = permutations(levels, 2)
    if seats == 2:
        pairs = [(one, rest) for one, rest in pairs if levels.index(one) < levels.index(rest)]
    found = []
    for one, rest in pairs:
        apart = levels.index(rest) != levels.index(one) + 1
        wanted = games_apart if apart and games_apart is not None else games
        found.append(Match(game_key, one, rest, seats, -(-wanted // seats), name, options))
    return found
