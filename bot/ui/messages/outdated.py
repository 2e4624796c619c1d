"""The messages that a change outdates, how urgent each is, and how long it waits for further changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.tables.acts.news import latest_deal
from bot.tables.model.sent_message import CALL, PROPOSAL, RETURN, TURN_PING
from bot.ui.messages.hand_sender import has_hands
from bot.ui.messages.invitations import has_room
from bot.ui.messages.table_messages import (
    BOARD_SHOWN,
    INVITATIONS,
    PING,
    QUESTIONS,
    THREAD,
    TIDY,
    Kind,
    TableMessages,
    last_mover,
)
from bot.ui.pacing.update_queue import Urgency

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.tables.model.position import Position
    from bot.ui.interaction.live_hands import LiveHands

WITHIN_A_TURN = 4.0
"""Edit intervals that a board waits for a turn to end: four seconds at one edit per second."""
SHOWN_BY_THE_ANSWER = 2.0
"""Edit intervals that the last mover's hand waits, because the answer to their move already shows it."""


@dataclass(frozen=True, slots=True)
class Outdated:
    """An outdated message. `wait` is in edit intervals."""

    kind: Kind
    urgency: Urgency
    wait: float = 0.0


def outdated_by(messages: TableMessages, before: Position | None, live_hands: LiveHands) -> Iterator[Outdated]:
    """The messages that may be outdated after the latest change; those that turn out current cost no request."""
    position = messages.position
    is_within = before is not None and _is_same_turn(before, position)
    if is_within:
        yield Outdated(BOARD_SHOWN, Urgency.OTHER, WITHIN_A_TURN)
    else:
        yield Outdated(BOARD_SHOWN, Urgency.BOARD)
    yield from _hands(messages, before, live_hands, is_within=is_within)
    yield from stray_hands(messages)
    yield from _hands_of_forgotten(messages, before, live_hands)
    if messages.ping is not None or messages.warning is not None:
        yield Outdated(PING, Urgency.TURN)
    table = position.record
    if table.proposal is not None or table.awaits_return or messages.may_have(PROPOSAL) or messages.may_have(RETURN):
        yield Outdated(QUESTIONS, Urgency.BOARD)
    if messages.may_have(TURN_PING) or messages.may_have(CALL):
        yield Outdated(TIDY, Urgency.CLEANUP)
    if messages.invitations and not has_room(table):
        yield Outdated(INVITATIONS, Urgency.CLEANUP)
    if table.thread and (before is None or not table.phase.is_live):
        yield Outdated(THREAD, Urgency.CLEANUP, WITHIN_A_TURN if table.phase.is_live else 0.0)


def stray_hands(messages: TableMessages) -> Iterator[Outdated]:
    """Hands of people known only from the messages they were sent."""
    table = messages.position.record
    if messages.sent is not None and has_hands(table):
        seated = table.ever_seated
        for person in messages.sent:
            if person > 0 and person not in seated:
                yield Outdated(person, Urgency.OTHER)


def _hands_of_forgotten(messages: TableMessages, before: Position | None, live_hands: LiveHands) -> Iterator[Outdated]:
    """Hands in private answers of people whom the table knew before the change and does not know any more."""
    table = messages.position.record
    for person in () if before is None else before.record.ever_seated - table.ever_seated:
        if live_hands.of(table.id, person) is not None:
            yield Outdated(person, Urgency.OTHER)


def _hands(
    messages: TableMessages, before: Position | None, live_hands: LiveHands, *, is_within: bool
) -> Iterator[Outdated]:
    position = messages.position
    table = position.record
    mover = None if before is None else last_mover(position)
    has_played = None if mover is None else table.seats[mover].present
    is_dealt = before is not None and before.record.phase is not table.phase
    may_be_sent = has_hands(table)
    for person in sorted(table.ever_seated):
        if not may_be_sent and live_hands.of(table.id, person) is None:
            continue
        if not is_dealt and person == has_played and (is_within or person != position.person_to_act):
            yield Outdated(person, Urgency.OTHER, SHOWN_BY_THE_ANSWER)
        elif is_within:
            yield Outdated(person, Urgency.OTHER, WITHIN_A_TURN)
        elif is_dealt or person == position.person_to_act:
            yield Outdated(person, Urgency.HAND)
        else:
            yield Outdated(person, Urgency.OTHER)


def _is_same_turn(before: Position, after: Position) -> bool:
    """Whether the change was just another action within the same turn."""
    is_same_seat = before.seat_to_act is not None and before.seat_to_act == after.seat_to_act
    return is_same_seat and _around(before) == _around(after)


def _around(position: Position) -> tuple[object, ...]:
    """The parts of a table that boards show besides the turn."""
    table = position.record
    deal = latest_deal(position.game, table.recent)
    return (
        None if deal is None else table.recent[deal],
        table.phase,
        table.seats,
        table.proposal,
        table.host,
        table.awaits_return,
        table.counts,
    )
