"""Times as people type them, in their own time zone: `20:30`, `tomorrow 19:00`, `2026-11-30 18:00`, `in 3 hours`.

English and German words are understood in every language.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

from bot.language import _
from bot.render.names import quoted
from bot.tables.model.errors import TableError
from bot.tables.model.quiet_hours import hours_as_stored
from bot.tables.model.zones import find_zone, first_and_last, known_zones, local, zone

if TYPE_CHECKING:
    from collections.abc import Callable

_CLOCK = re.compile(r"(?:at |um )?(\d{1,2})(?:[:.h]([0-5]\d))?\s*(am|pm|uhr)?")
_UNTIL = re.compile(r"\s*(?:-|\u2013|\bto\b|\bbis\b)\s*")
_STAMP = re.compile(r"<t:(\d{1,12})(?::[a-z])?>", re.IGNORECASE)
_IN = re.compile(
    r"(?:in )?(?:(\d{1,3})\s*|(?:an?|one|eine[mr]?) )"
    r"(m|min|minutes?|minuten?|h|hours?|stunden?|d|days?|tage?n?|w|weeks?|wochen?)"
)
_SHOWN = re.compile(r"(.+): [\d.-]{10} \w+ \d\d:\d\d \(.+\)")
"""What was typed, followed by what is understood, as the list of moments shows it."""
_SECONDS = {"m": 60, "h": 3600, "s": 3600, "d": 86400, "t": 86400, "w": 7 * 86400}
_TONIGHT = "tonight"
_DAYS = {"today": 0, "heute": 0, _TONIGHT: 0, "tomorrow": 1, "morgen": 1, "übermorgen": 2}
_EVENINGS = ("evening ", "abend ")
"""Words behind a day, each with a space. An hour up to 11 is then meant as one after noon."""
_WEEKDAYS = (
    ("monday", "montag"), ("tuesday", "dienstag"), ("wednesday", "mittwoch"), ("thursday", "donnerstag"),
    ("friday", "freitag"), ("saturday", "samstag"), ("sunday", "sonntag"),
)  # fmt: skip
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DOTTED = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})?")
_MIN_LETTERS = 2
FIRST, LAST = 0.0, 32_503_680_000.0
"""The years 1970 to 2999: a moment far outside is a date in no time zone."""


def read_zone(text: str) -> str:
    """The time zone as stored, named whole or by its place alone. Raises TableError if there is none with that name."""
    named = text.partition("·")[0]  # the list shows the time there as well
    found = find_zone(named) or _zone_of(named)
    if found is None:
        raise TableError(
            _("There is no time zone “{text}”; pick one from the list, such as Europe/Berlin, or write UTC+2.").format(
                text=quoted(text)
            )
        )
    return found


def _zone_of(place: str) -> str | None:
    """The only zone with this place, such as `Berlin` or `new york`: a phone sends what was typed."""
    wanted = place.strip().lower().replace(" ", "_")
    found = [name for name in known_zones() if name.lower().rpartition("/")[2] == wanted]
    return found[0] if len(found) == 1 else None


def read_hours(text: str) -> str:
    """Quiet hours as stored, from text such as `22:00-07:00`, `10pm to 7am` or `von 22 bis 7 Uhr`.

    Raises:
        TableError: they cannot be parsed, or are too long.
    """
    typed = " ".join(text.lower().split()).removeprefix("from ").removeprefix("von ")
    match [_clock(each, late=False) for each in _UNTIL.split(typed)]:
        case [time() as begin, time() as end]:
            return hours_as_stored(begin, end)
    raise TableError(
        _("I cannot read “{text}” as hours; write them like 22:00-07:00, or off for none.").format(text=quoted(text))
    )


def read_moment(text: str, zone_name: str | None, now: float) -> float:
    """The moment that the text means, which may be in the past.

    Raises:
        TableError: it cannot be parsed.
    """
    shown = _SHOWN.fullmatch(text.strip())
    typed = " ".join((shown[1] if shown else text).lower().replace(",", " ").split())
    found = _stamp(typed) or _from_now(typed, now) or _by_clock(typed, zone_name, now)
    if found is None or not FIRST <= found <= LAST:
        raise TableError(
            _(
                "I cannot read “{text}” as a time; write it like 20:30, tomorrow 19:00, 2026-11-30 18:00 or in 3 hours."
            ).format(text=quoted(text))
        )
    return found


def read_later(text: str, zone_name: str | None, now: float) -> float:
    """The moment that the text means.

    Raises:
        TableError: it cannot be parsed, or has passed.
    """
    at = read_moment(text, zone_name, now)
    if at <= now:
        raise TableError(_("That time has passed; choose a later one, such as tomorrow 19:00 or in 3 days."))
    return at


def with_end_of_day(text: str, zone_name: str | None, now: float) -> str:
    """The text with the day's last minute if it is a day alone: somebody back on Friday may come in the evening."""
    word = _without_preposition(text.strip().lower())
    return text if _day(word, local(now, zone_name)) is None else f"{word} 23:59"


def utc_note(text: str, zone_name: str | None, now: float) -> list[str]:
    """A note for somebody without a time zone, if the text means another moment in another one; “in 3 hours” does not.

    Raises:
        TableError: it cannot be parsed.
    """
    if zone_name or read_moment(text, "UTC+1", now) == read_moment(text, None, now):
        return []
    return [_("I read your time as UTC; /quiet zone: tells me your own time zone.")]


def _stamp(typed: str) -> float | None:
    match = _STAMP.fullmatch(typed)
    return None if match is None else float(match[1])


def _from_now(typed: str, now: float) -> float | None:
    match = _IN.fullmatch(typed)
    return None if match is None else now + int(match[1] or 1) * _SECONDS[match[2][0]]


def _by_clock(typed: str, zone_name: str | None, now: float) -> float | None:
    """Parse an optional day and a time of day; without a day, the next such time is meant."""
    today = local(now, zone_name)
    typed = _day_first(typed, today)
    first, _space, rest = typed.partition(" ")
    day = _day(first, today)
    evening = next((word for word in _EVENINGS if rest.startswith(word)), "")
    clock = _clock(rest.removeprefix(evening) if day is not None else typed, late=bool(evening) or first == _TONIGHT)
    if clock is None or (day is None and typed.isdecimal()):
        return None  # a number alone could mean anything
    place = zone(zone_name)

    def moment(of: date) -> float:
        return first_and_last(datetime.combine(of, time()), clock, place)[0]

    if day is None:
        return _next(moment, today.date(), now, 1)
    return _next(moment, day, now, 7) if _weekday(first) is not None else moment(day)


def _day_first(typed: str, today: datetime) -> str:
    """The text with its day in front, if it has one: people also type `20:30 tomorrow` or `um 20 Uhr am Freitag`."""
    typed = _without_preposition(typed)
    before, _space, last = typed.rpartition(" ")
    if _day(typed.partition(" ")[0], today) is not None or _day(last, today) is None:
        return typed
    if _clock(before, late=False) is None:  # in “8 am Friday”, it is no preposition
        before = before.removesuffix(" on").removesuffix(" am")
    return f"{last} {before}"


def _without_preposition(typed: str) -> str:
    return typed.removeprefix("on ").removeprefix("am ")


def _next(moment: Callable[[date], float], day: date, now: float, days: int) -> float:
    """The moment on that day, or `days` later if it has passed."""
    at = moment(day)
    return at if at > now else moment(day + timedelta(days=days))


def _clock(typed: str, *, late: bool) -> time | None:
    """Parse a time of day, which is after noon if it is `late` and the hour has no `am`."""
    match = _CLOCK.fullmatch(typed)
    if match is None:
        return None
    hour, minute = int(match[1]), int(match[2] or 0)
    if match[3] in ("am", "pm"):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match[3] == "pm" else 0)
    elif late and 0 < hour < 12:
        hour += 12
    return time(hour, minute) if hour < 24 else None


def _day(word: str, today: datetime) -> date | None:
    """The day named by a word: relative, a weekday, or a date."""
    if word in _DAYS:
        return today.date() + timedelta(days=_DAYS[word])
    number = _weekday(word)
    if number is not None:
        return today.date() + timedelta(days=(number - today.weekday()) % 7)
    return _date(word, today)


def _weekday(word: str) -> int | None:
    """The number of a weekday, from Monday's 0, by its name or the beginning of it."""
    letters = word.rstrip(".")
    for number, names in enumerate(_WEEKDAYS):
        if len(letters) >= _MIN_LETTERS and any(name.startswith(letters) for name in names):
            return number
    return None


def _date(word: str, today: datetime) -> date | None:
    iso, dotted = _ISO.fullmatch(word), _DOTTED.fullmatch(word)
    try:
        if iso is not None:
            return date(int(iso[1]), int(iso[2]), int(iso[3]))
        if dotted is not None:
            day = date(int(dotted[3] or today.year), int(dotted[2]), int(dotted[1]))
            is_next_year = dotted[3] is None and day < today.date()
            return day.replace(year=day.year + 1) if is_next_year else day
    except ValueError:
        return None
    return None
