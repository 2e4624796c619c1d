"""Why an action is not legal: the one place where Huxxy's turn rules are, asked by `apply` and by `in`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bot.rules.cards import Card
from bot.rules.huxxy.actions import Draw, EndTurn, Move, Play, Reset, Undo
from bot.rules.huxxy.melds import Group, is_valid_group, why_invalid
from bot.rules.huxxy.state import MOST_PLAYS, OPENING_POINTS, Made, State, points_played

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.rules.huxxy.actions import Action


class Turn(NamedTuple):
    """The facts of the turn being built that decide what is legal."""

    hand: tuple[Card, ...]
    table: tuple[Group, ...]
    plays: tuple[Made, ...]
    opened: bool


def turn_of(state: State) -> Turn:
    """The turn that the seat to act is building."""
    return Turn(state.hand, state.table, state.plays, state.opened[state.seat])


def why_not(turn: Turn, action: Action) -> str | None:
    """The sentence that refuses the action; None when it is legal."""
    return KINDS[type(action)](turn, action)


def _why_not_draw(turn: Turn, _: Draw) -> str | None:
    if turn.plays:
        return "Take back your plays with undo or reset before you draw: a turn is a draw or plays."
    return None


def _why_not_take_back(turn: Turn, _: Undo | Reset) -> str | None:
    return None if turn.plays else "There is no play to take back in this turn."


def _why_not_play(turn: Turn, action: Play) -> str | None:
    if len(turn.plays) >= MOST_PLAYS:
        return "A turn has at most six plays; end it, or take one back with undo."
    if action.card not in turn.hand:
        return f"The {action.card.name} is not in your hand; play a card that is."
    return _why_not_target(turn.table, action.card, action.group)


def _why_not_move(turn: Turn, action: Move) -> str | None:
    if not turn.plays:
        return "The first play of a turn comes from your hand; play a card before you move one."
    if len(turn.plays) >= MOST_PLAYS:
        return "A turn has at most six plays; end it, or take one back with undo."
    if not 1 <= action.source <= len(turn.table):
        return _no_group(turn.table, action.source)
    if action.card not in turn.table[action.source - 1]:
        return f"The {action.card.name} is not in group {action.source}; name the group that it is in."
    if action.source == action.target:
        return f"The {action.card.name} is in group {action.source} already; move it to another group."
    return _why_not_target(turn.table, action.card, action.target)


def _why_not_target(table: tuple[Group, ...], card: Card, target: int | None) -> str | None:
    if target is None:
        return None
    if not 1 <= target <= len(table):
        return _no_group(table, target)
    if not card.value and any(not other.value for other in table[target - 1]):
        return f"Group {target} has a joker already; a group holds one at most."
    return None


def _no_group(table: tuple[Group, ...], number: int) -> str:
    there = f"the groups are numbered 1 to {len(table)}" if table else "there is no group on the table yet"
    return f"There is no group {number}; {there}, and “new” makes one."


def can_end(turn: Turn) -> bool:
    """Whether the turn can be ended now; asked often, so it looks only at the groups that the turn changed."""
    if not turn.plays or (not turn.opened and points_played(turn.plays) < OPENING_POINTS):
        return False
    table = turn.table
    changed = {made.target for made in turn.plays} | {made.source for made in turn.plays if made.source}
    return all(is_valid_group(table[number - 1]) for number in changed if table[number - 1])


def why_not_end(turn: Turn) -> str | None:
    """Why the turn cannot be ended: every group that is not valid, and the opening points; None when it can."""
    if can_end(turn):
        return None
    if not turn.plays:
        return "Play a card before you end the turn, or draw."
    reasons = [f"group {number} {reason}" for number, reason in invalid_groups(turn.table)]
    points = points_played(turn.plays)
    if not turn.opened and points < OPENING_POINTS:
        reasons.append(
            f"a first table turn needs {OPENING_POINTS} points from the hand and yours has {points} so far"
        )
    return f"The turn cannot end yet: {'; '.join(reasons)}."


def invalid_groups(table: tuple[Group, ...]) -> tuple[tuple[int, str], ...]:
    """The groups that are not valid now, as (number, reason); emptied ones are no error."""
    reasons = ((number, why_invalid(group)) for number, group in enumerate(table, 1) if group)
    return tuple((number, reason) for number, reason in reasons if reason is not None)


KINDS: dict[type[Action], Callable[[Turn, Any], str | None]] = {
    Draw: _why_not_draw,
    Play: _why_not_play,
    Move: _why_not_move,
    Undo: _why_not_take_back,
    Reset: _why_not_take_back,
    EndTurn: lambda turn, _: why_not_end(turn),
}
"""Every kind of action, with what may forbid it."""
