"""Times as people type them: sensible input is read in their time zone, anything else is refused."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.language import LANGUAGES, _, speaking
from bot.tables.model.errors import TableError
from bot.ui.commands.times_offered import EXAMPLES
from bot.ui.wording.times import is_off, read_hours, read_moment, read_zone, with_end_of_day
from tests.third_language import third_language

NOW = datetime(2026, 3, 27, 17, 0, tzinfo=UTC).timestamp()
"""A Friday, 18:00 in Berlin, where clocks go forward in the night to Sunday."""


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("20:30", "03-27 19:30"),
        ("17:00", "03-28 16:00"),  # already past today, so it is tomorrow
        ("8pm", "03-27 19:00"),
        ("12 am", "03-27 23:00"),
        ("24:00", "03-27 23:00"),
        ("heute 24 Uhr", "03-27 23:00"),  # the end of the day
        ("Sunday 24:00", "03-29 22:00"),
        ("20.30 Uhr", "03-27 19:30"),
        ("tomorrow 19:00", "03-28 18:00"),
        ("morgen, um 19", "03-28 18:00"),
        ("tonight 8", "03-27 19:00"),
        ("tonight at 19:30", "03-27 18:30"),
        ("tonight 12 am", "03-26 23:00"),  # in the past, which is reported elsewhere
        ("heute Abend um 8", "03-27 19:00"),
        ("tomorrow evening 7:30", "03-28 18:30"),
        ("Sa Abend, 20 Uhr", "03-28 19:00"),
        ("tomorrow 8", "03-28 07:00"),
        ("this evening at 8", "03-27 19:00"),
        ("8 o’clock tomorrow", "03-28 07:00"),  # noqa: RUF001  # as phones write it
        ("the day after tomorrow, 8pm", "03-29 18:00"),
        ("8pm day after tomorrow", "03-29 18:00"),
        ("Sonnabend, 20 Uhr 30", "03-28 19:30"),
        ("Sunday 19:00", "03-29 17:00"),  # in summer time
        ("sa 19:00", "03-28 18:00"),
        ("Freitag 19:00", "03-27 18:00"),
        ("Friday 17:00", "04-03 15:00"),  # already past today, so it is in a week
        ("2026-11-30 18:00", "11-30 17:00"),
        ("30.11. 18:00", "11-30 17:00"),
        ("19:00 tomorrow", "03-28 18:00"),
        ("8 tonight", "03-27 19:00"),
        ("12 am Friday", "04-02 22:00"),
        ("8pm on Sunday", "03-29 18:00"),
        ("on Friday at 8pm", "03-27 19:00"),
        ("um 20 Uhr am Freitag", "03-27 19:00"),
        ("am Freitag, 20 Uhr", "03-27 19:00"),
        ("20 am 28.3.", "03-28 19:00"),
        ("in 3 hours", "03-27 20:00"),
        ("in an hour", "03-27 18:00"),
        ("in einer Woche", "04-03 17:00"),
        ("ubermorgen 20 Uhr", "03-29 18:00"),
        ("u\u0308bermorgen 20 Uhr", "03-29 18:00"),
        ("2 days", "03-29 17:00"),
        ("90m", "03-27 18:30"),
        ("today 07:00", "03-27 06:00"),  # in the past, which is reported elsewhere
        ("29.03.2026 02:30", "03-29 01:00"),  # a time that the clocks skip: the moment of the change
        ("2026-10-25 02:30", "10-25 00:30"),  # a time that occurs twice: the first
        ("<t:1774630800:F>", "03-27 17:00"),
    ],
)
def test_a_time_is_read_in_the_persons_zone(typed: str, meant: str) -> None:
    found = datetime.fromtimestamp(read_moment(typed, "Europe/Berlin", NOW), UTC)
    assert found.strftime("%m-%d %H:%M") == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("today", "03-27 22:59"),
        ("heute", "03-27 22:59"),
        (" Tomorrow ", "03-28 22:59"),
        ("morgen", "03-28 22:59"),
        ("on Sunday", "03-29 21:59"),
        ("am Freitag", "03-27 22:59"),
        ("30.3.", "03-30 21:59"),
        ("tomorrow 8", "03-28 07:00"),
        ("in 2 days", "03-29 17:00"),
    ],
)
def test_an_absence_may_end_with_a_day(typed: str, meant: str) -> None:
    """`/away until: tomorrow` was refused."""
    at = read_moment(with_end_of_day(typed, "Europe/Berlin", NOW), "Europe/Berlin", NOW)
    assert datetime.fromtimestamp(at, UTC).strftime("%m-%d %H:%M") == meant


@pytest.mark.parametrize("typed", ["02:30", "today 02:30", "Sunday 02:30", "2026-10-25 02:30"])
@pytest.mark.parametrize(
    ("now", "meant"),
    [
        ("00:10", "00:30"),  # 02:10 for the first time
        ("00:50", "01:30"),  # 02:50 for the first time: the clocks show 02:30 again in 40 minutes
        ("01:10", "01:30"),  # 02:10 for the second time
    ],
)
def test_a_time_that_occurs_twice_means_the_next_occurrence(typed: str, now: str, meant: str) -> None:
    """In the hour after clocks were set back, “02:30” at 02:10 meant the next day, and “today 02:30” had passed."""
    at = read_moment(typed, "Europe/Berlin", datetime.fromisoformat(f"2026-10-25T{now}Z").timestamp())
    assert f"{datetime.fromtimestamp(at, UTC):%m-%d %H:%M}" == f"10-25 {meant}"


def test_without_a_zone_times_are_utc() -> None:
    assert read_moment("20:30", None, NOW) == NOW + 3.5 * 3600


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "soon",
        "19",
        "25:00",
        "24:01",
        "9999-12-31 24:00",
        "20:75",
        "13pm",
        "31.02. 10:00",
        "tomorrow",
        "2026-13-01 10:00",
        "<t:999999999999>",
        ".. 18:00",
        "m. 18:00",
        "am",
        "on",
        "on tomorrow",
    ],
)
def test_an_unreadable_time_gives_a_sentence_with_examples(typed: str) -> None:
    with pytest.raises(TableError, match="write it like 20:30"):
        read_moment(typed, "Europe/Berlin", NOW)


def test_a_text_much_longer_than_a_time_is_not_read() -> None:
    """6,000 characters of `: ` held up the whole bot for a quarter of a second, at each key in the option `when:`."""
    assert read_moment("20:30" + " " * 90, "Europe/Berlin", NOW) == NOW + 2.5 * 3600
    with pytest.raises(TableError, match="write it like 20:30"):
        read_moment("20:30" + " " * 5_995, "Europe/Berlin", NOW)


@pytest.mark.parametrize(
    "typed",
    [
        "22-7",
        "22:00 \u2013 07:00",
        "22:00 to 7",
        "22 bis 7",
        "10pm-7am",
        "10 PM to 7 am",
        "from 22:00 to 07:00",
        "von 22 bis 7 Uhr",
        "22 Uhr bis 7.00",
    ],
)
def test_quiet_hours_are_read_as_people_write_them(typed: str) -> None:
    assert read_hours(typed) == "22:00-07:00"


@pytest.mark.parametrize("typed", ["16-24", "16:00 bis 24:00", "4pm-12am", "16-0"])
def test_quiet_hours_may_last_until_midnight(typed: str) -> None:
    """The end of a day, as people write it, could not be read."""
    assert read_hours(typed) == "16:00-00:00"


def test_unknown_zones_and_hours_give_a_sentence_each() -> None:
    assert read_zone("europe/paris") == "Europe/Paris"
    assert [read_zone(place) for place in ("Berlin", " new york ")] == ["Europe/Berlin", "America/New_York"]
    assert [read_zone(place) for place in ("Zürich", "Zu\u0308rich", "america/são paulo")] == [
        "Europe/Zurich",
        "Europe/Zurich",
        "America/Sao_Paulo",
    ]
    with pytest.raises(TableError, match=r"no time zone “Atlantis\\/West”"):
        read_zone("Atlantis/West")
    for unreadable in ("at night", "22", "22-7-8", "25-7", "22:00-", "13pm-7am"):
        with pytest.raises(TableError, match="write them like 22:00-07:00"):
            read_hours(unreadable)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("20 h", "03-27 19:00"),
        ("20h30", "03-27 19:30"),
        ("20 h 30", "03-27 19:30"),
        ("demain à 20 h", "03-28 19:00"),
        ("Demain soir à 8 heures", "03-28 19:00"),
        ("ce soir 19:30", "03-27 18:30"),
        ("après-demain 19 h", "03-29 17:00"),
        ("aujourd’hui à 19 h", "03-27 18:00"),  # noqa: RUF001  # as phones write it
        ("le vendredi à 19 h", "03-27 18:00"),
        ("19 h le dimanche", "03-29 17:00"),
        ("di 19:00", "03-29 17:00"),  # Tuesday in German
        ("30/11/2026 18 h", "11-30 17:00"),
        ("le 30/11 à 18 h", "11-30 17:00"),
        ("dans 3 heures", "03-27 20:00"),
        ("dans une semaine", "04-03 17:00"),
        ("2 jours", "03-29 17:00"),
        ("demain à 20 h\u00a0: le 28/03/2026 à 20:00 (Europe/Berlin)", "03-28 19:00"),
        ("tomorrow 8pm", "03-28 19:00"),
        ("übermorgen, 20 Uhr", "03-29 18:00"),
    ],
)
def test_a_time_is_read_in_every_language_that_the_bot_speaks(typed: str, meant: str) -> None:
    """Only English and German words were read, and hours and dates only as these two languages write them."""
    with third_language():
        found = datetime.fromtimestamp(read_moment(typed, "Europe/Berlin", NOW), UTC)
    assert found.strftime("%m-%d %H:%M") == meant


def test_hours_and_days_are_read_in_every_language_that_the_bot_speaks() -> None:
    with third_language():
        assert [read_hours(typed) for typed in ("22 h à 7 h", "de 22 h jusqu'à 7 h", "von 22 bis 7 Uhr")] == [
            "22:00-07:00"
        ] * 3
        assert with_end_of_day("le dimanche", "Europe/Berlin", NOW) == "dimanche 23:59"
        assert with_end_of_day("après-demain", "Europe/Berlin", NOW) == "après-demain 23:59"
        assert [is_off(typed) for typed in ("Aucune", "off", "keine", "22-7")] == [True, True, True, False]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_examples_of_every_language_are_read(language: str) -> None:
    """The list of moments leaves out examples that are not read, without a word."""
    with speaking(language):
        for example in EXAMPLES:
            assert read_moment(_(example), "Europe/Berlin", NOW) > NOW
        assert is_off(_("off"))
