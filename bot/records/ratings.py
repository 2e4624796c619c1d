"""Ratings by openskill's Plackett-Luce model; docs/ratings.md explains how to recompute them."""

from __future__ import annotations

import math
from itertools import chain, permutations, product
from typing import TYPE_CHECKING

from openskill.models import PlackettLuce

from bot.records.model import Change, Player, Rating

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bot.records.model import Participant, Ratings

SURE_AFTER = 10
"""Games on a ladder before a rating is no longer provisional."""
_MAX_ORDERS = 120
"""Largest number of orders of tied players that is enumerated: five sharing one place."""
_DIGITS = 9
_START = 1500
_MAX_SIZE = 10_000.0
"""What is farther from zero is no rating: even after thousands of wins in a row, μ is below 200."""
SCALE = 40
"""Points shown for each unit of μ."""
_MU, _SIGMA, _BETA, _KAPPA, _TAU = 25.0, 25.0 / 3.0, 25.0 / 6.0, 0.0001, 25.0 / 300.0
_MODEL = PlackettLuce(mu=_MU, sigma=_SIGMA, beta=_BETA, kappa=_KAPPA, tau=_TAU)


def shown(rating: Rating) -> int:
    """The rating as people see it: 1500 at the start, 40 points for one of the model's units.

    >>> shown(Rating()), shown(Rating(mu=26.25))
    (1500, 1550)
    """
    return round(_START + SCALE * (rating.mu - _MU))


def is_rating(rating: Rating) -> bool:
    """Whether the model can have given this rating.

    >>> is_rating(Rating()), is_rating(Rating(mu=float("nan"))), is_rating(Rating(sigma=0.0))
    (True, False, False)
    """
    return abs(rating.mu) <= _MAX_SIZE and 0 < rating.sigma <= _MAX_SIZE


def is_provisional(rating: Rating) -> bool:
    """Whether there are too few games for a reliable rating."""
    return rating.games < SURE_AFTER


def gained(change: Change) -> int:
    """The points gained or lost in a game, as the difference of the displayed ratings."""
    return shown(change.after) - shown(change.before)


def rate(participants: Iterable[Participant], ratings: Ratings) -> dict[Player, Change]:
    """Rate a game: the changed ratings of its players. Players without a rating start as newcomers.

    Unknown players are left out. A helped player never gains. A level with several seats gets the mean of its seats'
    changes. Empty if fewer than two players take part.
    """
    # Forgotten players still count for the others, so that a rebuild leads to the same numbers.
    taking_part = [p for p in participants if p.player != Player()]
    before = {p.player: ratings.get(p.player, Rating()) for p in taking_part}
    # Sorted, so that not even the last digit depends on who sat where.
    rated = sorted(taking_part, key=lambda p: (p.rank, before[p.player], p.player, p.helped))
    if len(before) < 2:
        return {}
    new = _mean_of_orders([before[p.player] for p in rated], [p.rank for p in rated])
    seats: dict[Player, list[tuple[float, float]]] = {player: [] for player in before}
    for participant, (mu, sigma) in zip(rated, new, strict=True):
        old = before[participant.player]
        keeps = participant.helped and mu > old.mu
        seats[participant.player].append((old.mu, old.sigma) if keeps else (mu, sigma))
    return {player: Change(old, _mean(seats[player], old.games + 1)) for player, old in before.items()}


def _mean_of_orders(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """Mean and deviation by seat after a game, seats in the order of their ranks.

    A tie counts as the mean over all orders of the tied players. The model's own handling of ties gives three who share
    first place less than the fourth: +18 each, and +40.
    """
    orders = _orders(ranks)
    sums = [(0.0, 0.0)] * len(ratings)
    for order in orders:
        teams = [[_MODEL.rating(mu=ratings[seat].mu, sigma=ratings[seat].sigma)] for seat in order]
        for seat, (after,) in zip(order, _MODEL.rate(teams, ranks=list(range(len(order)))), strict=True):
            sums[seat] = (sums[seat][0] + after.mu, sums[seat][1] + after.sigma)
    return _shared_by_equals([*zip(ranks, ratings, strict=True)], sums, len(orders))


def _shared_by_equals(
    players: Sequence[tuple[int, Rating]], sums: Sequence[tuple[float, float]], orders: int
) -> list[tuple[float, float]]:
    """The means by seat; players with the same rank and rating get the same, because some of the orders alone would
    make a difference between them.
    """
    found: dict[tuple[int, Rating], list[tuple[float, float]]] = {}
    for player, values in zip(players, sums, strict=True):
        found.setdefault(player, []).append(values)
    means = {}
    for player, alike in found.items():
        mu, sigma = (math.fsum(values) / len(alike) / orders for values in zip(*alike, strict=True))
        means[player] = round(mu, _DIGITS), round(sigma, _DIGITS)  # so that no digit depends on the order of a sum
    return [means[player] for player in players]


def _orders(ranks: Sequence[int]) -> list[list[int]]:
    """Orders without ties: every order of the tied players, or only rotations and reversals if there are too many.

    >>> _orders([1, 2, 2])
    [[0, 1, 2], [0, 2, 1]]
    """
    groups = [[seat for seat, rank in enumerate(ranks) if rank == one] for one in sorted(set(ranks))]
    if math.prod(math.factorial(len(group)) for group in groups) <= _MAX_ORDERS:
        return [list(chain.from_iterable(order)) for order in product(*map(permutations, groups))]
    turns = math.lcm(*map(len, groups))
    orders = []
    for step in (1, -1):
        for turn in range(turns):
            rotated = [[group[(turn + i * step) % len(group)] for i in range(len(group))] for group in groups]
            orders.append([seat for group in rotated for seat in group])
    return orders


def _mean(seats: list[tuple[float, float]], games: int) -> Rating:
    mu, sigma = (math.fsum(values) / len(seats) for values in zip(*seats, strict=True))
    return Rating(mu, sigma, games)
