"""A small disk of its own, which can be made read-only, as a system does when a disk fails."""

from __future__ import annotations

import os
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@contextmanager
def small_disk(folder: Path) -> Iterator[Callable[[], None]]:
    """Mount a disk at the folder, and yield what makes it read-only; skip the test without the right to mount one."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16m", "none", str(folder)]
    if os.name == "nt" or os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("a small disk needs the right to mount one")

    def make_read_only() -> None:
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)

    try:
        yield make_read_only
    finally:
        subprocess.run(["umount", str(folder)], check=True)
