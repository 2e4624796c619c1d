"""Builds a finished table's result: who took part, how they did, and on which ladder it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.records.model import COMPUTERS, PEOPLE, Participant, Player, Result
from bot.tables.model.records import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.game import Outcome
    from bot.tables.model.position import Position
    from bot.tables.model.records import Seat, TableRecord


def result_of(position: Position) -> Result | None:
    """The table's result; None if nobody won or lost.

    A table closed in mid-game has a result if somebody left it (for example the host who ended it): leavers rank last
    and all others share first place, so leaving does not avoid a loss. There is no result if the host removed somebody
    and not everybody agreed to keep the game rated, so nobody wins by that.
    """
    table, outcome = position.record, position.outcome
    if table.phase is Phase.CLOSED:
        if not _was_deserted(table):
            return None
        outcome = None
    elif table.phase is not Phase.OVER or outcome is None:
        return None
    behind = len(table.seats) + 1
    participants = [_participant(table, index, outcome, behind) for index in range(len(table.seats))]
    participants += [_left(table, person, None, behind) for person in table.replaced if person not in table.excused]
    return Result(
        table_id=table.id,
        guild_id=table.home,
        game=table.game,
        ended_at=table.ended_at or table.created_at,
        ladder=_ladder(table, participants),
        participants=tuple(participants),
        drawn=outcome is not None and outcome.is_draw,
    )


def _was_deserted(table: TableRecord) -> bool:
    """Whether the game had begun, was not ended by agreement, is not void, and somebody left it."""
    return (
        table.started_at is not None
        and not table.ended_by_agreement
        and not table.voided
        and bool(table.leavers or set(table.replaced) - set(table.excused))
    )


def _left(table: TableRecord, person: int, seat: int | None, behind: int) -> Participant:
    """Participants who left or were removed; without a seat if somebody else took it over."""
    taken_out = person in table.removed
    return Participant(Player(person), seat, behind, None, helped=True, left=True, taken_out=taken_out)


def _participant(table: TableRecord, index: int, outcome: Outcome | None, behind: int) -> Participant:
    seat = table.seats[index]
    if index in table.leavers:
        return _left(table, seat.person or 0, index, behind)
    player = _player(table, seat)
    if outcome is None:
        return Participant(player, index, 1, None, seat.helped)
    return Participant(player, index, outcome.ranks[index], outcome.scores[index], seat.helped)


def _player(table: TableRecord, seat: Seat) -> Player:
    """The player rated for the seat; nobody if it was left at the beginning or its person deleted their data."""
    if seat.person in table.excused or not seat.name:
        return Player()
    return Player(seat.person) if seat.person else Player(level=seat.level or "")


def _ladder(table: TableRecord, participants: Sequence[Participant]) -> str | None:
    """The ladder; None if the table is unrated, no person played, or there is nobody to compare with."""
    known = {participant.player for participant in participants if participant.player.is_known}
    people = [player for player in known if not player.is_computer]
    if not table.counts or not people or len(known) < 2:
        return None
    return PEOPLE if len(people) == len(known) else COMPUTERS
