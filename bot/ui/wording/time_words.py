"""The words with which people type times, from the catalogues: “tomorrow”, “on Friday”, “at 8 o'clock”.

Each text in the catalogue lists the spellings of one word, separated by commas; a spelling may be several words.
"""

from __future__ import annotations

import re
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple

from bot.language import LANGUAGES, SOURCE, _, pgettext, speaking, spoken_language
from bot.rules.spoken import folded
from bot.ui.wording.shown_text import pattern_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_IN_A_CLOCK = re.compile(r"[:.h-]")


class TimeWords(NamedTuple):
    """What is understood in one language and in English. In a spelling of several words, `_` stands for each space.

    `weekdays` are names with their numbers, from Monday's 0, those of the language first. `dates` are patterns with
    the groups day, month and maybe year. `shown` is how the list of moments shows what was typed.
    """

    on: frozenset[str]
    since: frozenset[str]
    off: frozenset[str]
    tonight: frozenset[str]
    evening: frozenset[str]
    days: dict[str, int]
    weekdays: tuple[tuple[str, int], ...]
    clock: re.Pattern[str]
    until: re.Pattern[str]
    from_now: re.Pattern[str]
    dates: tuple[re.Pattern[str], ...]
    shown: re.Pattern[str]
    several: re.Pattern[str] | None

    def joined(self, typed: str) -> str:
        """The typed text in small letters, with `_` for the spaces within each spelling, and no commas."""
        plain = " ".join(folded(typed).replace(",", " ").split())
        return plain if self.several is None else self.several.sub(lambda found: found[0].replace(" ", "_"), plain)


def words_to_try() -> Iterator[TimeWords]:
    """The words of every language: first the one that is spoken, then that of the commands, then English."""
    spoken = spoken_language()
    yield from map(_time_words, dict.fromkeys((spoken.language, spoken.commands, SOURCE, *LANGUAGES)))


def _lists() -> dict[str, str]:
    """The spellings of each word in the current language."""
    return {
        "today": pgettext("time", "today"),
        "tonight": pgettext("time", "tonight, this evening"),
        "tomorrow": pgettext("time", "tomorrow"),
        "overmorrow": pgettext("time", "the day after tomorrow, day after tomorrow"),
        "evening": pgettext("time", "evening"),
        "on": pgettext("time", "on"),
        "at": pgettext("time", "at"),
        "o'clock": pgettext("time", "o'clock"),
        "from": pgettext("time", "from"),
        "to": pgettext("time", "to, until"),
        "off": pgettext("time", "off, none"),
        "in": pgettext("time", "in"),
        "one": pgettext("time", "a, an, one"),
        "minute": pgettext("time", "m, min, minute, minutes"),
        "hour": pgettext("time", "h, hour, hours"),
        "day": pgettext("time", "d, day, days"),
        "week": pgettext("time", "w, week, weeks"),
        "0": pgettext("time", "Monday"),
        "1": pgettext("time", "Tuesday"),
        "2": pgettext("time", "Wednesday"),
        "3": pgettext("time", "Thursday"),
        "4": pgettext("time", "Friday"),
        "5": pgettext("time", "Saturday"),
        "6": pgettext("time", "Sunday"),
    }


@cache
def _time_words(language: str) -> TimeWords:
    with speaking(SOURCE):
        english = _spellings(_lists())
    with speaking(language):
        own, dates = _spellings(_lists()), tuple(_dates(_("{year}-{month:02}-{day:02}")))
        shown = pattern_of(
            _("{text}: {date} at {time} ({zone})"), text=".+", date=".+?", time=r"\d\d:\d\d", zone=r"[^()]+"
        )
    both = {word: tuple(dict.fromkeys((*own[word], *english[word]))) for word in english}
    days = {word: ahead for ahead, key in enumerate(("today", "tomorrow", "overmorrow")) for word in both[key]}
    phrases = [word.replace("_", " ") for words in both.values() for word in words if "_" in word]
    return TimeWords(
        on=frozenset(both["on"]),
        since=frozenset(both["from"]),
        off=frozenset(both["off"]),
        tonight=frozenset(both["tonight"]),
        evening=frozenset(both["evening"]),
        days=days | dict.fromkeys(both["tonight"], 0),
        weekdays=tuple((name, int(key)) for names in (own, english) for key in "0123456" for name in names[key]),
        clock=_clock(both),
        until=re.compile(rf"\s*[-\u2013]\s*|\s+(?:{_any(both['to'])})\s+"),
        from_now=_from_now(both),
        dates=dates,
        shown=re.compile(shown),
        several=re.compile(rf"(?<!\w)(?:{_any(phrases)})(?!\w)") if phrases else None,
    )


def _spellings(lists: dict[str, str]) -> dict[str, tuple[str, ...]]:
    return {word: tuple("_".join(each.split()) for each in folded(text).split(",")) for word, text in lists.items()}


def _any(words: tuple[str, ...] | list[str]) -> str:
    """A pattern that matches any of the words, longest first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def _clock(words: dict[str, tuple[str, ...]]) -> re.Pattern[str]:
    """A time of day such as `20:30`, `8 pm` or `at 8 o'clock`."""
    sign = _any(words["o'clock"])
    return re.compile(
        rf"(?:(?:{_any(words['at'])}) )?(?P<hour>\d{{1,2}})(?:(?:[:.h]|\s*(?:{sign})\s*)(?P<minute>[0-5]\d))?"
        rf"\s*(?:(?P<half>am|pm)|{sign})?"
    )


def _from_now(words: dict[str, tuple[str, ...]]) -> re.Pattern[str]:
    """A time from now such as `in 3 hours`, with its number, if it has one, and a group for the unit."""
    units = "|".join(f"(?P<{unit}>{_any(words[unit])})" for unit in ("minute", "hour", "day", "week"))
    return re.compile(
        rf"(?:(?:{_any(words['in'])}) )?(?:(?P<number>\d{{1,3}})\s*|(?:{_any(words['one'])}) )(?:{units})"
    )


def _dates(written: str) -> Iterator[re.Pattern[str]]:
    """Dates as the language writes them; without the year where it comes last and no time of day looks like that."""
    parts = {"year": r"\d{4}", "month": r"\d{1,2}", "day": r"\d{1,2}"}
    yield re.compile(pattern_of(written, **parts))
    *before, (separator, last, _spec, _conversion) = Formatter().parse(written)
    if last == "year" and separator.strip() and not _IN_A_CLOCK.search(separator):
        yield re.compile("".join(re.escape(text) + f"(?P<{name}>{parts[str(name)]})" for text, name, *_rest in before))
