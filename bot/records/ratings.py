"""Ratings by openskill's Plackett-Luce model; docs/ratings.md tells a sceptic how to compute them again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openskill.models import PlackettLuce

from bot.records.model import Change, Player, Rating

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.records.model import Participant, Ratings

SURE_AFTER = 10
"""Games on a ladder before a rating is no longer provisional."""
_START, _SCALE = 1500, 40
_MU, _SIGMA, _BETA, _KAPPA, _TAU = 25.0, 25.0 / 3.0, 25.0 / 6.0, 0.0001, 25.0 / 300.0
_MODEL = PlackettLuce(mu=_MU, sigma=_SIGMA, beta=_BETA, kappa=_KAPPA, tau=_TAU)


def shown(rating: Rating) -> int:
    """The rating as people see it: 1500 at the start, 40 points for one of the model's units.

    >>> shown(Rating()), shown(Rating(mu=26.25))
    (1500, 1550)
    """
    return round(_START + _SCALE * (rating.mu - _MU))


def is_provisional(rating: Rating) -> bool:
    """Whether there are too few games to trust the number."""
    return rating.games < SURE_AFTER


def gained(change: Change) -> int:
    """The points that a game brought or cost, as the difference of the numbers shown."""
    return shown(change.after) - shown(change.before)


def rate(participants: Iterable[Participant], ratings: Ratings) -> dict[Player, Change]:
    """What a game does to the ratings of those who played it; who has none yet begins as a newcomer.

    Players that are not known are left out. Who was helped keeps the rating instead of gaining. A computer player
    with several seats gets the mean of what its seats would get. Empty when fewer than two take part.
    """
    # Sorted, so that not even the last digit depends on who sat where.
    rated = sorted((p for p in participants if _takes_part(p)), key=lambda p: (p.rank, p.player, p.helped))
    before = {p.player: ratings.get(p.player, Rating()) for p in rated}
    if len(before) < 2:
        return {}
    teams = [[_MODEL.rating(mu=before[p.player].mu, sigma=before[p.player].sigma)] for p in rated]
    new = _MODEL.rate(teams, ranks=[float(p.rank) for p in rated])
    seats: dict[Player, list[tuple[float, float]]] = {player: [] for player in before}
    for participant, (after,) in zip(rated, new, strict=True):
        old = before[participant.player]
        keeps = participant.helped and after.mu > old.mu
        seats[participant.player].append((old.mu, old.sigma) if keeps else (after.mu, after.sigma))
    return {player: Change(old, _mean(seats[player], old.games + 1)) for player, old in before.items()}


def _takes_part(participant: Participant) -> bool:
    # Those who were forgotten still count for the others: a rebuild has to lead to the same numbers.
    return participant.player != Player()


def _mean(seats: list[tuple[float, float]], games: int) -> Rating:
    return Rating(
        sum(mu for mu, _ in seats) / len(seats), sum(sigma for _, sigma in seats) / len(seats), games
    )
