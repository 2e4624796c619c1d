"""Helpers for tests of planned tables."""

from __future__ import annotations

from typing import Any

from tests.e2e.table_talk import control, text

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


def plan_of(channel: Any) -> Any:
    """Return the newest message of a plan."""
    return next(message for message in reversed(channel.history()) if "## Planned" in text(message))


async def ask_to_cancel(person: Any, message: Any) -> Any:
    """Press “Cancel it”, and return the question whether that is meant."""
    return (await person.click(message, custom_id=control(message, "plan-cancel"))).response


async def confirm_cancelling(person: Any, asked: Any) -> Any:
    """Press “Cancel it” in the question, and return the answer."""
    return await person.click(asked, custom_id=control(asked, "plan-cancel-yes"))


async def cancel(person: Any, message: Any) -> None:
    """Cancel a plan for which others have signed up."""
    await confirm_cancelling(person, await ask_to_cancel(person, message))
