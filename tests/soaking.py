"""How long the long tests run: a bounded part in the suite, everything with `make soak`."""

from __future__ import annotations

import os

SOAKING = bool(os.environ.get("SOAK"))


def bounded(usual: int, soaking: int) -> int:
    """Return `usual`, or `soaking` under `make soak`."""
    return soaking if SOAKING else usual
