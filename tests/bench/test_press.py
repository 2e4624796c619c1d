"""The cost of one press of “Draw”, counted and timed.

`press.py` and `move_time.py` explain what is measured; docs/performance.md has the figures and the targets.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
MAX_COST = {
    "functions": 604,
    "functions_with_a_name": 517,
    "transactions": 1,
    "draft_reads": 0,
    "views_made": 3,
}
"""The most that a press may cost. Lower these when it costs less."""


MAX_RATIO = {"ratio": 5.0, "ratio_slow": 5.0}
"""The most that a move may cost, as a multiple of what a stateless bot needs to answer a click with a ready picture.

Three runs on a quiet machine gave 3.8 to 4.8 for a person who discards within four seconds, and 4.4 to 4.7 for later.
"""


def printed_figures(program: str) -> dict[str, float]:
    """Return the figures that the program prints. It runs in a process of its own, where nothing is loaded already."""
    run = [sys.executable, "-m", f"tests.bench.{program}"]
    done = subprocess.run(run, cwd=ROOT, env=os.environ, capture_output=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def test_one_press_of_draw(benchmark: Any) -> None:
    """The benchmark's own time covers the whole count and means nothing."""
    figures = benchmark.pedantic(printed_figures, args=("press",), rounds=1)
    benchmark.extra_info.update(figures)
    sys.stdout.write(f"{figures}\n")
    assert {name: figures[name] for name in MAX_COST if figures[name] > MAX_COST[name]} == {}


def test_a_durable_move_compared_with_a_reply(benchmark: Any) -> None:
    """A durable move costs at most `MAX_RATIO` times as much as a reply with a ready picture; see `move_time.py`."""
    figures = benchmark.pedantic(printed_figures, args=("move_time",), rounds=1)
    benchmark.extra_info.update(figures)
    sys.stdout.write(f"{figures}\n")
    assert {name: figures[name] for name in MAX_RATIO if figures[name] > MAX_RATIO[name]} == {}
