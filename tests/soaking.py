"""How long the long tests are: a bounded walk in the suite, the whole of it with `make soak`."""

from __future__ import annotations

import os

SOAKING = bool(os.environ.get("SOAK"))


def bounded(usual: int, soaking: int) -> int:
    """The usual number, or the larger one in `make soak`."""
    return soaking if SOAKING else usual
