"""How many processes `make test` runs the tests in."""

from __future__ import annotations

import os

import pytest


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """One more than the machine has cores: a test that waits, for a browser or another process, leaves its core free."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None  # the library's own answer, which reads it
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (cores or 1) + 1
