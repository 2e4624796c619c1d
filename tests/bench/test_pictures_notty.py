"""How fast Notty is drawn. Bars: a hand below 25 ms, a table below 60 ms, sprites kept from the
picture before. The quickest run counts: whatever else the machine does only slows the others down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.pictures import notty
from bot.rules.catalogue import GAMES
from tests.render.test_pictures_notty import crowded

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

GAME = GAMES["notty"]


def test_hand_of_forty_cards(benchmark: BenchmarkFixture) -> None:
    view = GAME.view(crowded(), 0)
    picture = benchmark(notty.hand, view, "rank", view.hand[:10])
    assert len(picture.data) < 40 * 1024
    assert benchmark.stats.stats.min < 0.025


def test_table_of_eighty_cards(benchmark: BenchmarkFixture) -> None:
    view = GAME.view(crowded(), None)
    picture = benchmark(notty.table, view)
    assert len(picture.data) < 80 * 1024
    assert benchmark.stats.stats.min < 0.06
