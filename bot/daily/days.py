"""Days in UTC, numbered since 1970: when they begin, their names on boards, and streaks."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from bot.tables.model.durations import DAY

if TYPE_CHECKING:
    from collections.abc import Sequence

ALL_TIME = "all"
_FIRST = date(1970, 1, 1).toordinal()


def day_at(now: float) -> int:
    """The day of a time in seconds since the epoch."""
    return int(now // DAY)


def begins(day: int) -> float:
    """When the day begins, in seconds since the epoch."""
    return float(day * DAY)


def date_of(day: int) -> date:
    """The day in the calendar."""
    return date.fromordinal(_FIRST + day)


def day_span(day: int) -> str:
    """The name that boards have for one day."""
    return f"d{day}"


def week_span(day: int) -> str:
    """The name that boards have for the day's week, which begins on Monday."""
    return f"w{day - date_of(day).weekday()}"


def spans(day: int) -> tuple[str, ...]:
    """The names of all boards on which a try of that day counts."""
    return day_span(day), week_span(day), ALL_TIME


def days_of(span: str) -> str:
    """The days that a board's name stands for, in words.

    >>> days_of("d20783"), days_of("w20780"), days_of(ALL_TIME)
    ('2026-11-26', 'the week from 2026-11-23', 'all')
    """
    if span == ALL_TIME:
        return span
    first = date_of(int(span[1:])).isoformat()
    return first if span.startswith("d") else f"the week from {first}"


def streak(solved: Sequence[int], today: int) -> int:
    """The number of consecutive days solved up to today, or up to yesterday while today's puzzle is unsolved.

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
    """The longest streak ever; `solved` as for `streak`."""
    most = count = 0
    before: int | None = None
    for day in solved:
        count = count + 1 if before is not None and day == before - 1 else 1
        most, before = max(most, count), day
    return most
