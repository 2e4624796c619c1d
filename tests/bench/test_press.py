"""One press of “Draw”, counted: `press.py` says what. docs/performance.md has the figures and where they should go."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
MAX_COST = {
    "functions": 423,
    "transactions": 2,
    "draft_reads": 1,
    "views_made": 3,
}
"""More than this a press must not cost; lower these when it costs less."""


def counted() -> dict[str, int]:
    """The figures, from a process of their own: nothing else runs, and nothing is loaded already."""
    program = [sys.executable, str(ROOT / "tests" / "bench" / "press.py")]
    done = subprocess.run(program, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=True)
    figures: dict[str, int] = json.loads(done.stdout)
    return figures


def test_one_press_of_draw(benchmark: Any) -> None:
    """The time is that of the whole count and means nothing."""
    figures = benchmark.pedantic(counted, rounds=1)
    benchmark.extra_info.update(figures)
    sys.stdout.write(f"{figures}\n")
    assert {name: figures[name] for name in MAX_COST if figures[name] > MAX_COST[name]} == {}
