"""Reports to the bot's host about one of its messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

MAX_WORDS = 500
"""Longest report, in characters."""
MAX_A_DAY = 3
"""Reports of one person within a day."""


@dataclass(frozen=True, slots=True)
class Report:
    """Somebody's words about a message; `guild_id` is 0 in direct messages, `table_id` is None if it belongs to no
    table.
    """

    person: int
    at: float
    guild_id: int
    channel_id: int
    message_id: int
    table_id: int | None
    words: str


class ReportStore(Protocol):
    """Keeps reports until they are too old to matter."""

    async def add(self, report: Report) -> bool:
        """Save the report; False if the person has reached the daily limit."""
        ...

    async def drop(self, before: float) -> None:
        """Delete the reports from before that time."""
        ...
