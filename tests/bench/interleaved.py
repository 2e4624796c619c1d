"""Rates of several contestants, measured in turns in one run, so that a busy machine slows them alike."""

from __future__ import annotations

import gc
import statistics
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ROUNDS = 7


def rates(contestants: Mapping[str, Callable[[], int]], rounds: int = ROUNDS) -> dict[str, float]:
    """Return each contestant's median rate per second of processor time. A contestant returns how much it did."""
    taken: dict[str, list[float]] = {name: [] for name in contestants}
    for contestant in contestants.values():
        contestant()
    for _ in range(rounds):
        for name, contestant in contestants.items():
            gc.collect()
            began = time.process_time()
            done = contestant()
            taken[name].append(done / (time.process_time() - began))
    return {name: statistics.median(found) for name, found in taken.items()}
