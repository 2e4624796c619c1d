"""When a person wants to hear nothing, and how a clock that waits for them counts that time.

Quiet hours are stored as `22:00-07:00`, by the clocks of the person's time zone, whatever season it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING

from bot.language import ngettext
from bot.tables.model.durations import DAY
from bot.tables.model.errors import TableError
from bot.tables.model.zones import first_and_last, zone

if TYPE_CHECKING:
    from bot.tables.model.person_settings import PersonSettings

MAX_HOURS = 12
"""Longest quiet time of a day, so that clocks that wait for it go on for as long."""
_HOURS = re.compile(r"(\d\d):(\d\d)-(\d\d):(\d\d)")
_DAYS_AHEAD = 60


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Hours of every day, from and to by the clocks of the zone; `end` may be on the next day."""

    place: tzinfo
    begin: time
    end: time

    def until(self, at: float) -> float | None:
        """When the quiet time around that moment ends; None if there is none."""
        return next((end for begin, end in self._around(at) if begin <= at < end), None)

    def after(self, at: float, seconds: float) -> float:
        """When that many seconds outside the quiet hours have passed since then."""
        for begin, end in self._around(at, _DAYS_AHEAD):
            if end <= at:
                continue
            if begin - at >= seconds:
                break
            seconds -= max(0.0, begin - at)
            at = end
        return at + seconds

    def outside(self, begin: float, end: float) -> float:
        """The seconds between two moments that are outside the quiet hours; 0 if the second is the earlier one."""
        days = min(int(max(0.0, end - begin) // DAY) + 1, _DAYS_AHEAD)
        nights = (min(night[1], end) - max(night[0], begin) for night in self._around(begin, days))
        return max(0.0, end - begin - sum(max(0.0, quiet) for quiet in nights))

    def _around(self, at: float, days: int = 1) -> list[tuple[float, float]]:
        """The quiet times from the day before that moment on. Clocks that are set back make one longer."""
        today = datetime.fromtimestamp(at, self.place)
        found = []
        for number in range(-1, days + 1):
            day = today + timedelta(days=number)
            last_day = day if self.begin < self.end else day + timedelta(days=1)
            begin = first_and_last(day, self.begin, self.place)[0]
            found.append((begin, first_and_last(last_day, self.end, self.place)[1]))
        return found


def hours_as_stored(begin: time, end: time) -> str:
    """Quiet hours from and to these times of day, as they are stored.

    Raises:
        TableError: they are too long.

    >>> hours_as_stored(time(22, 30), time(7))
    '22:30-07:00'
    """
    length = ((end.hour - begin.hour) * 60 + end.minute - begin.minute) % (24 * 60)
    if not 0 < length <= MAX_HOURS * 60:
        raise TableError(
            ngettext(
                "Quiet hours can last at most {most} hour a day; choose a shorter time.",
                "Quiet hours can last at most {most} hours a day; choose a shorter time.",
                MAX_HOURS,
            ).format(most=MAX_HOURS)
        )
    return f"{begin:%H:%M}-{end:%H:%M}"


def quiet_hours(chosen: PersonSettings) -> QuietHours | None:
    """The person's quiet hours; None if they have none."""
    return _read(chosen.quiet, chosen.zone)


def _read(hours: str | None, zone_name: str | None) -> QuietHours | None:
    """Hours as they are stored; None if there are none."""
    match = _HOURS.fullmatch(hours or "")
    if match is None:
        return None
    begin, end = time(int(match[1]), int(match[2])), time(int(match[3]), int(match[4]))
    return QuietHours(zone(zone_name), begin, end)


def quiet_until(chosen: PersonSettings, now: float) -> float | None:
    """The end of the person's quiet hours or absence; None if they can be notified now."""
    away = chosen.away_until if chosen.away_until is not None and chosen.away_until > now else None
    hours = quiet_hours(chosen)
    night = None if hours is None else hours.until(now if away is None else away)
    return night if night is not None else away


def may_call(chosen: PersonSettings, now: float) -> bool:
    """Whether the person may be called to a game now: within the hours they chose and outside their quiet hours."""
    hours = _read(chosen.call_hours, chosen.zone)
    return quiet_until(chosen, now) is None and (hours is None or hours.until(now) is not None)


_DAILY = re.compile(r"(\d{2}):(\d{2})")
_AFTER = re.compile(r"(\d{1,2})h")


def digest_due(chosen: PersonSettings, now: float) -> float | None:
    """When the digest of waiting tables is due; None if the person did not choose one."""
    after, daily = _AFTER.fullmatch(chosen.digest or ""), _DAILY.fullmatch(chosen.digest or "")
    if after is not None:
        due = now + int(after[1]) * 3600.0
    elif daily is not None:
        due = _next_at(time(int(daily[1]), int(daily[2])), zone(chosen.zone), now)
    else:
        return None
    return quiet_until(chosen, due) or due


def _next_at(clock: time, place: tzinfo, now: float) -> float:
    """The next moment at which local clocks show this time."""
    today = datetime.fromtimestamp(now, place)
    days = (today + timedelta(days=number) for number in range(3))
    return next(at for day in days if (at := first_and_last(day, clock, place)[0]) > now)
