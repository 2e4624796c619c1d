"""Who played which turns of a stored game: the seat's person, its former owner, or a computer player for them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from bot.replay.game_file import Handover, Player
from bot.tables.acts.autopilot import LEVEL
from bot.tables.model.records import NOBODY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.tables.model.action_log import LoggedAction
    from bot.tables.model.records import TableRecord


class _Owner(NamedTuple):
    """The owner of a seat at some time; `person` is 0 for computer players and for deleted people."""

    person: int
    player: Player


def first_players(table: TableRecord) -> tuple[Player, ...]:
    """The owners of the seats at the deal."""
    return tuple(_owner(table, seat, 0).player for seat in range(len(table.seats)))


def handovers(table: TableRecord, actions: Iterable[LoggedAction]) -> Iterator[Handover]:
    """The points at which a seat changes hands."""
    playing = list(first_players(table))
    for number, action in enumerate(actions, 1):
        player = _player(table, action)
        if player != playing[action.seat]:
            playing[action.seat] = player
            yield Handover(number, action.seat, player)


def _player(table: TableRecord, action: LoggedAction) -> Player:
    owner = _owner(table, action.seat, action.number)
    if owner.player.level is not None or action.by == owner.person:
        return owner.player
    if action.by is None:
        return replace(owner.player, level=LEVEL)
    # Only in games played before takeovers of seats were recorded.
    return next((Player(one.name) for one in table.former if one.person == action.by), Player(""))


def _owner(table: TableRecord, seat: int, number: int) -> _Owner:
    """The seat's owner when the action with that number was played."""
    for former in table.former:
        if former.seat == seat and number <= former.until:
            return _Owner(former.person, Player(former.name))
    now = table.seats[seat]
    # A seat without a name belonged to somebody who was forgotten: not to a computer player.
    is_computer = now.person is None and bool(now.name)
    return _Owner(now.person or NOBODY, Player(now.name, now.level if is_computer else None))
