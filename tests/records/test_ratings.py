"""What a game does to ratings: the promises of docs/ratings.md, for every possible game."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.records.model import Change, Player, Rating
from bot.records.ratings import SURE_AFTER, gained, is_provisional, rate, shown
from tests.docs.pages import text_of
from tests.records.played import seat

if TYPE_CHECKING:
    import random

RATING = st.builds(Rating, st.floats(0, 50), st.floats(1, 9), st.integers(0, 50))


@st.composite
def games(draw: Any) -> tuple[list[Any], dict[Player, Rating]]:
    """Draw two to seven seats of people and computer players, with ties, help and leavers, some of them rated."""
    people = draw(st.lists(st.integers(1, 20), min_size=2, max_size=5, unique=True))
    levels = draw(st.lists(st.sampled_from(["easy", "classic"]), max_size=2))
    seats = []
    for index, who in enumerate([*people, *levels]):
        left = isinstance(who, int) and draw(st.booleans()) and draw(st.booleans())
        rank = len(people) + len(levels) + 1 if left else draw(st.integers(1, 4))
        seats.append(seat(who, rank, index, helped=draw(st.booleans()), left=left))
    ratings = {one.player: draw(RATING) for one in seats if draw(st.booleans())}
    return seats, ratings


@settings(max_examples=60, deadline=None)
@given(games())
def test_a_player_with_help_never_gains(game: tuple[list[Any], dict[Player, Rating]]) -> None:
    """A player with help gains no rating and no points, and a loss counts in full."""
    seats, ratings = game
    changes = rate(seats, ratings)
    unhelped = rate([replace(one, helped=False) for one in seats], ratings)
    for one in seats:
        if one.helped and not one.player.is_computer:
            change = changes[one.player]
            assert gained(change) <= 0
            assert change.after.mu <= change.before.mu
            if unhelped[one.player].after.mu <= change.before.mu:
                assert change == unhelped[one.player]


@settings(max_examples=60, deadline=None)
@given(games(), st.randoms(use_true_random=False))
def test_the_order_of_seats_does_not_affect_ratings(
    game: tuple[list[Any], dict[Player, Rating]], chance: random.Random
) -> None:
    """Ratings are equal down to the last digit."""
    seats, ratings = game
    shuffled = chance.sample(seats, len(seats))
    assert rate(seats, ratings) == rate(shuffled, ratings)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 5), min_size=2, max_size=7))
def test_among_equals_the_better_place_is_worth_more(ranks: list[int]) -> None:
    """Equal places are worth the same."""
    seats = [seat(index + 1, rank, index) for index, rank in enumerate(ranks)]
    after = [rate(seats, {})[one.player].after.mu for one in seats]
    for one, rank in enumerate(ranks):
        for other, other_rank in enumerate(ranks):
            if rank < other_rank:
                assert after[one] > after[other]
            if rank == other_rank:
                assert math.isclose(after[one], after[other], abs_tol=1e-9)


SIX = (*range(1, 7),)
ROUND = [(*SIX[turn:], *SIX[:turn]) for turn in range(6)]


@pytest.mark.parametrize("orders", [[*permutations(SIX[:5])], [*ROUND, *(order[::-1] for order in ROUND)]])
def test_a_tie_counts_as_the_mean_of_the_orders(orders: list[tuple[int, ...]]) -> None:
    """Five players finish in every order, and six only in those of a round."""
    ratings = {Player(who): Rating(20.0 + who, 5.0) for who in SIX}
    tied = rate([seat(who, 1) for who in orders[0]], ratings)
    strict = [rate([seat(who, place) for place, who in enumerate(order)], ratings) for order in orders]
    for player, change in tied.items():
        mean = math.fsum(one[player].after.mu for one in strict) / len(strict)
        assert math.isclose(change.after.mu, mean, abs_tol=1e-8)


@pytest.mark.parametrize("forgotten", [1, 3])
def test_equals_in_a_large_tie_get_the_same_whatever_their_ids(forgotten: int) -> None:
    """A rebuild after somebody had deleted their data gave the others other ratings, because their id was another."""
    ratings = {Player(who): Rating(20.0 + (who + 1) // 2, 5.0) for who in (*SIX, -9)}
    ratings[Player(-9)] = ratings[Player(forgotten)]
    tied = rate([seat(who, 1) for who in SIX], ratings)
    later = rate([seat(-9 if who == forgotten else who, 1) for who in SIX], ratings)
    assert tied[Player(1)] == tied[Player(2)]
    assert all(later[Player(who)] == tied[Player(who)] for who in SIX if who != forgotten)


def test_leavers_are_rated_behind_everybody_who_stayed() -> None:
    """This holds whatever the computer player made of the cards."""
    changes = rate([seat(1, 3, left=True), seat(2, 1), seat(3, 2)], {})
    assert gained(changes[Player(1)]) < gained(changes[Player(3)]) < gained(changes[Player(2)])
    assert gained(changes[Player(1)]) < 0


def test_the_documented_example_is_correct() -> None:
    """Of two newcomers, the winner rises to the value in docs/ratings.md, and the loser falls by as much."""
    changes = rate([seat(1, 1), seat(2, 2)], {})
    assert [shown(changes[Player(one)].after) for one in (1, 2)] == [1605, 1395]
    sigma2 = (25 / 3) ** 2 + (25 / 300) ** 2
    c = math.sqrt(2 * (sigma2 + (25 / 6) ** 2))
    assert math.isclose(changes[Player(1)].after.mu, 25 + sigma2 / c * 0.5, abs_tol=1e-9)
    assert f"σ² = {sigma2:.3f}, c = {c:.4f}," in text_of("docs/ratings.md")


def test_a_computer_player_with_two_seats_gets_their_mean() -> None:
    """The level counts as one player of that game, so the first and the last place even out."""
    twice = rate([seat("easy", 1), seat(1, 2), seat("easy", 3)], {})[Player(level="easy")].after
    apart = rate([seat("easy", 1), seat(1, 2), seat("classic", 3)], {})
    first, last = (apart[Player(level=level)].after for level in ("easy", "classic"))
    assert (twice.mu, twice.sigma) == ((first.mu + last.mu) / 2, (first.sigma + last.sigma) / 2)
    assert twice.games == 1


def test_a_player_alone_is_not_rated() -> None:
    assert rate([seat(1, 1)], {}) == {}
    assert rate([seat("easy", 1), seat("easy", 2)], {}) == {}
    assert rate([seat(1, 1), seat(0, 2)], {}) == {}, "the other one was forgotten before the result was saved"


def test_a_rating_is_provisional_at_first() -> None:
    assert is_provisional(Rating(games=SURE_AFTER - 1))
    assert not is_provisional(Rating(games=SURE_AFTER))
    assert gained(Change(Rating(), Rating(mu=26))) == 40
