"""Days in UTC, numbered since 1970: when they turn, what they are called on boards, and how many follow one another."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SECONDS = 24 * 3600
ALL_TIME = "all"
_FIRST = date(1970, 1, 1).toordinal()


def day_at(now: float) -> int:
    """The day of a time in seconds since the epoch."""
    return int(now // SECONDS)


def begins(day: int) -> float:
    """When the day begins, in seconds since the epoch."""
    return float(day * SECONDS)


def date_of(day: int) -> date:
    """The day in the calendar."""
    return date.fromordinal(_FIRST + day)


def day_span(day: int) -> str:
    """What boards call one day."""
    return f"d{day}"


def week_span(day: int) -> str:
    """What boards call the week that the day is in: it begins on Monday."""
    return f"w{day - date_of(day).weekday()}"


def spans(day: int) -> tuple[str, ...]:
    """The spans of time whose boards a try of that day counts on."""
    return day_span(day), week_span(day), ALL_TIME


def streak(solved: Sequence[int], today: int) -> int:
    """How many days in a row were solved up to today, or up to yesterday while today is still open.

    `solved` are the days that were solved, the latest first.
    """
    last = today if today in solved[:1] else today - 1
    count = 0
    for day in solved:
        if day != last - count:
            break
        count += 1
    return count


def longest(solved: Sequence[int]) -> int:
    """The most days in a row that were ever solved; `solved` as for `streak`."""
    most = count = 0
    before: int | None = None
    for day in solved:
        count = count + 1 if before is not None and day == before - 1 else 1
        most, before = max(most, count), day
    return most
