"""Forced draws, which the table makes as ordinary actions of the seat."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from bot.tables.acts import play
from bot.tables.model.action_log import LoggedAction
from bot.tables.model.records import Phase

if TYPE_CHECKING:
    from bot.rules.game import AnyAction, AnyGame, AnyState
    from bot.tables.model.position import Position

_DRAW = "draw"


def is_forced(game: AnyGame, state: AnyState, action: AnyAction) -> bool:
    """Whether the action is a draw and the only legal action."""
    return game.format_action(action).split()[0] == _DRAW and tuple(islice(game.legal_actions(state), 2)) == (action,)


def is_new_turn(before: Position, after: Position) -> bool:
    """Whether the turn has passed, or the same person acts again but not because of their own action."""
    one_action = after.record.decision == before.record.decision + 1
    return not (one_action and before.seat_to_act == after.seat_to_act)


def forced_draw(position: Position, now: float) -> tuple[Position, LoggedAction] | None:
    """The position after a person's forced draw, with the action; None if there is no forced draw."""
    record, seat = position.record, position.seat_to_act
    if record.phase is not Phase.PLAYING or seat is None:
        return None
    person = record.seats[seat].present
    action = next(iter(position.game.legal_actions(position.state)), None)
    if person is None or action is None or not is_forced(position.game, position.state, action):
        return None
    after = play.apply(position, seat, action)
    form = position.game.format_action(action)
    return after, LoggedAction(after.record.decision, seat, form, person, now)
