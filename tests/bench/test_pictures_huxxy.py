"""How fast Huxxy's pictures are drawn when the sprites are already made: tables of 60 cards and hands of 26.

Bars: a table in < 60 ms in the median and always < 80 KiB, a hand in < 25 ms and < 40 KiB.
"""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING, Any

from bot.render.pictures.games import huxxy
from bot.rules.catalogue import GAMES
from tests.bench.measured import stats
from tests.bench.test_huxxy import positions

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

GAME = GAMES["huxxy"]


def views() -> list[Any]:
    """Return tables of 56 cards and more that computer players left, as onlookers see them."""
    state: Any = GAME.deal(4, bytes(32))
    crowded = [table for _, table, _ in positions() if sum(map(len, table)) >= 56]
    return [GAME.view(state._replace(table=table, start_table=table), None) for table in crowded]


def test_a_table_of_60_cards(benchmark: BenchmarkFixture, draws: list[int]) -> None:
    each = views()
    sizes = [len(huxxy.PICTURES.table(view).data) for view in each]
    following = cycle(each)
    benchmark.pedantic(huxxy.PICTURES.table, setup=lambda: ((next(following),), {}), rounds=2 * len(each))
    benchmark.extra_info["largest_kib"] = round(max(sizes) / 1024, 1)
    assert max(sizes) < 80 * 1024
    assert len(draws) >= stats(benchmark).rounds
    assert stats(benchmark).median < 0.060


def test_a_hand_of_26_cards(benchmark: BenchmarkFixture, draws: list[int]) -> None:
    state: Any = GAME.deal(4, bytes(32))
    cards = tuple(sorted(state.hands[0] + state.stock[:14]))
    view = GAME.view(state._replace(hands=(cards, *state.hands[1:])), 0)
    picture = benchmark.pedantic(huxxy.PICTURES.hand, args=(view, "suit", cards[3:6]), rounds=40, warmup_rounds=1)
    benchmark.extra_info["kib"] = round(len(picture.data) / 1024, 1)
    assert len(picture.data) < 40 * 1024
    assert len(draws) >= stats(benchmark).rounds
    assert stats(benchmark).median < 0.025
