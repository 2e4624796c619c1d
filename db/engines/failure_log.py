"""Why transactions fail, for the host; people are only told that nothing was changed."""

from __future__ import annotations

import logging
import time

log = logging.getLogger(__name__)

AGAIN_SECONDS = 60.0
"""Seconds after which a reason that persists is logged again."""


class FailureLog:
    """Logs each reason once, and again every minute while it persists."""

    def __init__(self) -> None:
        self._logged: dict[str, float] = {}

    def note(self, reason: str) -> None:
        """Log the reason, one line without a stored value or a password, unless it was logged lately."""
        now = time.monotonic()
        if now - self._logged.get(reason, -AGAIN_SECONDS) >= AGAIN_SECONDS:
            self._logged[reason] = now
            log.warning("The database failed: %s", reason)
