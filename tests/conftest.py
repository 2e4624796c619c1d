"""How the tests are run: the number of processes, the order, and what the garbage collector skips."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
from functools import cache
from itertools import cycle, groupby
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import postgres as servers

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

HERE = Path(__file__).parent
WAITING = (
    "process/test_two_processes.py",
    "process/test_kill.py",
    "playground/test_whole_game.py",
    "playground/test_page_controls.py",
    "playground/test_page_commands.py",
    "process/test_budget.py",
    "process/test_postgres.py",
    "process",
    "playground",
)
"""Tests that mostly wait for a browser, a clock or another process, longest files first.

Half of the workers start with these while the other half keep the cores busy.
"""
LONGEST = ("e2e/whole_games", "e2e/commands", "players", "e2e")
"""Tests that the other workers run first, so that no worker is left with a long test at the end."""
COLLECTED_AFTER = (700, 50, 50)
"""Python's thresholds of garbage collection; 700, 10 and 10 by default. New garbage is found as soon as ever. What
survives that, mostly the parts of running bots, is gone through a fifth as often, and everything a twenty-fifth.
"""


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Keep the garbage collector away from everything imported and collected, which lives until the end.

    Scanning it for garbage again and again took a fifth of the total time.
    """
    gc.disable()
    if "PYTEST_XDIST_WORKER" in os.environ:
        _import_tests(session.config.args)
    found = yield
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
    gc.enable()
    return found


def _import_tests(arguments: list[str]) -> None:
    """Import the test files, each process starting at a different place in the list.

    Each process leaves its compiled files for the others, so they do not all compile the same files at the same time.
    """
    files = sorted(
        {file for name in arguments for file in Path(name).rglob("test_*.py") if HERE / "bench" not in file.parents}
    )
    number, count = (
        int(os.environ[name].removeprefix("gw")) for name in ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT")
    )
    first = len(files) * number // count
    for file in files[first:] + files[:first]:
        with contextlib.suppress(BaseException):  # collection imports it again and reports the error
            importlib.import_module(".".join(file.resolve().relative_to(HERE.parent).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Deal the tests to the workers, half of which start with waiting tests.

    Each worker gets an equal part of this order, and later takes tests from the ends of other workers' parts. The tests
    of a file stay together and in order, because their shared fixtures need it.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    waiting = [item for item in items if _rank(item.path, WAITING) < len(WAITING)]
    others = [item for item in items if _rank(item.path, WAITING) == len(WAITING)]
    others.sort(key=lambda item: _rank(item.path, LONGEST))
    hands = _dealt(waiting, max(1, workers // 2))
    dealt: list[pytest.Item] = []
    for worker in range(workers):
        part = (len(items) - len(dealt)) // (workers - worker)
        tests = hands[worker] + others if worker < len(hands) else others
        dealt += tests[:part]
        others = tests[part:]
    items[:] = dealt


def _dealt(items: list[pytest.Item], hands: int) -> list[list[pytest.Item]]:
    """Divide the files' tests into `hands` parts of about equal length, dealing the longest files first, to and fro."""
    items = sorted(items, key=lambda item: _rank(item.path, WAITING))
    files = [list(tests) for _, tests in groupby(items, key=lambda item: item.path)]
    found: list[list[pytest.Item]] = [[] for _ in range(hands)]
    for tests, hand in zip(files, cycle((*range(hands), *reversed(range(hands)))), strict=False):
        found[hand] += tests
    return found


@cache
def _rank(path: Path, first: tuple[str, ...]) -> int:
    """Return the position in `first` of the file or of a folder that contains it, or `len(first)` if it has none."""
    within = path.relative_to(HERE)
    found = (at for at, name in enumerate(first) if within.is_relative_to(name))
    return next(found, len(first))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Return two more than the number of cores: a test that waits for a browser or a process leaves its core free."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None  # the library reads the variable itself
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (cores or 1) + 2


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[servers.Server]:
    """A PostgreSQL server. If none is installed, tests that need it are skipped, but fail in CI."""
    if servers.programs() is None:
        said = "PostgreSQL is not installed: apt install postgresql"
        if os.environ.get("CI"):
            pytest.fail(said)
        pytest.skip(said)
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        yield servers.shared(folder.parent, os.getppid())
    else:
        yield servers.shared(folder, os.getpid())
    servers.close_sweepers()


@pytest.fixture
def pair(postgres: servers.Server) -> Iterator[tuple[servers.Server, servers.Server]]:
    """A primary, and the standby that replicates it."""
    del postgres  # the test is skipped where there is none
    with servers.replicated() as pair:
        yield pair
