"""How fast Three Thirteen's hands are arranged.

Bars, in pure Python, for 14 cards and any wild rank: median < 0.15 ms, p99 < 1 ms, the worst adversarial hand < 5 ms,
and at least 40 times as fast as HiGHS. “Cold” clears all remembered covers before every hand. In play, most of a hand
stays the same from turn to turn.
"""

from __future__ import annotations

import random
import time
from itertools import cycle
from typing import TYPE_CHECKING

import pytest

from bot.rules.cards import RANKS, STANDARD_PACK, Card, parse_cards
from bot.rules.three_thirteen import best_arrangement, going_out_discards, is_complete
from bot.rules.three_thirteen.solver.search import _choices
from tests.bench.interleaved import rates
from tests.bench.measured import stats

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_benchmark.fixture import BenchmarkFixture

HANDS = 2000
TWO_PACKS = STANDARD_PACK * 2
Hand = tuple[tuple[Card, ...], str, bool]
WORST = {
    "two suits with 2 wild": ("AS AH 6H 7H 8H 8H 9H 0H AD 6D 7D 8D 9D 0D", "A", False),
    "three suits with 3 wild": ("AS 4S 5S 6S 3H 4H 5H 6H 3D 4D 5D 6D AC AC", "A", True),
    "two suits with 3 wild": ("5H 6H 7H 8H QD QD 5C 6C 6C 7C 7C 8C 9C QC", "Q", True),
    "twins with 4 wild": ("8S 9S 0S JS 7H 8H 8H 9H 0H JH QH QD QC QC", "Q", False),
    "three suits with twins": ("6S 9S 0S 0S JS JS QS KS 6D 6D 9C 0C JC KC", "6", True),
    "one suit twice": ("2S 2S 3S 3S 4S 4S 5S 5S 6S 6S 7S 7S 8S 8S", "9", True),
    "a whole suit": ("2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS AS 8H", "3", True),
    "eight of a rank": ("8S 8S 8H 8H 8D 8D 8C 8C 7S 7H 6S 6H 9S 9H", "9", True),
    "all wild but six": ("8S 8S 8H 8H 8D 8D 8C 8C 2S 4H 6D KC QS 0H", "8", True),
}
"""The hands that took longest in a hill climb over crowded hands, and the traps."""


def random_hands(size: int = 14) -> list[Hand]:
    """Return random hands with random wild ranks."""
    rng = random.Random(size)
    return [(tuple(sorted(rng.sample(TWO_PACKS, size))), rng.choice(RANKS), True) for _ in range(HANDS)]


@pytest.mark.parametrize("start", ["cold", "warm"])
def test_random_hands(benchmark: BenchmarkFixture, start: str) -> None:
    """One round is one hand, so the median and the maximum are taken over hands."""
    hands = cycle(random_hands())

    def setup() -> tuple[Hand, dict[str, object]]:
        if start == "cold":
            _choices.cache_clear()
        return next(hands), {}

    benchmark.pedantic(best_arrangement, setup=setup, rounds=HANDS, warmup_rounds=50)
    assert stats(benchmark).median < 0.15e-3


def test_the_slowest_of_a_hundred_random_hands(benchmark: BenchmarkFixture) -> None:
    """Each hand is timed cold, and its best of three counts, so that a slow machine does not look like a slow hand."""
    hands = random_hands()
    times = sorted(benchmark.pedantic(lambda: [_best_of_three(hand) for hand in hands], rounds=1))
    benchmark.extra_info["median_us"] = round(times[HANDS // 2] * 1e6)
    benchmark.extra_info["p99_us"] = round(times[HANDS * 99 // 100] * 1e6)
    benchmark.extra_info["worst_us"] = round(times[-1] * 1e6)
    assert times[HANDS * 99 // 100] < 1e-3


@pytest.mark.parametrize("kind", WORST)
def test_the_worst_hands(benchmark: BenchmarkFixture, kind: str) -> None:
    text, wild_rank, most_cards = WORST[kind]
    hand = (parse_cards(text), wild_rank, most_cards)

    def setup() -> tuple[Hand, dict[str, object]]:
        _choices.cache_clear()
        return hand, {}

    benchmark.pedantic(best_arrangement, setup=setup, rounds=60, warmup_rounds=3)
    assert stats(benchmark).min < 5e-3


def _best_of_three(hand: Hand) -> float:
    times = []
    for _ in range(3):
        _choices.cache_clear()
        began = time.perf_counter()
        best_arrangement(*hand)
        times.append(time.perf_counter() - began)
    return min(times)


@pytest.mark.parametrize("ask", [is_complete, going_out_discards])
def test_checking_whether_a_hand_can_go_out(benchmark: BenchmarkFixture, ask: Callable[..., object]) -> None:
    hands = cycle(random_hands())
    benchmark.pedantic(ask, setup=lambda: (next(hands)[:2], {}), rounds=HANDS, warmup_rounds=50)


def test_against_highs(benchmark: BenchmarkFixture) -> None:
    """The same hands are solved by an integer program. The programs are built beforehand; only solving is timed."""
    pytest.importorskip("highspy")
    from tests.bench.three_thirteen_ilp import Program

    hands = random_hands()[:40]
    programs = [Program(cards, wild_rank) for cards, wild_rank, _ in hands]
    for program, hand in zip(programs, hands, strict=True):
        unplaced = best_arrangement(*hand).unplaced
        assert program.solve() == (len(unplaced), sum(min(card.value, 10) for card in unplaced))

    def ours() -> int:
        for hand in hands:
            _choices.cache_clear()
            best_arrangement(*hand)
        return len(hands)

    def theirs() -> int:
        for program in programs:
            program.solve()
        return len(programs)

    found = benchmark.pedantic(lambda: rates({"ours": ours, "highs": theirs}), rounds=1)
    benchmark.extra_info.update({f"{name}_hands_a_second": round(rate) for name, rate in found.items()})
    benchmark.extra_info["ratio"] = round(found["ours"] / found["highs"], 1)
    assert found["ours"] >= 40 * found["highs"]
