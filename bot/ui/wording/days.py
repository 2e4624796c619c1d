"""Days in UTC as Discord shows them to each reader."""

from __future__ import annotations

from bot.daily.days import begins
from bot.ui.kit.timestamps import date_alone, relative

_SAME_DATE = 10.5 * 3600
"""A time of day in UTC, in seconds, at which the date is the same nearly everywhere on earth."""


def date(day: int) -> str:
    """The day as a Discord timestamp, shown as a date in the reader's language."""
    return date_alone(begins(day) + _SAME_DATE)


def turns(day: int) -> str:
    """The end of the day as a relative Discord timestamp."""
    return relative(begins(day + 1))
