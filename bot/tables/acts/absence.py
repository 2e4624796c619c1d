"""Absences for days: correspondence tables wait for the person, and their boards say so.

`autopilot` is for people who stay away without notice.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.tables.acts.turn_clock import is_by_post, last_return, turn_end
from bot.tables.model.durations import DAY, HOUR
from bot.tables.model.records import Phase, Wake

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables.model.position import Position
    from bot.tables.model.quiet_hours import QuietHours
    from bot.tables.model.records import TableRecord

WEEK, MONTH = 7 * DAY, 30 * DAY


def time_left(absences: Sequence[Sequence[float]], now: float) -> float:
    """Seconds that the person may still be away: a week in any thirty days."""
    since = now - MONTH
    used = sum(max(0.0, until - max(begin, since)) for begin, until in absences)
    return max(0.0, WEEK - used)


def cut_short(absences: Sequence[Sequence[float]], now: float) -> list[tuple[float, float]]:
    """The absences that still count, the current one ending now; those with less than an hour between them as one, so
    that there are never many.
    """
    counted: list[tuple[float, float]] = []
    for begin, until in absences:
        if until <= now - MONTH:
            continue
        first, last = counted.pop() if counted and begin - counted[-1][1] < HOUR else (begin, begin)
        counted.append((first, max(last, min(until, now))))
    return counted


def notes_absences(table: TableRecord) -> bool:
    """Whether it waits for absent people, or may yet: a lobby's clock can still be changed."""
    return is_by_post(table) or table.phase is Phase.LOBBY


def without_absences_over(table: TableRecord, now: float) -> TableRecord:
    """The table without expired absences."""
    for index, seat in enumerate(table.seats):
        if seat.away_until is not None and seat.away_until <= now:
            table = table.with_seat(index, replace(seat, away_until=None))
    return table


def seated(table: TableRecord, person: int, until: float | None) -> TableRecord:
    """The table, which waits for a person who sits down there during an announced absence."""
    index = table.seat_of(person)
    if index is None or until is None or not notes_absences(table):
        return table
    return table.with_seat(index, replace(table.seats[index], away_until=until))


def set_away(position: Position, person: int, until: float | None, now: float, quiet: QuietHours | None) -> TableRecord:
    """Let the table wait for the person until then, even if it is their turn or everybody is away; None: they are
    back.

    `quiet` are the hours in which the clock of their running turn is stopped.
    """
    table = position.record
    seat = table.seat_of(person)
    if seat is None or not notes_absences(table):
        return table
    before, back = max(now, table.seats[seat].away_until or now), max(now, until or now)
    waited, end = back - before, turn_end(table)
    after = table.with_seat(seat, replace(table.seats[seat], away_until=until))
    deadline = table.deadline
    if deadline is None:
        return after
    if deadline.kind is Wake.RETURN_EXPIRY:
        waited = last_return(after, now) - last_return(table, now)
    elif position.person_to_act != person:
        return after
    elif quiet is not None and end is not None:
        waited = quiet.after(back, quiet.outside(before, end)) - end
    return replace(after, deadline=replace(deadline, at=deadline.at + waited))
