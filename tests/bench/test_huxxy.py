"""How fast Huxxy's best turn is found on tables from real play, exactly and with 100 ms to think.

Bars: the exact turn in < 60 ms in the median, on tables with a median of 50 cards; the best turn so far within 100 ms
in 99 of 100 cases and within 250 ms in all; at least ten times as fast as HiGHS on an integer program with a variable
for every final group. The first two are in processor time, which a busy machine affects less than wall-clock time.
"""

from __future__ import annotations

import time
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bot.rules.cards import Card, parse_cards
from bot.rules.huxxy import best_turn
from tests.bench.interleaved import rates
from tests.bench.measured import p99, stats

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

Position = tuple[tuple[Card, ...], tuple[tuple[Card, ...], ...], bool]


def positions() -> list[Position]:
    """Return tables of 45 to 61 cards as computer players left them, each with the hand of the seat to act."""
    lines = Path(__file__).with_name("huxxy_positions.txt").read_text().splitlines()
    found = []
    for opened, hand, table in (line.split(" | ") for line in lines if not line.startswith("#")):
        found.append((parse_cards(hand), tuple(map(parse_cards, table.split(" / "))), opened == "opened"))
    return found


@pytest.mark.benchmark(timer=time.process_time)
def test_the_exact_best_turn(benchmark: BenchmarkFixture) -> None:
    """One round is one position, so the median and the maximum are taken over positions."""
    each = positions()
    following = cycle(each)
    benchmark.pedantic(best_turn, setup=lambda: (next(following), {}), rounds=3 * len(each))
    assert stats(benchmark).median < 0.060


@pytest.mark.benchmark(timer=time.process_time)
def test_the_best_turn_so_far_after_100_ms(benchmark: BenchmarkFixture) -> None:
    each = positions()
    following = cycle(each)

    def think(hand: tuple[Card, ...], table: tuple[tuple[Card, ...], ...], opened: bool) -> None:
        end = time.process_time() + 0.1
        best_turn(hand, table, opened, stop=lambda: time.process_time() > end)

    benchmark.pedantic(think, setup=lambda: (next(following), {}), rounds=3 * len(each))
    assert p99(benchmark) < 0.100
    assert stats(benchmark).max < 0.250


def test_against_highs(benchmark: BenchmarkFixture) -> None:
    """Hands on up to 40 cards of those tables. The programs are built beforehand; only solving is timed."""
    pytest.importorskip("highspy")
    from tests.bench.huxxy_ilp import Program

    each = [(hand, _cut(table, 40), True) for hand, table, opened in positions()[::10] if opened]
    programs = [Program(hand, table) for hand, table, _ in each]
    for program, position in zip(programs, each, strict=True):
        turn = best_turn(*position)
        assert program.solve() == ((len(turn.cards), turn.points) if turn else (0, 0))

    def ours() -> int:
        for position in each:
            best_turn(*position)
        return len(each)

    def theirs() -> int:
        for program in programs:
            program.solve()
        return len(programs)

    found = benchmark.pedantic(lambda: rates({"ours": ours, "highs": theirs}, rounds=3), rounds=1)
    benchmark.extra_info.update({f"{name}_turns_a_second": round(rate, 2) for name, rate in found.items()})
    benchmark.extra_info["ratio"] = round(found["ours"] / found["highs"], 1)
    assert found["ours"] >= 10 * found["highs"]


def _cut(table: tuple[tuple[Card, ...], ...], cards: int) -> tuple[tuple[Card, ...], ...]:
    """Return the first groups of a table, with at most `cards` cards in all."""
    while sum(map(len, table)) > cards:
        table = table[:-1]
    return table
