"""The solved race of 6 Holes is what its rules say, and the table that comes with the program is its solution."""

from __future__ import annotations

import random

import pytest

from bot.players.six_holes.race import (
    ALL_SIDES,
    CHANCES,
    CLOSED,
    DOWN,
    POINTS,
    RANKS,
    RESIDUE,
    Race,
    column_points,
    sides,
    solved,
)

ROUNDING = 0.05


@pytest.fixture(scope="module")
def race() -> Race:
    return solved()


def test_the_table_is_the_solution(race: Race) -> None:
    """Solving positions anew gives the worths of the table; after any change: `python -m
    bot.players.six_holes.race`.
    """
    anew = Race.load()
    rng = random.Random(2)
    for _ in range(150):
        mine, other = rng.choice(ALL_SIDES), rng.choice(ALL_SIDES)
        anew._solve_pair(mine, other)
        assert anew.worth(mine, other) == pytest.approx(race.worth(mine, other), abs=ROUNDING)
        assert anew.worth(other, mine) == pytest.approx(race.worth(other, mine), abs=ROUNDING)


def test_a_race_is_solved_from_its_end(race: Race) -> None:
    """With only the last card of one column to come on either side, every position is solved before it is needed."""
    ends = [(rank, CLOSED) for rank in range(RANKS)]
    solved_anew = Race.solve(ends)
    for mine in ends:
        for other in ends:
            assert solved_anew.worth(mine, other) == pytest.approx(race.worth(mine, other), abs=ROUNDING)


def test_a_pair_is_worth_nothing_and_a_joker_makes_none() -> None:
    """Ranks by number: 0 the ace, 11 the queen, 12 the king, 13 the joker."""
    assert column_points(11, 11) == 0
    assert column_points(1, 13) == -3
    assert column_points(12, 0) == 1
    assert sum(CHANCES) == pytest.approx(1)


def test_an_untouched_column_costs_what_two_random_cards_do() -> None:
    """Counted over all pairs of ranks."""
    expected = sum(
        CHANCES[one] * CHANCES[other] * column_points(one, other) for one in range(RANKS) for other in range(RANKS)
    )
    assert RESIDUE[DOWN] == pytest.approx(expected)


def test_no_choice_is_worse_than_any_single_way_to_use_the_turn(race: Race) -> None:
    """Drawing is at least as good as drawing with one fixed use for every card, here: throwing it away."""
    rng = random.Random(1)
    for _ in range(300):
        mine, other = rng.choice(ALL_SIDES), rng.choice(ALL_SIDES)
        worth = race.worth(mine, other)
        throwing = sum(chance * race.after_discard(mine, other, card) for card, chance in enumerate(CHANCES))
        assert worth.passing <= throwing + ROUNDING
        assert worth.average <= worth.nothing + ROUNDING
        assert worth.opening == pytest.approx(
            min(race.opening(mine, other, column) for column in (0, 1) if mine[column] != CLOSED),
            abs=ROUNDING,
        )


def test_the_last_turn_is_counted_exactly(race: Race) -> None:
    """One queen face up with one card to come: every draw placed or not, whichever costs less."""
    queen = 11
    stay = RESIDUE[queen]
    expected = sum(
        chance * min(stay, 0 if card == queen else POINTS[queen] + POINTS[card]) for card, chance in enumerate(CHANCES)
    )
    assert race.last_turn(sides(queen, CLOSED), None) == pytest.approx(expected)
    assert race.last_turn(sides(queen, CLOSED), queen) == 0


def test_who_is_nearer_to_the_end_is_better_off(race: Race) -> None:
    """With a king (worth nothing) up on both sides it is better to be on move than to wait."""
    king = 12
    assert race.worth((king, king), (DOWN, DOWN)).nothing < race.worth((DOWN, DOWN), (DOWN, DOWN)).nothing
    assert race.worth((DOWN, DOWN), (king, king)).nothing > 0
