"""How fast the pictures of 6 Holes are drawn when the sprites are already made.

Bars: a hand in < 25 ms, a table in < 60 ms, in processor time, which a busy machine affects less than wall-clock time.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from bot.render.pictures.games import six_holes
from bot.rules.catalogue import GAMES
from bot.rules.six_holes.state import Phase
from tests.bench.measured import stats
from tests.render.sampled import random_game

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

GAME = GAMES["six-holes"]
pytestmark = pytest.mark.benchmark(timer=time.process_time)


@pytest.fixture(scope="module")
def late() -> Any:
    """The state with a drawn card and the most cards face up in the grids."""
    drawn = (state for state in random_game("six-holes", 2, 1) if state.phase is Phase.DRAWN)
    return max(drawn, key=lambda state: sum(map(sum, state.face_up)))


def test_hand_with_a_card_drawn(benchmark: BenchmarkFixture, late: Any) -> None:
    view = GAME.view(late, late.turn)
    picture = benchmark(six_holes.PICTURES.hand, view, "suit", [view.drawn])
    assert len(picture.data) < 40 * 1024
    assert stats(benchmark).median < 0.025


def test_table_with_most_cards_face_up(benchmark: BenchmarkFixture, late: Any) -> None:
    picture = benchmark(six_holes.PICTURES.table, GAME.view(late, None))
    assert len(picture.data) < 80 * 1024
    assert stats(benchmark).median < 0.06
