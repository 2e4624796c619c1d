"""Runs code as a user with limited rights, since root can read and write everything."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOBODY = 65534


@contextmanager
def shut(place: Path) -> Iterator[None]:
    """Within the block, make the file or folder inaccessible to the user who runs the test. Root becomes `NOBODY`."""
    if sys.platform == "win32":
        pytest.skip("Windows has no such permissions")
    mode, was_root = place.stat().st_mode, os.geteuid() == 0
    place.chmod(0)
    if was_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if was_root:
            os.seteuid(0)
        place.chmod(mode)
