"""Being a user who may not do everything: root may read and write anywhere."""

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
    """Within the block the file or folder is of no use to whoever runs the test, who is not root then."""
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
