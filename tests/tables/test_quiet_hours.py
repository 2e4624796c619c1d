"""Quiet hours in local time: overnight, across both clock changes, and as time that does not count."""

from __future__ import annotations

from datetime import UTC, datetime, time

import pytest

from bot.tables.model.errors import TableError
from bot.tables.model.person_settings import PersonSettings
from bot.tables.model.quiet_hours import digest_due, hours_as_stored, quiet_hours, quiet_until
from bot.tables.model.zones import find_zone, known_zones, zone

HOUR = 3600.0
BERLIN = "Europe/Berlin"


def at(text: str, place: str = "UTC") -> float:
    """The timestamp of a local time in a zone."""
    return datetime.fromisoformat(text).replace(tzinfo=zone(place)).timestamp()


def shown(moment: float | None) -> str:
    """The moment in UTC, so that a reader can check it."""
    return "" if moment is None else datetime.fromtimestamp(moment, UTC).strftime("%m-%d %H:%M")


def person(quiet: str | None = "22:00-07:00", place: str = BERLIN, **more: object) -> PersonSettings:
    return PersonSettings(zone=place, quiet=quiet, **more)  # type: ignore[arg-type]


def until(chosen: PersonSettings, moment: str) -> str:
    return shown(quiet_until(chosen, at(moment)))


@pytest.mark.parametrize(
    ("moment", "ends"),
    [
        ("2026-01-10 20:59", ""),  # 21:59 in Berlin
        ("2026-01-10 21:00", "01-11 06:00"),
        ("2026-01-11 05:59", "01-11 06:00"),
        ("2026-01-11 06:00", ""),
        ("2026-07-10 20:00", "07-11 05:00"),  # summer
        ("2026-03-28 21:30", "03-29 05:00"),  # an hour shorter: clocks go forward that night
        ("2026-10-24 20:30", "10-25 06:00"),  # an hour longer: they go back
    ],
)
def test_quiet_hours_follow_the_local_time_of_the_zone(moment: str, ends: str) -> None:
    assert until(person(), moment) == ends


def test_quiet_hours_at_skipped_and_repeated_times() -> None:
    """On 29 March, 02:30 is skipped, because 03:00 follows 02:00. On 25 October, it occurs twice."""
    begins, ends = person("02:30-05:00"), person("23:00-02:30")
    assert until(begins, "2026-03-29 00:59") == ""
    assert until(begins, "2026-03-29 01:00") == "03-29 03:00"  # when the clocks go forward
    assert until(ends, "2026-03-28 23:00") == "03-29 01:00"
    assert until(begins, "2026-10-25 00:30") == "10-25 04:00"  # from the first 02:30
    assert until(ends, "2026-10-24 22:00") == "10-25 01:30"  # until the second


@pytest.mark.parametrize(
    ("begin", "hours", "end"),
    [
        ("2026-01-10 12:00", 8, "01-10 20:00"),  # over before the night
        ("2026-01-10 12:00", 12, "01-11 09:00"),  # nine hours until ten at night, three from seven in the morning
        ("2026-01-10 22:00", 1, "01-11 07:00"),  # begins in the night
        ("2026-03-28 12:00", 12, "03-29 08:00"),  # over the short night
        ("2026-10-24 12:00", 12, "10-25 10:00"),  # over the long one
        ("2026-01-10 12:00", 72, "01-15 09:00"),  # a clock of three days takes nearly five
    ],
)
def test_a_resting_clock_does_not_count_quiet_hours(begin: str, hours: int, end: str) -> None:
    hours_of = quiet_hours(person())
    assert hours_of is not None
    assert shown(hours_of.after(at(begin), hours * HOUR)) == end


def test_an_absent_person_is_quiet_until_back_and_until_morning() -> None:
    chosen = person(away_until=at("2026-01-12 23:00"))
    assert until(chosen, "2026-01-10 12:00") == "01-13 06:00"
    assert until(person(None, away_until=at("2026-01-12 23:00")), "2026-01-10 12:00") == "01-12 23:00"
    assert until(chosen, "2026-01-13 12:00") == ""
    assert until(PersonSettings(), "2026-01-13 02:00") == ""


def test_a_digest_is_due_at_its_time_but_never_in_quiet_hours() -> None:
    assert shown(digest_due(person(digest="08:00"), at("2026-01-10 12:00"))) == "01-11 07:00"
    assert shown(digest_due(person(digest="08:00"), at("2026-03-28 12:00"))) == "03-29 06:00"
    assert shown(digest_due(person(digest="3h"), at("2026-01-10 12:00"))) == "01-10 15:00"
    assert shown(digest_due(person(digest="3h"), at("2026-01-10 19:00"))) == "01-11 06:00"
    assert digest_due(person(), at("2026-01-10 12:00")) is None


def test_zones_can_be_named_by_place_or_offset() -> None:
    assert "America/New_York" in known_zones()
    assert find_zone("america/new york") == "America/New_York"
    assert [find_zone(text) for text in ("UTC+5:45", "gmt-8", "+02:00", "-1", "UTC+15", "Mars/Base", "")] == [
        "UTC+5:45", "UTC-8", "UTC+2", None, None, None, None,
    ]  # fmt: skip
    assert until(person(place="UTC+5:45"), "2026-01-10 16:15") == "01-11 01:15"
    assert zone("Gone/Zone") is UTC


def test_quiet_hours_last_at_most_twelve_hours() -> None:
    """The limit of 12 hours keeps people from making a clock wait for ever."""
    assert hours_as_stored(time(21), time(9)) == "21:00-09:00"
    for begin, end in ((time(8), time(20, 1)), (time(8), time(8))):
        with pytest.raises(TableError, match="at most 12 hours"):
            hours_as_stored(begin, end)
