"""A stored table as a game file."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.replay.credits import first_players, handovers
from bot.replay.game_file import GameFile, Move, Result
from bot.rules.catalogue import GAMES
from bot.tables.model.action_log import effective
from bot.tables.model.records import Phase
from bot.tables.model.seed import seed_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables.model.action_log import LoggedAction
    from bot.tables.model.position import Position


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
