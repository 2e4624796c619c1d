"""Time zones as people name them: IANA names such as `Europe/Berlin`, and offsets such as `UTC+2` or `UTC-3:30`."""

from __future__ import annotations

import re
import zoneinfo
from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from functools import cache

from bot.rules.spoken import folded

_OFFSET = re.compile(r"(?P<name>utc|gmt)?\s*(?P<sign>[+-])\s*(?P<hours>\d{1,2})(?P<minutes>:?[0-5]\d)?", re.IGNORECASE)
_PLACE = re.compile(r"(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)/.+")
_MAX_HOURS = 14


@cache
def known_zones() -> tuple[str, ...]:
    """The IANA names of places, and UTC."""
    return ("UTC", *sorted(name for name in zoneinfo.available_timezones() if _PLACE.fullmatch(name)))


def find_zone(text: str) -> str | None:
    """The zone as stored; None if there is none with that name.

    >>> find_zone("europe/berlin"), find_zone("utc+2"), find_zone("-3:30"), find_zone("Atlantis")
    ('Europe/Berlin', 'UTC+2', 'UTC-3:30', None)
    """
    wanted = folded(text.strip()).replace(" ", "_")
    found = next((name for name in known_zones() if name.lower() == wanted), None)
    match = _OFFSET.fullmatch(text.strip())
    if found is not None or match is None or int(match["hours"]) > _MAX_HOURS:
        return found
    if not match["name"] and not match["minutes"]:
        return None  # a number alone could mean anything
    minutes = (match["minutes"] or "00")[-2:]
    return f"UTC{match['sign']}{int(match['hours'])}{'' if minutes == '00' else ':' + minutes}"


def zone(name: str | None) -> tzinfo:
    """The zone with a stored name; UTC if none was chosen or this machine does not know it."""
    match = _OFFSET.fullmatch(name or "")
    if match is not None:
        offset = timedelta(hours=int(match["hours"]), minutes=int((match["minutes"] or "00")[-2:]))
        return timezone(-offset if match["sign"] == "-" else offset)
    try:
        return zoneinfo.ZoneInfo(name or "UTC")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError):
        return UTC


def local(at: float, name: str | None) -> datetime:
    """The local time at that moment (seconds since the epoch)."""
    return datetime.fromtimestamp(at, zone(name))


def first_and_last(day: datetime, clock: time, place: tzinfo) -> tuple[float, float]:
    """The first and last moments at which local clocks show this time on that day.

    They differ if clocks are set back over it. If clocks are set forward over it, both are the moment of the change.
    """
    shown = datetime.combine(day.date(), clock)
    early, late = (shown.replace(tzinfo=place, fold=fold).timestamp() for fold in (0, 1))
    if early <= late:
        return early, late
    # Clocks skip this time: `late` is before the change and `early` after it.
    before, after = late, early
    offset = datetime.fromtimestamp(before, place).utcoffset()
    while after - before > 1:
        middle = (before + after) // 2
        if datetime.fromtimestamp(middle, place).utcoffset() == offset:
            before = middle
        else:
            after = middle
    return after, after
