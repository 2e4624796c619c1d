"""State transitions of Huxxy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.language import _
from bot.rules.cards import with_card, with_item
from bot.rules.errors import IllegalActionError, others_turn
from bot.rules.huxxy import building
from bot.rules.huxxy.actions import Draw, EndTurn, Move, Play, Reset, Undo
from bot.rules.huxxy.checks import KINDS, instead, turn_of, why_not
from bot.rules.huxxy.state import SEATS, Ending, HuxxyState

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.rules.huxxy.actions import HuxxyAction


def apply(state: HuxxyState, seat: int, action: HuxxyAction) -> HuxxyState:
    """The state after the action.

    Raises:
        IllegalActionError: the rules forbid the action; the message says why.
    """
    if state.ending is not None:
        raise IllegalActionError(_("The game is over; start a new one."))
    if seat != state.seat:
        raise IllegalActionError(others_turn(state.seat))
    kind = type(action)
    if kind not in KINDS:
        raise IllegalActionError(_("You cannot do that in Huxxy: play, move or draw a card, or end the turn."))
    reason = why_not(turn_of(state), action)
    if reason is not None:
        raise IllegalActionError(reason, instead(turn_of(state), action))
    return _EFFECTS[kind](state, action)


def _draw(state: HuxxyState) -> HuxxyState:
    """Draw the top card, which ends the turn; drawing the last card ends the game."""
    hand = with_card(state.hand, state.stock[-1])
    hands = with_item(state.hands, state.seat, hand)
    after = state._replace(hands=hands, stock=state.stock[:-1])
    return _next(after) if after.stock else _over(after, Ending.STOCK_EMPTY)


def _end(state: HuxxyState) -> HuxxyState:
    """End the table turn; a seat with an empty hand goes out."""
    opened = with_item(state.opened, state.seat, True)
    after = state._replace(opened=opened, changed=building.changed_groups(state))
    return _next(after) if after.hand else _over(after, Ending.WENT_OUT)


def _next(state: HuxxyState) -> HuxxyState:
    return building.begin(state, (state.seat + 1) % SEATS)


def _over(state: HuxxyState, ending: Ending) -> HuxxyState:
    return building.begin(state, state.seat)._replace(ending=ending)


_EFFECTS: dict[type[HuxxyAction], Callable[[HuxxyState, Any], HuxxyState]] = {
    Draw: lambda state, _action: _draw(state),
    Play: lambda state, action: building.play(state, action.card, action.group),
    Move: lambda state, action: building.move(state, action.card, action.source, action.target),
    Undo: lambda state, _action: building.undo(state),
    Reset: lambda state, _action: building.reset(state),
    EndTurn: lambda state, _action: _end(state),
}
