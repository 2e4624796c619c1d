"""Huxxy's turn rules: why an action is illegal, for both `apply` and the legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bot.language import _, ngettext
from bot.rules.cards import Card
from bot.rules.huxxy.actions import Draw, EndTurn, Move, Play, Reset, Undo
from bot.rules.huxxy.melds import Group, is_valid_group, why_invalid
from bot.rules.huxxy.state import MAX_PLAYS, OPENING_POINTS, HuxxyState, Made, points_played

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.rules.huxxy.actions import HuxxyAction


class Turn(NamedTuple):
    """The facts about the turn being built that determine which actions are legal."""

    hand: tuple[Card, ...]
    table: tuple[Group, ...]
    plays: tuple[Made, ...]
    opened: bool


def turn_of(state: HuxxyState) -> Turn:
    """The turn being built by the seat to act."""
    return Turn(state.hand, state.table, state.plays, state.opened[state.seat])


def why_not(turn: Turn, action: HuxxyAction) -> str | None:
    """The message refusing the action; None when it is legal."""
    return KINDS[type(action)](turn, action)


def instead(turn: Turn, action: HuxxyAction) -> str:
    """The verb of the action required first; empty unless this action comes too early."""
    if isinstance(action, Draw) and turn.plays:
        return "reset"
    return "play" if isinstance(action, Move | Undo | Reset | EndTurn) and not turn.plays else ""


def _why_not_draw(turn: Turn, _draw: Draw) -> str | None:
    if turn.plays:
        return _("Take your plays back before you draw: a turn is either a draw or plays.")
    return None


def _why_not_take_back(turn: Turn, _back: Undo | Reset) -> str | None:
    return None if turn.plays else _("There is no play to take back this turn.")


def _why_not_play(turn: Turn, action: Play) -> str | None:
    if len(turn.plays) >= MAX_PLAYS:
        return _("A turn has at most six plays; end it, or take one back.")
    if action.card not in turn.hand:
        return _("The {card} is not in your hand; play a card that is.").format(card=action.card.name)
    return _why_not_target(turn.table, action.card, action.group)


def _why_not_move(turn: Turn, action: Move) -> str | None:
    if not turn.plays:
        return _("The first play of a turn comes from your hand; play a card before you move one.")
    if len(turn.plays) >= MAX_PLAYS:
        return _("A turn has at most six plays; end it, or take one back.")
    if not 1 <= action.source <= len(turn.table):
        return _no_source(turn.table, action.source)
    if action.card not in turn.table[action.source - 1]:
        return _("The {card} is not in group {source}; name the group it is in.").format(
            card=action.card.name, source=action.source
        )
    if action.source == action.target:
        return _("The {card} is already in group {source}; move it to another group.").format(
            card=action.card.name, source=action.source
        )
    return _why_not_target(turn.table, action.card, action.target)


def _why_not_target(table: tuple[Group, ...], card: Card, target: int | None) -> str | None:
    if target is None:
        return None
    if not 1 <= target <= len(table):
        return _no_group(table, target)
    if not card.value and any(not other.value for other in table[target - 1]):
        return _("Group {target} already has a joker; a group can hold only one.").format(target=target)
    return None


def _no_group(table: tuple[Group, ...], number: int) -> str:
    if not table:
        return _("There is no group {number}: the table is still empty. Make a new group.").format(number=number)
    return ngettext(
        "There is no group {number}; choose group {last}, or a new group.",
        "There is no group {number}; choose one from 1 to {last}, or a new group.",
        len(table),
    ).format(number=number, last=len(table))


def _no_source(table: tuple[Group, ...], number: int) -> str:
    return ngettext(
        "There is no group {number}; the only one on the table is group {last}.",
        "There is no group {number}; the groups on the table are numbered 1 to {last}.",
        len(table),
    ).format(number=number, last=len(table))


def can_end(turn: Turn) -> bool:
    """Whether the turn can be ended now. Called often, so it checks only the groups changed this turn."""
    if not turn.plays or (not turn.opened and points_played(turn.plays) < OPENING_POINTS):
        return False
    table = turn.table
    changed = {made.target for made in turn.plays} | {made.source for made in turn.plays if made.source}
    return all(is_valid_group(table[number - 1]) for number in changed if table[number - 1])


def why_not_end(turn: Turn) -> str | None:
    """Why the turn cannot be ended: every invalid group and missing opening points; None when it can."""
    if can_end(turn):
        return None
    if not turn.plays:
        return _("Play a card before you end the turn, or draw.")
    reasons = [
        _("group {number} {reason}").format(number=number, reason=reason)
        for number, reason in invalid_groups(turn.table)
    ]
    points = points_played(turn.plays)
    if not turn.opened and points < OPENING_POINTS:
        reasons.append(
            ngettext(
                "your first table turn needs {needed} point from your hand and has {points} so far",
                "your first table turn needs {needed} points from your hand and has {points} so far",
                OPENING_POINTS,
            ).format(needed=OPENING_POINTS, points=points)
        )
    return _("You cannot end the turn yet: {reasons}.").format(reasons="; ".join(reasons))


def invalid_groups(table: tuple[Group, ...]) -> tuple[tuple[int, str], ...]:
    """The invalid groups as (1-based number, reason); emptied groups are allowed."""
    reasons = ((number, why_invalid(group)) for number, group in enumerate(table, 1) if group)
    return tuple((number, reason) for number, reason in reasons if reason is not None)


KINDS: dict[type[HuxxyAction], Callable[[Turn, Any], str | None]] = {
    Draw: _why_not_draw,
    Play: _why_not_play,
    Move: _why_not_move,
    Undo: _why_not_take_back,
    Reset: _why_not_take_back,
    EndTurn: lambda turn, _end: why_not_end(turn),
}
"""The check for each type of action; a check returns the refusal or None."""
