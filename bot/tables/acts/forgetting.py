"""Removing a person from a table's record: the seat loses its name, and nothing refers to them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.tables.acts import leaving
from bot.tables.acts.people import without_person
from bot.tables.model.records import NOBODY

if TYPE_CHECKING:
    from bot.rules.game import Event
    from bot.tables.model.records import Proposal, TableRecord

_MENTION = re.compile(r"<@(\d{1,20})>")
_NO_ID = 2**63
"""No id of Discord's is that large, and no database keeps it."""


def people_named(table: TableRecord) -> frozenset[int]:
    """Everybody named anywhere in the table's record, whom `forgotten` would remove."""
    named = {
        table.host,
        *(table.invited or ()),
        *table.barred,
        *table.declined,
        *table.removed,
        *table.excused,
    }
    for seat in table.seats:
        if seat.person is not None:
            named.add(seat.person)
    for one in table.former:
        named.add(one.person)
    if table.proposal is not None:
        named.update((table.proposal.by, *table.proposal.agreed))
    if table.closing_reason is not None:
        named.update(found for found in map(int, _MENTION.findall(table.closing_reason)) if found < _NO_ID)
    named.discard(NOBODY)
    return frozenset(named)


def without_seat(table: TableRecord, person: int, level: str) -> TableRecord:
    """A table after the person left for good; where a game runs, a computer player of that level plays on.

    A table without a host is closed: nobody could start its game, and a game that only computers play would be in the
    way of the channel's next table.
    """
    sits = table.phase.is_live and table.seat_of(person) is not None
    left = forgotten(leaving.leave(table, person, level) if sits else table, person)
    return leaving.closed_if_deserted(left) if left.phase.is_live and left.host == NOBODY else left


def forgotten(table: TableRecord, person: int) -> TableRecord:
    """A table, in any phase, without any trace of the person."""
    seats = tuple(
        replace(seat, name="", person=None, away_until=None) if seat.person == person else seat
        for seat in table.seats
        if not (seat.kept and seat.person == person)
    )
    host = table.host
    if host == person:
        present = replace(table, seats=seats).present if table.phase.is_live else ()
        host = next(iter(present), NOBODY)
    reason = table.closing_reason
    return replace(
        table,
        seats=seats,
        host=host,
        invited=None if table.invited is None else without_person(table.invited, person),
        barred=without_person(table.barred, person),
        declined=without_person(table.declined, person),
        former=tuple(replace(one, person=NOBODY, name="") if one.person == person else one for one in table.former),
        removed=without_person(table.removed, person),
        excused=without_person(table.excused, person),
        proposal=_proposal(table.proposal, person),
        closing_reason=None if reason is None else reason.replace(f"<@{person}>", f"<@{NOBODY}>"),
        recent=tuple(_nameless(event, table, person) for event in table.recent),
    )


def _nameless(event: Event, table: TableRecord, person: int) -> Event:
    """The event without the person's names; at one seat, they may have had several."""
    had = {(one.seat, one.name) for one in table.former if one.person == person}
    seats = {*(seat for seat, _name in had), *(at for at, seat in enumerate(table.seats) if seat.person == person)}
    facts = dict(event.facts)
    if "name" in facts and event.seat in seats:
        facts["name"] = ""
    if (event.seat, facts.get("before")) in had:
        facts["before"] = ""
    return event if facts == event.facts else replace(event, facts=facts)


def _proposal(proposal: Proposal | None, person: int) -> Proposal | None:
    if proposal is None or proposal.by == person:
        return None
    return replace(proposal, agreed=without_person(proposal.agreed, person))
