"""Which messages a change makes outdated, how urgent each is, and how long it waits for further changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.tables.model.records import PROPOSAL, RETURN, TURN_PING
from bot.ui.messages.hand_sender import has_hands
from bot.ui.messages.table_messages import BOARD_SHOWN, CALL, QUESTIONS, THREAD, TIDY, Kind, Room, last_mover
from bot.ui.messages.waiting import Urgency

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.tables.model.position import Position
    from bot.ui.interaction.live_hands import LiveHands

WITHIN_A_TURN = 4.0
"""So many of a board's shortest pauses it waits for a turn to end: four seconds, where it is edited once a second."""
SHOWN_BY_THE_ANSWER = 2.0
"""So many the hand of somebody waits who has just played: by then the answer has shown it, in whichever message."""


@dataclass(frozen=True, slots=True)
class Behind:
    """Something to tell. `wait` counts in a board's shortest pauses."""

    kind: Kind
    urgency: Urgency
    wait: float = 0.0


def left_behind(room: Room, before: Position | None, live_hands: LiveHands) -> Iterator[Behind]:
    """The messages that may be outdated after the change to the room's position; those still true cost nothing."""
    position = room.now
    is_within = before is not None and _is_same_turn(before, position)
    if is_within:
        yield Behind(BOARD_SHOWN, Urgency.OTHER, WITHIN_A_TURN)
    else:
        yield Behind(BOARD_SHOWN, Urgency.BOARD)
    yield from _hands(room, before, live_hands, is_within=is_within)
    yield from strays(room)
    if room.ping is not None or room.warning is not None:
        yield Behind(CALL, Urgency.TURN)
    table = position.record
    if table.proposal is not None or table.awaits_return or room.may_have(PROPOSAL) or room.may_have(RETURN):
        yield Behind(QUESTIONS, Urgency.BOARD)
    if room.may_have(TURN_PING):
        yield Behind(TIDY, Urgency.CLEANUP)
    if table.thread and not table.phase.is_live:
        yield Behind(THREAD, Urgency.CLEANUP)


def strays(room: Room) -> Iterator[Behind]:
    """The hands of those who are known from their messages alone."""
    table = room.now.record
    if room.messages is not None and has_hands(table):
        for person in room.messages:
            if person > 0 and person not in table.ever_seated:
                yield Behind(person, Urgency.OTHER)


def _hands(room: Room, before: Position | None, live_hands: LiveHands, *, is_within: bool) -> Iterator[Behind]:
    position = room.now
    table = position.record
    has_played = None if before is None else _who_played(position)
    is_dealt = before is not None and before.record.phase is not table.phase
    for person in sorted(table.ever_seated | set(table.people)):
        if not has_hands(table) and live_hands.of(table.id, person) is None:
            continue
        if not is_dealt and person == has_played and (is_within or person != position.person_to_act):
            yield Behind(person, Urgency.OTHER, SHOWN_BY_THE_ANSWER)
        elif is_within:
            yield Behind(person, Urgency.OTHER, WITHIN_A_TURN)
        elif is_dealt or person == position.person_to_act:
            yield Behind(person, Urgency.HAND)
        else:
            yield Behind(person, Urgency.OTHER)


def _who_played(position: Position) -> int | None:
    """The person who made the last move themselves."""
    seat = last_mover(position)
    return None if seat is None else position.record.seats[seat].present


def _is_same_turn(before: Position, after: Position) -> bool:
    """Whether whoever plays has only gone on."""
    is_same_seat = before.seat_to_act is not None and before.seat_to_act == after.seat_to_act
    return is_same_seat and _around(before) == _around(after)


def _around(position: Position) -> tuple[object, ...]:
    """What a table is besides the turn."""
    table, round_played = position.record, getattr(position.state, "round", None)
    return (
        round_played,
        table.phase,
        table.seats,
        table.proposal,
        table.host,
        table.awaits_return,
        table.counts,
    )
