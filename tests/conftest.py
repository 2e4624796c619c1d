"""How the tests are run: in how many processes, in which order, and with what the garbage collector leaves alone."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest

from tests import postgres as servers

HERE = Path(__file__).parent
LONGEST = ("process", "playground", "e2e/whole_games", "players", "e2e")
"""Begun first, so that no process is left with a long test when the others have ended."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first; each file's tests stay together and in order, as their shared fixtures need it."""
    items.sort(key=lambda item: _rank(item.path))


def _rank(path: Path) -> int:
    within = path.relative_to(HERE)
    found = (at for at, name in enumerate(LONGEST) if within.is_relative_to(name))
    return next(found, len(LONGEST))


def pytest_collection_finish() -> None:
    """What was imported and collected stays until the end: a fifth of all time went into looking through it again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Two more than the machine has cores: a test that waits, for a browser or another process, leaves its core
    free. (On two cores four workers take 224 s, three 261 s.)
    """
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None  # the library's own answer, which reads it
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (cores or 1) + 2


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> servers.Server:
    """A PostgreSQL server; where none is installed its tests are skipped, but not in CI."""
    if servers.programs() is None:
        said = "PostgreSQL is not installed: apt install postgresql"
        if os.environ.get("CI"):
            pytest.fail(said)
        pytest.skip(said)
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        return servers.shared(folder.parent, os.getppid())
    return servers.shared(folder, os.getpid())
