"""A stored table as a game file, with who played which turns: the seat's person, its former owner, or a computer
player for them.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from bot.replay.game_file import GameFile, Handover, Move, Player, Result
from bot.rules.catalogue import GAMES
from bot.tables.acts.autopilot import LEVEL
from bot.tables.model.action_log import effective
from bot.tables.model.records import NOBODY, Phase
from bot.tables.model.seed import seed_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.tables.model.action_log import LoggedAction
    from bot.tables.model.position import Position
    from bot.tables.model.records import TableRecord


def game_file(position: Position, log: Sequence[LoggedAction]) -> GameFile:
    """The game of an ended table; people who deleted their data have no name in it.

    Raises:
        ValueError: the game has not ended or never began; the secret is only revealed after the end.
    """
    table, outcome = position.record, position.outcome
    if table.phase.is_live or table.start_interaction is None:
        raise ValueError("Only a game that began and has ended can be given away.")
    version, actions = GAMES[table.game].version, effective(log)
    return GameFile(
        table=table.id,
        game=table.game,
        rules_version=version,
        options=table.options,
        players=first_players(table),
        secret=table.secret,
        commitment=table.commitment,
        start_interaction=table.start_interaction,
        seed=seed_of(table, version),
        moves=tuple(Move(action.seat, action.text) for action in actions),
        handovers=tuple(handovers(table, actions)),
        result=None if outcome is None or table.phase is not Phase.OVER else Result.of(outcome),
        started_at=_iso(table.started_at),
        ended_at=_iso(table.ended_at),
    )


def _iso(at: float | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


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
