"""The benchmarks: never part of the tests, run by name.

    python -m pytest tests/bench --benchmark-only

Peers that are compared with ours in one run are extras of the benchmarks alone; a comparison whose peer is not
installed is skipped. To have them all: `pip install highspy rlcard open_spiel`. A comparison checks its bar as a
ratio of medians taken in turns, which a busy machine slows alike.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _clean_heap() -> Iterator[None]:
    """Garbage of one benchmark is not collected in the next."""
    gc.collect()
    yield
    gc.collect()
