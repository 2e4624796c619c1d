"""How fast Rummy's pictures are drawn when the sprites are already made: the fullest tables of six and hands of 26.

Bars: a table in < 60 ms in the median and always < 80 KiB, a hand in < 25 ms and < 40 KiB.
"""

from __future__ import annotations

import random
from itertools import cycle
from typing import TYPE_CHECKING, Any

from bot.players.registry import player
from bot.render.pictures.games import rummy
from bot.rules.catalogue import GAMES
from tests.bench.measured import stats

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

GAME = GAMES["rummy"]


def views() -> list[Any]:
    """Return tables of 45 cards and more from games of six computer players, as onlookers see them."""
    classic, rng, found = player("rummy", "classic"), random.Random(1), []
    for seed in range(12):
        state = GAME.deal(6, bytes([seed]) * 32)
        while (seat := GAME.seat_to_act(state)) is not None:
            state = GAME.apply(state, seat, classic.choose(GAME.view(state, seat), rng).action)
            view: Any = GAME.view(state, None)
            if sum(map(len, view.melds)) >= 45:
                found.append(view)
    return found


def test_a_full_table_of_six(benchmark: BenchmarkFixture, draws: list[int]) -> None:
    each = views()
    sizes = [len(rummy.PICTURES.table(view).data) for view in each]
    following = cycle(each)
    benchmark.pedantic(rummy.PICTURES.table, setup=lambda: ((next(following),), {}), rounds=100)
    benchmark.extra_info["largest_kib"] = round(max(sizes) / 1024, 1)
    benchmark.extra_info["tables"] = len(each)
    assert max(sizes) < 80 * 1024
    assert len(draws) >= stats(benchmark).rounds
    assert stats(benchmark).median < 0.060


def test_a_hand_of_26_cards(benchmark: BenchmarkFixture, draws: list[int]) -> None:
    state: Any = GAME.deal(2, bytes(32))
    cards = tuple(sorted(state.stock[:26]))
    view = GAME.view(state._replace(hands=(cards, state.hands[1])), 0)
    picture = benchmark.pedantic(rummy.PICTURES.hand, args=(view, "rank", cards[3:6]), rounds=40, warmup_rounds=1)
    benchmark.extra_info["kib"] = round(len(picture.data) / 1024, 1)
    assert len(picture.data) < 40 * 1024
    assert len(draws) >= stats(benchmark).rounds
    assert stats(benchmark).median < 0.025
