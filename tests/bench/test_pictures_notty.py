"""How fast Notty's pictures are drawn when the sprites are already made.

Bars: a hand in < 25 ms, a table in < 60 ms, in processor time, which a busy machine affects less than wall-clock time.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from bot.render.pictures.games import notty
from bot.rules.catalogue import GAMES
from tests.bench.measured import stats
from tests.render.test_pictures_notty import crowded

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

GAME = GAMES["notty"]
pytestmark = pytest.mark.benchmark(timer=time.process_time)


def test_hand_of_forty_cards(benchmark: BenchmarkFixture) -> None:
    view = GAME.view(crowded(), 0)
    picture = benchmark(notty.PICTURES.hand, view, "rank", view.hand[:10])
    assert len(picture.data) < 40 * 1024
    assert stats(benchmark).median < 0.025


def test_table_of_eighty_cards(benchmark: BenchmarkFixture) -> None:
    view = GAME.view(crowded(), None)
    picture = benchmark(notty.PICTURES.table, view)
    assert len(picture.data) < 80 * 1024
    assert stats(benchmark).median < 0.06
