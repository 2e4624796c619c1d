"""The turn clock: its choices, warning and end, and when a table next wakes up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import _
from bot.tables.model.durations import DAY, HOUR, MINUTE
from bot.tables.model.errors import TableError
from bot.tables.model.guild_settings import MAX_TURN_SECONDS, MIN_TURN_SECONDS
from bot.tables.model.quiet_hours import quiet_hours
from bot.tables.model.records import Deadline, Phase, ProposalKind, TableRecord, Wake

if TYPE_CHECKING:
    from bot.tables.model.pace import Pace
    from bot.tables.model.person_settings import PersonSettings
    from bot.tables.model.position import Position
    from bot.tables.model.quiet_hours import QuietHours

CLOCKS = (15, 30, *(MINUTE * n for n in (1, 2, 5, 10)), HOUR, 12 * HOUR, DAY, 3 * DAY)
"""Turn times on offer, in seconds, for live and for correspondence play."""
BY_POST = 12 * HOUR
"""The shortest correspondence clock, in seconds; such tables can wait for people who are asleep or away."""
SHORT_PAUSE = 0.7
"""Seconds that a computer player pauses after another one, at a table with people."""
UNDO_PAUSE = 30.0
"""Seconds that a computer player holds its move while an undo is being voted on."""

_TURN = (Wake.TURN_WARNING, Wake.TURN_END)


def check_clock(seconds: int | None) -> None:
    """Refuse a turn time outside the range that servers may set; None means no clock."""
    if seconds is not None and not MIN_TURN_SECONDS <= seconds <= MAX_TURN_SECONDS:
        raise TableError(
            _("A turn can take 10 seconds to 7 days, or have no clock; choose from the list that clock: offers.")
        )


def margin(seconds: int) -> float:
    """Seconds between the warning and the end of a turn of that length: a fifth of it, at least 20.

    >>> margin(60), margin(600), margin(10)
    (20.0, 120.0, 5.0)
    """
    return min(max(20.0, seconds / 5), seconds / 2)


def turn_end(record: TableRecord) -> float | None:
    """When the current turn ends (seconds since the epoch); None if no clock is running."""
    deadline = record.deadline
    if deadline is None or record.turn_seconds is None or not is_turn_deadline(deadline):
        return None
    return deadline.at + (margin(record.turn_seconds) if deadline.kind is Wake.TURN_WARNING else 0)


def is_turn_deadline(deadline: Deadline) -> bool:
    """Whether a deadline belongs to a person's turn."""
    return deadline.kind in _TURN


def is_by_post(record: TableRecord) -> bool:
    """Whether it is a correspondence table (turns of half a day or more), which can wait for people."""
    return record.turn_seconds is None or record.turn_seconds >= BY_POST


def quiet_hours_person(position: Position) -> int | None:
    """The person in whose quiet hours the clock of the coming turn stands still; None if it runs day and night."""
    record = position.record
    begun = record.deadline is not None and is_turn_deadline(record.deadline)
    rests = record.clock_rests and record.turn_seconds is not None and is_by_post(record)
    return position.person_to_act if rests and not begun else None


def hours_of_turn(record: TableRecord, chosen: PersonSettings) -> QuietHours | None:
    """The quiet hours in which the clock of the running turn stands still, given what its person chose; None if it runs
    day and night, or they have changed their hours since it began.
    """
    deadline = record.deadline
    if deadline is None or not is_turn_deadline(deadline) or chosen.quiet_changed_at > deadline.since:
        return None
    return quiet_hours(chosen) if record.clock_rests and is_by_post(record) else None


def after_warning(record: TableRecord) -> TableRecord:
    """The table after its person was warned; it wakes again at the end of the turn."""
    end, deadline = turn_end(record), record.deadline
    if end is None or deadline is None:
        return record
    return replace(record, deadline=Deadline(Wake.TURN_END, end, deadline.since))


def clock_left(before: Position, after: Position, now: float) -> float | None:
    """`TableRecord.clock_left` after a change, while its deadline is still the one from before the change."""
    record, seat, end = after.record, after.seat_to_act, turn_end(after.record)
    if record.deadline is not None and record.deadline.kind is Wake.IDLE_EXPIRY:
        end = record.deadline.at
    if seat is None or end is None or not record.seats[seat].plays_itself:
        return record.clock_left
    return max(0.0, end - _there(before.record, seat, now))


def _there(record: TableRecord, seat: int, now: float) -> float:
    """When the seat's person is there: now, or at the end of an announced absence if the table waits for them."""
    return max(now, record.seats[seat].away_until or now) if is_by_post(record) else now


def next_wake(before: Position, after: Position, now: float, pace: Pace, quiet: QuietHours | None) -> Deadline | None:
    """When the table next wakes up after a change. A turn's clock keeps running until `play.apply` clears it.

    `quiet` are the hours in which the clock of a new turn is stopped.
    """
    record, seat = after.record, after.seat_to_act
    if record.phase is Phase.LOBBY:
        return Deadline(Wake.LOBBY_EXPIRY, now + pace.lobby, now)
    if seat is None:
        return None
    if record.awaits_return:
        return _return_expiry(record, now, pace)
    if record.seats[seat].plays_itself:
        if _waits_already(before.record, record):
            return record.deadline
        return Deadline(Wake.COMPUTER_MOVE, now + _pause(before, after, seat, pace), now)
    if record.turn_seconds is None:
        return _idle_expiry(record, seat, now, pace)
    if record.deadline is not None and is_turn_deadline(record.deadline):
        return record.deadline
    end = _end_of_turn(record, seat, now, quiet) if record.clock_left is None else _resumed_turn_end(record, seat, now)
    warned_at = end - margin(record.turn_seconds)
    return Deadline(Wake.TURN_WARNING, warned_at, now) if now <= warned_at else Deadline(Wake.TURN_END, end, now)


def _end_of_turn(record: TableRecord, seat: int, now: float, quiet: QuietHours | None) -> float:
    """When a turn that begins now ends; a correspondence table waits for people who are away, and perhaps for quiet
    hours to end.
    """
    seconds = float(record.turn_seconds or 0)
    begin = _there(record, seat, now)
    return begin + seconds if quiet is None else quiet.after(begin, seconds)


def _resumed_turn_end(record: TableRecord, seat: int, now: float) -> float:
    """When a turn ends that its person takes back: the time for which the computer only waited has passed as well."""
    waiting = record.deadline
    paused = now - waiting.since if waiting is not None and waiting.kind is Wake.COMPUTER_MOVE else 0.0
    return _there(record, seat, now) + max(0.0, (record.clock_left or 0.0) - paused)


def _idle_expiry(record: TableRecord, seat: int, now: float, pace: Pace) -> Deadline:
    """How long a game without a clock waits for a person's move; it goes on until `play.apply` clears it."""
    if record.deadline is not None and record.deadline.kind is Wake.IDLE_EXPIRY:
        return record.deadline
    left = pace.idle if record.clock_left is None else record.clock_left
    return Deadline(Wake.IDLE_EXPIRY, _there(record, seat, now) + left, now)


def _return_expiry(record: TableRecord, now: float, pace: Pace) -> Deadline:
    """How long a game waits for anybody to return: a day with a live clock, otherwise as long as for a move, after the
    last announced return.
    """
    if record.deadline is not None and record.deadline.kind is Wake.RETURN_EXPIRY:
        return record.deadline
    clock = record.turn_seconds
    wait = min(DAY, pace.idle) if clock is not None and clock < DAY else max(pace.idle, clock or 0)
    return Deadline(Wake.RETURN_EXPIRY, last_return(record, now) + wait, now)


def last_return(record: TableRecord, now: float) -> float:
    """When the last of the people who announced an absence will be back, if the table waits for them; else now."""
    returns = (seat.away_until for seat in record.seats if seat.away_until is not None and is_by_post(record))
    return max((now, *returns))


def _waits_already(before: TableRecord, after: TableRecord) -> bool:
    """Whether a computer player is waiting for the answers to an undo request, and none has come: then it waits no
    longer, whatever else changes at the table.
    """
    asked, deadline = after.proposal, after.deadline
    if asked is None or asked.kind is not ProposalKind.UNDO or asked != before.proposal:
        return False
    return deadline is not None and deadline.kind is Wake.COMPUTER_MOVE


def _pause(before: Position, after: Position, seat: int, pace: Pace) -> float:
    """Seconds before a computer player's move: it pauses before its turn, not during it, and less after another's."""
    proposal = after.record.proposal
    if proposal is not None and proposal.kind is ProposalKind.UNDO:
        return UNDO_PAUSE
    last = before.seat_to_act
    if last is None or not before.record.seats[last].plays_itself:
        return pace.move_delay
    if last == seat:
        return 0.0
    # The person whose turn is next waits for one computer player after another.
    return min(pace.move_delay, SHORT_PAUSE) if after.record.people else pace.move_delay
