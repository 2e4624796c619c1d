"""How the tests are run: in how many processes, in which order, and with what the garbage collector leaves alone."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import postgres as servers

if TYPE_CHECKING:
    from collections.abc import Generator

HERE = Path(__file__).parent
LONGEST = ("process", "playground", "e2e/whole_games", "players", "e2e")
"""Begun first, so that no process is left with a long test when the others have ended."""


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """What is imported and collected stays until the end: looking through it for garbage, again and again, took a
    fifth of all time.
    """
    gc.disable()
    if "PYTEST_XDIST_WORKER" in os.environ:
        _import_tests(session.config.args)
    found = yield
    gc.collect()
    gc.freeze()
    gc.enable()
    return found


def _import_tests(arguments: list[str]) -> None:
    """Each process begins with another part of the tests and leaves them compiled for the others, who would all
    compile the same at the same time.
    """
    files = sorted(
        {file for name in arguments for file in Path(name).rglob("test_*.py") if HERE / "bench" not in file.parents}
    )
    number, count = (
        int(os.environ[name].removeprefix("gw")) for name in ("PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT")
    )
    first = len(files) * number // count
    for file in files[first:] + files[:first]:
        with contextlib.suppress(BaseException):  # collecting comes to it again and reports it
            importlib.import_module(".".join(file.resolve().relative_to(HERE.parent).with_suffix("").parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first; each file's tests stay together and in order, as their shared fixtures need it."""
    items.sort(key=lambda item: _rank(item.path))


@cache
def _rank(path: Path) -> int:
    within = path.relative_to(HERE)
    found = (at for at, name in enumerate(LONGEST) if within.is_relative_to(name))
    return next(found, len(LONGEST))


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
