"""The result of a benchmark."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture
    from pytest_benchmark.stats import Stats


def p99(benchmark: BenchmarkFixture) -> float:
    """Return the 99th percentile of its rounds, in seconds."""
    taken = sorted(stats(benchmark).data)
    return float(taken[len(taken) * 99 // 100])


def stats(benchmark: BenchmarkFixture) -> Stats:
    """Return the statistics of its rounds, in seconds. The benchmark must have run."""
    assert benchmark.stats is not None
    found: Stats = benchmark.stats.stats
    return found
