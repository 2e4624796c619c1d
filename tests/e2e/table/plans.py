"""Helpers for tests of planned tables."""

from __future__ import annotations

from typing import Any

from tests.e2e.table_talk import control, text

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


def plan_of(channel: Any) -> Any:
    """Return the newest message of a plan."""
    return next(message for message in reversed(channel.history()) if "## Planned" in text(message))


async def cancel(person: Any, message: Any) -> Any:
    """Press “Cancel it”, and again in the question whether that is meant, and return the last answer."""
    asked = await person.click(message, custom_id=control(message, "plan-cancel"))
    return await person.click(asked.response, custom_id=control(asked.response, "plan-cancel-yes"))
