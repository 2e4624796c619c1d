"""Clocks for play by post pause at night and while a player is away, within limits. Shorter clocks wait for nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.rules.catalogue import GAMES
from bot.tables.acts.absence import MONTH, WEEK, cut_short, set_away, time_left
from bot.tables.acts.play import start
from bot.tables.acts.turn_clock import hours_of_turn, margin, next_wake, quiet_hours_person, turn_end
from bot.tables.model.pace import Pace
from bot.tables.model.person_settings import PersonSettings
from bot.tables.model.position import Position
from bot.tables.model.quiet_hours import quiet_hours
from bot.tables.model.records import Seat, TableRecord

HOUR, DAY = 3600, 86400
NIGHT = quiet_hours(PersonSettings(quiet="20:00-08:00"))
NOON = 1_798_804_800.0  # a noon in UTC


def begun(clock: int = DAY, *, rests: bool = True, away_until: float | None = None) -> Position:
    """A game whose first turn, a person's, has just begun at noon."""
    options = {option.name: option.default for option in GAMES["six-holes"].options}
    seats = (Seat("Ada", 1, away_until=away_until), Seat("Ben", 2, away_until=away_until))
    lobby = TableRecord(
        1, 2, 3, "six-holes", options, 2, 1, bytes(32), 0.0, seats=seats, turn_seconds=clock, clock_rests=rests
    )  # fmt: skip
    before = Position.of(lobby)
    after = start(before, 1, 5, NOON)
    quiet = NIGHT if quiet_hours_person(after) is not None else None
    deadline = next_wake(before, after, NOON, Pace(), quiet)
    return replace(after, record=replace(after.record, deadline=deadline))


def hours(position: Position) -> float:
    """How long the turn takes, in hours."""
    return ((turn_end(position.record) or 0) - NOON) / HOUR


@pytest.mark.parametrize(
    ("clock", "rests", "takes"),
    [
        (DAY, True, 48),  # 8 hours until the night, 12 the next day, 4 on the third
        (DAY, False, 24),
        (12 * HOUR, True, 24),
        (10 * HOUR, True, 10),
    ],
)
def test_a_resting_clock_pauses_at_night_in_play_by_post(clock: int, rests: bool, takes: float) -> None:
    assert hours(begun(clock, rests=rests)) == takes


def test_a_turn_of_an_absent_player_begins_at_their_return() -> None:
    back = NOON + 3 * DAY
    assert hours(begun(rests=False, away_until=back)) == 3 * 24 + 24
    assert hours(begun(HOUR, rests=False, away_until=back)) == 1
    assert hours(begun(rests=False, away_until=NOON - 5)) == 24


def test_a_running_turn_pauses_while_its_player_is_away() -> None:
    """The turn keeps the time it had left, and other players' clocks are not changed."""
    position = begun(rests=False)
    person = position.person_to_act
    assert person is not None
    away = replace(position, record=set_away(position, person, NOON + 3 * DAY, NOON + 4 * HOUR, None))
    assert hours(away) == 24 + 3 * 24 - 4
    later = replace(away, record=set_away(away, person, NOON + 2 * DAY, NOON + DAY, None))
    assert hours(later) == 24 + 2 * 24 - 4
    back = replace(later, record=set_away(later, person, None, NOON + DAY, None))
    assert hours(back) == 24 + 24 - 4
    assert back.record.seats == position.record.seats
    other = replace(position, record=set_away(position, 3 - person, NOON + 3 * DAY, NOON, None))
    assert hours(other) == 24
    short = begun(HOUR)
    assert set_away(short, person, NOON + DAY, NOON, None) is short.record


def test_the_nights_around_an_absence_stop_the_clock_of_the_turn() -> None:
    """Two times of the return at which the turn ended in the next night, after two hours by day or none at all."""
    begun_away = begun(12 * HOUR, away_until=NOON + 20 * HOUR)  # until eight in the morning
    person = begun_away.person_to_act
    assert person is not None
    assert hours(begun_away) == 20 + 12
    early = set_away(begun_away, person, None, NOON + 8 * HOUR, NIGHT)  # at eight in the evening before
    assert hours(replace(begun_away, record=early)) == 20 + 12

    position = begun(12 * HOUR)
    assert hours(position) == 8 + 12 + 4
    away = replace(position, record=set_away(position, person, NOON + 30 * HOUR, NOON + 20 * HOUR, NIGHT))
    assert hours(away) == 30 + 2 + 12 + 2
    back = replace(away, record=set_away(away, person, None, NOON + 20 * HOUR, NIGHT))
    assert hours(back) == hours(position)


def test_hours_chosen_during_a_turn_move_it_no_further() -> None:
    """Otherwise, whoever changes them again and again could gain time for ever."""
    position = begun(12 * HOUR)
    chosen = PersonSettings(quiet="20:00-08:00", quiet_changed_at=NOON - 5)
    assert hours_of_turn(position.record, chosen) == NIGHT
    assert hours_of_turn(position.record, replace(chosen, quiet_changed_at=NOON + 5)) is None
    assert hours_of_turn(begun(10 * HOUR).record, chosen) is None
    assert hours_of_turn(begun(12 * HOUR, rests=False).record, chosen) is None


def test_the_warning_moves_with_the_end_of_the_turn() -> None:
    deadline = begun(rests=False, away_until=NOON + DAY).record.deadline
    assert deadline is not None
    assert deadline.at == NOON + 2 * DAY - margin(DAY)


def test_absences_are_limited_to_a_week_in_thirty_days() -> None:
    assert time_left((), NOON) == WEEK
    taken = [(NOON, NOON + 4 * DAY)]
    assert time_left(taken, NOON + 5 * DAY) == 3 * DAY
    assert time_left(taken, NOON + MONTH + 2 * DAY) == 5 * DAY
    assert time_left(taken, NOON + MONTH + 5 * DAY) == WEEK
    assert cut_short(taken, NOON + DAY) == [(NOON, NOON + DAY)]
    assert cut_short(taken, NOON + 6 * DAY) == taken
    assert cut_short(taken, NOON + MONTH + 5 * DAY) == []


def test_absences_within_an_hour_of_each_other_are_kept_as_one() -> None:
    """Two commands a second are allowed: within a day, somebody could have 86,400 absences stored, three megabytes."""
    kept: list[tuple[float, float]] = []
    for number in range(1_000):
        now = NOON + 2 * number
        kept = cut_short([*cut_short(kept, now), (now, now + DAY)], now + 1)
    assert kept == [(NOON, NOON + 1_999)]
    apart = [(NOON, NOON + HOUR), (NOON + 2 * HOUR, NOON + 3 * HOUR)]
    assert cut_short(apart, NOON + DAY) == apart
