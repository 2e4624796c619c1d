"""Days in UTC as Discord shows them to each reader."""

from __future__ import annotations

from bot.daily.days import begins

_SAME_DATE = 10.5 * 3600
"""At this time of a day in UTC its date is the same nearly everywhere on earth."""


def date(day: int) -> str:
    """The day as Discord shows a date, in the reader's own language."""
    return f"<t:{int(begins(day) + _SAME_DATE)}:D>"


def turns(day: int) -> str:
    """When the day ends, as Discord shows a time."""
    return f"<t:{int(begins(day + 1))}:R>"
