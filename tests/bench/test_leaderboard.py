"""How long the store takes to answer for a leaderboard of 5,000 people and for a person's history."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.records.model import PEOPLE, Ladder
from bot.tables.model.records import Phase, Seat
from db.records import results
from db.tables import rows
from tests.db.examples import a_lobby
from tests.records.played import result, seat

PEOPLE_COUNT, GAMES = 5_000, 10_000
HERE = Ladder("three-thirteen", PEOPLE, 1, 1)


def fill(sql: Any) -> None:
    """Save games of four random people; person 1 plays in every tenth."""
    chance = random.Random(1)
    everybody = range(1, PEOPLE_COUNT + 1)
    for number in range(GAMES):
        people = chance.sample(everybody, 4) if number % 10 else [1, *chance.sample(everybody[1:], 3)]
        if number * 4 < PEOPLE_COUNT:
            people = [number * 4 + place for place in range(1, 5)]
        seats = tuple(Seat(f"Person {person}", person) for person in people)
        table = rows.create(sql, a_lobby(phase=Phase.OVER, seats=seats, guild_id=1, ended_at=1.0))
        results.record(sql, result(table.id, *(seat(one, rank, rank - 1) for rank, one in enumerate(people, 1))))


@pytest.mark.parametrize("page", [0, 250, 499])
def test_a_leaderboard_page_of_5000_people(benchmark: Any, full: Any, page: int) -> None:
    """A page has ten rows, the total, and the caller's own row."""
    runner, store = full
    board = benchmark(lambda: runner.run(store.records.leaderboard(HERE, PEOPLE_COUNT // 2, 10, page * 10)))
    assert (board.total, len(board.rows)) == (PEOPLE_COUNT, 10)
    assert board.own is not None


@pytest.mark.parametrize("ladder", [HERE, HERE._replace(guild_id=0, season=0)], ids=["here", "everywhere"])
def test_the_biggest_gains_in_10000_games(benchmark: Any, full: Any, ladder: Ladder) -> None:
    """All games are within the period that is asked for. Nobody has agreed to be shown on the global leaderboard."""
    runner, store = full
    board = benchmark(lambda: runner.run(store.records.gains(ladder, 0.0, PEOPLE_COUNT // 2, 10, 0)))
    assert board.total == (PEOPLE_COUNT if ladder.guild_id else 0)


def test_the_biggest_gains_of_all_time(benchmark: Any, full: Any) -> None:
    runner, store = full
    assert benchmark(lambda: runner.run(store.records.gains(HERE, None, 1, 10, 0))).total == PEOPLE_COUNT


def test_a_page_of_a_history(benchmark: Any, full: Any) -> None:
    runner, store = full
    assert len(benchmark(lambda: runner.run(store.records.games_of(1, 1, 6)))) == 6


def test_all_900_games_of_a_person(benchmark: Any, full: Any) -> None:
    """These are the games that statistics are computed from."""
    runner, store = full
    assert len(benchmark(lambda: runner.run(store.records.all_games_of(1, 1)))) > 800


def test_saving_a_result(benchmark: Any, full: Any) -> None:
    """A result, its seats, eight changes and eight ratings are saved to disk in one transaction."""
    runner, store = full

    async def one() -> None:
        seats = tuple(Seat(f"Person {place}", place) for place in range(1, 5))
        table = await store.tables.create(a_lobby(phase=Phase.OVER, seats=seats, guild_id=1, ended_at=1.0), None)
        await store.records.record(result(table.id, *(seat(place, place, place - 1) for place in range(1, 5))))

    benchmark(lambda: runner.run(one()))
