"""How fast Three Thirteen's pictures are drawn when the sprites are already made.

Bars: a hand in < 25 ms, a table in < 60 ms, in processor time, which a busy machine affects less than wall-clock time.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from bot.render.pictures.games import three_thirteen
from bot.rules.catalogue import GAMES
from tests.bench.measured import stats
from tests.render.sampled import played_game
from tests.render.test_pictures_three_thirteen import full_round

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

GAME = GAMES["three-thirteen"]
pytestmark = pytest.mark.benchmark(timer=time.process_time)


def test_hand_of_fourteen_cards(benchmark: BenchmarkFixture) -> None:
    """The hand of the last round, including the drawn card, with two cards selected."""
    states = played_game("three-thirteen", 3, "classic", 1)
    views = (GAME.view(state, state.turn) for state in states)
    view = next(view for view in views if len(view.hand) == 14)
    picture = benchmark(three_thirteen.PICTURES.hand, view, "suit", view.hand[:2])
    assert len(picture.data) < 40 * 1024
    assert stats(benchmark).median < 0.025


def test_round_end_of_seven_full_hands(benchmark: BenchmarkFixture) -> None:
    """The picture shows 91 cards."""
    view = GAME.view(GAME.deal(7, bytes(32))._replace(last_round=full_round()), None)
    picture = benchmark(three_thirteen.PICTURES.round_end, view)
    assert len(picture.data) < 80 * 1024
    assert stats(benchmark).median < 0.06
