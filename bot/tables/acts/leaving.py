"""Leaving a table, before and during its game: by request, by staying away, or removed by the host. Pure functions from
record to record.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.tables.acts import autopilot, beginning, lobby, people
from bot.tables.acts.news import with_news
from bot.tables.acts.proposals import ask_to_keep_rated, without
from bot.tables.model.errors import NotSeatedError, TableError
from bot.tables.model.records import Phase, Seat

if TYPE_CHECKING:
    from bot.tables.acts.news import NewsKind
    from bot.tables.model.records import TableRecord


OTHERS_LEFT = N_("Everybody else had left.")


def leave(table: TableRecord, person: int, level: str) -> TableRecord:
    """Give up the person's seat: a lobby frees it, in a game a computer player of that level takes it over.

    If the host leaves, the next person becomes host. A table that everybody left is closed; if the others are only
    away, the game waits for them. The last person of a game of people only has not left it.
    """
    if table.seat_kept_for(person) is not None:
        return lobby.decline_seat(table, person)
    index = _seat(table, person)
    if has_outstayed_all(table, person):
        return table.closed(OTHERS_LEFT)
    left = lobby.vacated(table, index) if table.phase is Phase.LOBBY else leave_game(table, index, level)
    return _with_next_host(closed_if_deserted(left), person)


def go_missing(table: TableRecord, person: int, level: str) -> TableRecord:
    """Remove a person who kept a game without a clock waiting for days; if nobody else is playing, the game waits
    instead.
    """
    index = _seat(table, person)
    gone = leave(table, person, level) if set(table.present) - {person} else autopilot.walked_away(table, index)
    return replace(gone, deadline=None, clock_left=None)


def _seat(table: TableRecord, person: int) -> int:
    _require_live(table)
    return people.require_seat(table, person)


def _require_live(table: TableRecord) -> None:
    if not table.phase.is_live:
        raise NotSeatedError(_("This table has already ended; open a new one with /table new."))


def has_rating_at_stake(table: TableRecord, person: int, *, ends: bool) -> bool:
    """Whether the person plays in a rated game that they can no longer leave, or end if they are to, for free."""
    if not table.plays(person) or table.is_beginning:
        return False
    # A host who ends the game of others is rated even if they never turned up.
    ends_for_others = ends and person == table.host and not table.awaits_return
    is_rated = ends_for_others or person not in table.excused
    return is_rated and _is_compared(table, person) and not has_outstayed_all(table, person)


def rated_if_abandoned(table: TableRecord) -> tuple[int, ...]:
    """The people who will be rated last if nobody comes back to the game."""
    return tuple(one for one in table.people if one not in table.excused and _is_compared(table, one))


def _is_compared(table: TableRecord, person: int) -> bool:
    """Whether the game counts, and anybody else in it is rated whom the person can be compared with."""
    return table.counts and (_has_computers(table) or bool(table.ever_seated - {person, *table.excused}))


def _has_computers(table: TableRecord) -> bool:
    """Whether a seat has been a computer player's from the start; one of somebody who was forgotten has no name."""
    return any(seat.person is None and seat.name for seat in table.seats)


def has_outstayed_all(table: TableRecord, person: int) -> bool:
    """Whether everybody else has left a game of people only, or never turned up, while the person plays on and so has
    won it.
    """
    others = set(table.people) - {person, *table.excused}
    is_last = table.plays(person) and table.present == (person,) and not others
    return is_last and not _has_computers(table) and not table.is_beginning and not table.voided


def require_may_kick(table: TableRecord, kicker: int, person: int, *, by_right: bool) -> int:
    """The person's seat, if the caller may remove them: the host, or (`by_right`) a moderator."""
    _require_live(table)
    if not by_right:
        people.require_host(table, kicker)
    if person == kicker:
        raise TableError(_("You cannot kick yourself; leave the table instead."))
    index = table.seat_of(person)
    if index is None:
        index = table.seat_kept_for(person)
    if index is None:
        raise NotSeatedError(_("That person is not at this table."))
    return index


def kick(table: TableRecord, kicker: int, person: int, level: str, *, by_right: bool = False) -> TableRecord:
    """Remove a person, who may only come back by invitation; if it was the host, the next person becomes host."""
    index = require_may_kick(table, kicker, person, by_right=by_right)
    in_lobby = table.phase is Phase.LOBBY
    out = lobby.vacated(table, index) if in_lobby else _taken_out(table, index, level, kicker)
    return _with_next_host(people.bar(closed_if_deserted(out), person), person)


def closed_if_deserted(table: TableRecord) -> TableRecord:
    """The table, closed if nobody owns a seat any more."""
    return table if table.people else table.closed(N_("Everybody left."))


def _with_next_host(table: TableRecord, gone: int) -> TableRecord:
    """The table with the next person as host, preferably one who plays by hand, if it was the one who is gone."""
    heirs = (*table.present, *table.people)
    return people.with_host(table, heirs[0]) if table.host == gone and heirs else table


def leave_game(table: TableRecord, index: int, level: str) -> TableRecord:
    """Let a computer player of that level take over the seat; the person may return until somebody else takes it."""
    return _given_up(table, index, level, "seat_left")


def _taken_out(table: TableRecord, index: int, level: str, kicker: int) -> TableRecord:
    """Remove a player from the game, which is no longer rated unless everybody left agrees to it."""
    out = _given_up(table, index, level, "seat_taken_out")
    person = table.seats[index].person
    if person is not None:
        out = replace(out, removed=people.with_person(out.removed, person))
    return ask_to_keep_rated(replace(out, voided=True), kicker) if table.counts else out


def _given_up(table: TableRecord, index: int, level: str, news: NewsKind) -> TableRecord:
    seat = table.seats[index]
    left = beginning.mark_left(table, index).with_seat(index, Seat(seat.name, seat.person, level, helped=True))
    facts = {"name": seat.name, **({"autopilot": True} if seat.autopilot else {})}
    return without(with_news(left, news, index, **facts), seat.person)
