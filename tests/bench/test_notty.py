"""How fast the groups that shed the most cards of a Notty hand are found. Bar: 30 cards in less than 0.3 ms."""

from __future__ import annotations

import random
from itertools import cycle
from typing import TYPE_CHECKING

import pytest

from bot.rules.cards import NOTTY_PACK, Card, parse_cards
from bot.rules.notty import best_discards, largest_discard
from tests.bench.measured import stats

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

CROWDED = {
    "the numbers 1 to 4, each twice": tuple(card for card in NOTTY_PACK if card.value <= 4)[:30],
    "two colours, each twice": tuple(card for card in NOTTY_PACK if card.suit in "RB")[:30],
    "every number in three colours": tuple(sorted({card for card in NOTTY_PACK if card.suit in "RBG"})),
    "sets across four sequences": parse_cards(
        " ".join(f"{colour}{number}" for colour in "RBGY" for number in (1, 2, 3, 5, 6, 7, 9))
    ),
}


def _hands(size: int) -> list[tuple[Card, ...]]:
    """Return a thousand random hands."""
    rng = random.Random(size)
    return [tuple(sorted(rng.sample(NOTTY_PACK, size))) for _ in range(1000)]


@pytest.mark.parametrize("size", [10, 20, 30, 40, 60])
def test_best_discards_of_random_hands(benchmark: BenchmarkFixture, size: int) -> None:
    """One round is one hand, so the median and the maximum are taken over hands."""
    dealt = cycle(_hands(size))
    benchmark.pedantic(best_discards, setup=lambda: ((next(dealt),), {}), rounds=1000, warmup_rounds=200)
    if size <= 30:
        assert stats(benchmark).median < 0.0003


@pytest.mark.parametrize("kind", CROWDED)
def test_best_discards_of_crowded_hands(benchmark: BenchmarkFixture, kind: str) -> None:
    groups = benchmark(best_discards, CROWDED[kind])
    assert sum(map(len, groups)) >= len(CROWDED[kind]) - 2


def test_largest_discard(benchmark: BenchmarkFixture) -> None:
    dealt = cycle(_hands(30))
    benchmark.pedantic(largest_discard, setup=lambda: ((next(dealt),), {}), rounds=1000)
