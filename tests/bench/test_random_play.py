"""Random play through the public interface: the legal actions are listed, one is chosen and applied with all checks.

Bars: Three Thirteen is at least 10 times as fast as RLCard's gin-rummy environment and 1.5 times as fast as OpenSpiel's
gin_rummy called from Python. The slowest of the five games is at least 3 times as fast as RLCard's environment. Play
with views is measured as well.
"""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from bot.rules.catalogue import GAMES
from tests.bench.interleaved import rates
from tests.bench.measured import stats

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pytest_benchmark.fixture import BenchmarkFixture

    from bot.rules.game import AnyGame

ACTIONS = 4000
SLOWEST = 3.0


def play(
    game: AnyGame,
    actions: int,
    seed: int = 0,
    look: Callable[[AnyGame, Any], object] | None = None,
    legal_actions: Callable[[AnyGame, Any], Sequence[Any]] = lambda game, state: game.legal_actions(state),
) -> int:
    """Play this many random actions, in as many games as needed, calling `look` with every state. Return the number."""
    rng, played = random.Random(seed), 0
    while True:
        state = game.deal(game.default_seats, rng.randbytes(32))
        while (seat := game.seat_to_act(state)) is not None:
            legal = legal_actions(game, state)
            state = game.apply(state, seat, legal[rng.randrange(len(legal))])
            played += 1
            if look:
                look(game, state)
            if played == actions:
                return played


def _all_listed(game: AnyGame, state: Any) -> list[Any]:
    return list(game.legal_actions(state))


def _view_of_the_seat_to_act(game: AnyGame, state: Any) -> object:
    return game.view(state, game.seat_to_act(state))


@pytest.mark.parametrize("key", list(GAMES))
def test_random_play(benchmark: BenchmarkFixture, key: str) -> None:
    benchmark.pedantic(play, args=(GAMES[key], ACTIONS), rounds=7, warmup_rounds=1)
    benchmark.extra_info["actions_a_second"] = round(ACTIONS / stats(benchmark).median)


@pytest.mark.parametrize("key", list(GAMES))
def test_random_play_with_all_actions_listed(benchmark: BenchmarkFixture, key: str) -> None:
    args = (GAMES[key], ACTIONS, 0, None, _all_listed)
    benchmark.pedantic(play, args=args, rounds=7, warmup_rounds=1)
    benchmark.extra_info["actions_a_second"] = round(ACTIONS / stats(benchmark).median)


@pytest.mark.parametrize("key", list(GAMES))
def test_random_play_with_a_view_after_each_action(benchmark: BenchmarkFixture, key: str) -> None:
    args = (GAMES[key], ACTIONS, 0, _view_of_the_seat_to_act)
    benchmark.pedantic(play, args=args, rounds=7, warmup_rounds=1)
    benchmark.extra_info["actions_a_second"] = round(ACTIONS / stats(benchmark).median)


def _rlcard() -> Callable[[], int]:
    """Return a function that plays random legal actions in RLCard's gin-rummy environment and returns their number."""
    rlcard = pytest.importorskip("rlcard")
    env, rng = rlcard.make("gin-rummy"), random.Random(0)

    def steps() -> int:
        done = 0
        while done < 600:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                done += 1
        return done

    return steps


def _open_spiel() -> Callable[[], int]:
    """Return a function that plays random actions in OpenSpiel's gin_rummy from Python, counting chance nodes too."""
    game, rng = pytest.importorskip("pyspiel").load_game("gin_rummy"), random.Random(0)

    def steps() -> int:
        done = 0
        while done < ACTIONS:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                done += 1
        return done

    return steps


def _against(benchmark: BenchmarkFixture, peer: str, steps: Callable[[], int]) -> dict[str, float]:
    """Return the speed of each game as a multiple of the peer's."""
    contestants: dict[str, Callable[[], int]] = {key: partial(play, game, ACTIONS) for key, game in GAMES.items()}
    contestants["huxxy, all listed"] = partial(play, GAMES["huxxy"], ACTIONS, legal_actions=_all_listed)
    found = benchmark.pedantic(lambda: rates({**contestants, peer: steps}), rounds=1)
    benchmark.extra_info.update({f"{name}_a_second": round(rate) for name, rate in found.items()})
    return {key: found[key] / found[peer] for key in contestants}


def test_against_rlcard(benchmark: BenchmarkFixture) -> None:
    times = _against(benchmark, "rlcard", _rlcard())
    benchmark.extra_info["ratios"] = {key: round(ratio, 1) for key, ratio in times.items()}
    assert times["three-thirteen"] >= 10
    assert min(times.values()) >= SLOWEST


def test_against_open_spiel(benchmark: BenchmarkFixture) -> None:
    times = _against(benchmark, "open_spiel", _open_spiel())
    benchmark.extra_info["ratios"] = {key: round(ratio, 1) for key, ratio in times.items()}
    assert times["three-thirteen"] >= 1.5
