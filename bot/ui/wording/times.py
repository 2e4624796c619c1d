"""Times as people type them, in their own time zone: `20:30`, `tomorrow 19:00`, `2026-11-30 18:00`, `in 3 hours`.

The words of all languages are understood in every language; where they differ, those of the reader's language count.
"""

from __future__ import annotations

import re
from datetime import MAXYEAR, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from bot.language import _
from bot.render.names import quoted
from bot.rules.spoken import folded
from bot.tables.model.durations import DAY, HOUR, MINUTE
from bot.tables.model.errors import TableError
from bot.tables.model.quiet_hours import hours_as_stored
from bot.tables.model.zones import find_zone, first_and_last, known_zones, local, zone
from bot.ui.wording.time_words import words_to_try

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.ui.wording.time_words import TimeWords

_STAMP = re.compile(r"<t:(\d{1,12})(?::[a-z])?>", re.IGNORECASE)
_SECONDS = {"minute": MINUTE, "hour": HOUR, "day": DAY, "week": 7 * DAY}
_ISO = re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})")
_DOTTED = re.compile(r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})?")
_ANY_DAY = date(1970, 1, 1)
_MIN_LETTERS = 2
_MAX_TYPED = 200
"""Characters of the longest text that is read as a moment, twice as many as a list's entry has.

The search for the end of what was typed takes time that grows with the square of the length, and Discord allows 6,000.
"""
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
    wanted = folded(place.strip()).replace(" ", "_")
    found = [name for name in known_zones() if name.lower().rpartition("/")[2] == wanted]
    return found[0] if len(found) == 1 else None


def read_hours(text: str) -> str:
    """Quiet hours as stored, from text such as `22:00-07:00`, `10pm to 7am` or `von 22 bis 7 Uhr`.

    Raises:
        TableError: they cannot be parsed, or are too long.
    """
    for words in words_to_try():
        typed = _without_first(words.joined(text), words.since)
        match [_clock(words, each, late=False) for each in words.until.split(typed)]:
            case [timedelta() as begin, timedelta() as end]:
                return hours_as_stored(*((datetime.combine(_ANY_DAY, time()) + each).time() for each in (begin, end)))
    raise TableError(
        _("I cannot read “{text}” as hours; write them like 22:00-07:00, or off for none.").format(text=quoted(text))
    )


def read_moment(text: str, zone_name: str | None, now: float) -> float:
    """The moment that the text means, which may be in the past.

    Raises:
        TableError: it cannot be parsed.
    """
    tried = words_to_try() if len(text) <= _MAX_TYPED else ()
    readings = (_moment(words, text, zone_name, now) for words in tried)
    found = next((at for at in readings if at is not None), None)
    if found is None or not FIRST <= found <= LAST:
        raise TableError(
            _(
                "I cannot read “{text}” as a time; write it like 20:30, tomorrow 19:00, 2026-11-30 18:00 or in 3 hours."
            ).format(text=quoted(text))
        )
    return found


def _moment(words: TimeWords, text: str, zone_name: str | None, now: float) -> float | None:
    """The moment that the text means in one language; None if it cannot be parsed in it."""
    shown = words.shown.fullmatch(" ".join(text.split()))
    typed = words.joined(shown["text"] if shown else text)
    readings = (_stamp(typed), _by_clock(words, typed, zone_name, now), _from_now(words, typed, now))
    return next((at for at in readings if at is not None), None)


def read_later(text: str, zone_name: str | None, now: float) -> float:
    """The moment that the text means.

    Raises:
        TableError: it cannot be parsed, or has passed.
    """
    at = read_moment(text, zone_name, now)
    if at <= now:
        raise TableError(_("That time has passed; choose a later one, such as tomorrow 19:00 or in 3 days."))
    return at


def is_off(text: str) -> bool:
    """Whether the text means no time at all, such as `off`."""
    return any(words.joined(text) in words.off for words in words_to_try())


def with_end_of_day(text: str, zone_name: str | None, now: float) -> str:
    """The text with the day's last minute if it is a day alone: somebody back on Friday may come in the evening."""
    today = local(now, zone_name)
    for words in words_to_try():
        word = _without_first(words.joined(text), words.on)
        if _day(words, word, today) is not None:
            spoken = text.replace(",", " ").split()[-len(word.split("_")) :]
            return f"{' '.join(spoken).lower()} 23:59"
    return text


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


def _from_now(words: TimeWords, typed: str, now: float) -> float | None:
    match = words.from_now.fullmatch(typed)
    if match is None:
        return None
    unit = next(unit for unit in _SECONDS if match[unit] is not None)
    return now + int(match["number"] or 1) * _SECONDS[unit]


def _by_clock(words: TimeWords, typed: str, zone_name: str | None, now: float) -> float | None:
    """Parse an optional day and a time of day; without a day, the next such time is meant."""
    today = local(now, zone_name)
    typed = _day_first(words, typed, today)
    first, _space, rest = typed.partition(" ")
    day = _day(words, first, today)
    in_the_evening = rest.partition(" ")[0] in words.evening
    rest = rest.partition(" ")[2] if in_the_evening else rest
    late = in_the_evening or first in words.tonight
    clock = _clock(words, rest if day is not None else typed, late=late)
    if clock is None or (day is None and typed.isdecimal()):
        return None  # a number alone could mean anything
    place = zone(zone_name)

    def moment(of: date) -> float:
        shown = datetime.combine(of, time()) + clock
        first, last = first_and_last(shown, shown.time(), place)
        return last if first <= now < last else first  # where clocks are set back, the time comes once more

    if day is None:
        return _next(moment, today.date(), now, 1)
    return _next(moment, day, now, 7) if _weekday(words, first) is not None else moment(day)


def _day_first(words: TimeWords, typed: str, today: datetime) -> str:
    """The text with its day in front, if it has one: people also type `20:30 tomorrow` or `8pm on Friday`."""
    typed = _without_first(typed, words.on)
    before, _space, last = typed.rpartition(" ")
    if _day(words, typed.partition(" ")[0], today) is not None or _day(words, last, today) is None:
        return typed
    if _clock(words, before, late=False) is None:  # in German, the “am” of “8 am Friday” is a preposition
        rest, _space, preposition = before.rpartition(" ")
        before = rest if preposition in words.on else before
    return f"{last} {before}"


def _without_first(typed: str, prepositions: frozenset[str]) -> str:
    first, space, rest = typed.partition(" ")
    return rest if space and first in prepositions else typed


def _next(moment: Callable[[date], float], day: date, now: float, days: int) -> float:
    """The moment on that day, or `days` later if it has passed."""
    at = moment(day)
    return at if at > now else moment(day + timedelta(days=days))


def _clock(words: TimeWords, typed: str, *, late: bool) -> timedelta | None:
    """Parse a time of day, which is after noon if it is `late` and the hour has no `am`; `24:00` is the day's end."""
    match = words.clock.fullmatch(typed)
    if match is None:
        return None
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if match["half"] is not None:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if match["half"] == "pm" else 0)
    elif late and 0 < hour < 12:
        hour += 12
    since_midnight = timedelta(hours=hour, minutes=minute)
    return since_midnight if since_midnight <= timedelta(days=1) else None


def _day(words: TimeWords, word: str, today: datetime) -> date | None:
    """The day named by a word: relative, a weekday, or a date."""
    if word in words.days:
        return today.date() + timedelta(days=words.days[word])
    number = _weekday(words, word)
    if number is not None:
        return today.date() + timedelta(days=(number - today.weekday()) % 7)
    return _date(words, word, today)


def _weekday(words: TimeWords, word: str) -> int | None:
    """The number of a weekday, from Monday's 0, by its name or the beginning of it."""
    letters = word.rstrip(".")
    if len(letters) < _MIN_LETTERS:
        return None
    return next((number for name, number in words.weekdays if name.startswith(letters)), None)


def _date(words: TimeWords, word: str, today: datetime) -> date | None:
    found = next((found for each in (_ISO, _DOTTED, *words.dates) if (found := each.fullmatch(word))), None)
    if found is None:
        return None
    named = found.groupdict()
    year, month, day = (int(number) if (number := named.get(part)) else None for part in ("year", "month", "day"))
    try:
        at = date(today.year if year is None else year, month or 0, day or 0)
        at = at.replace(year=at.year + 1) if year is None and at < today.date() else at
    except ValueError:
        return None
    return at if at.year < MAXYEAR else None  # the end of a day is a moment of the next one
