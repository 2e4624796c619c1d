"""Helpers for tests of planned tables."""

from __future__ import annotations

from typing import Any

from tests.e2e.table_talk import text

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


def plan_of(channel: Any) -> Any:
    """Return the newest message of a plan."""
    return next(message for message in reversed(channel.history()) if "## Planned" in text(message))
