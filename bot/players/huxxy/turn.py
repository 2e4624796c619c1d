"""A Huxxy turn as a plan: what to play, and which action comes next when part of it has been done."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import Card, with_card
from bot.rules.huxxy.actions import END_TURN, RESET, HuxxyAction, Move, Play
from bot.rules.huxxy.melds import Group

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.huxxy.state import Made
    from bot.rules.huxxy.view import HuxxyView


class Start(NamedTuple):
    """The position in which the turn began."""

    hand: tuple[Card, ...]
    table: tuple[Group, ...]
    opened: bool


def start_of(view: HuxxyView) -> Start:
    """Take back the plays of the turn being built."""
    hand, table = view.hand, [list(group) for group in view.table]
    for made in reversed(view.plays):
        table[made.target - 1].remove(made.card)
        if made.is_new:
            table.pop()
        if made.source is None:
            hand = with_card(hand, made.card)
        else:
            table[made.source - 1].append(made.card)
    return Start(hand, tuple(tuple(sorted(group)) for group in table), view.opened[view.turn_seat])


def next_action(view: HuxxyView, plan: Sequence[Play | Move]) -> HuxxyAction:
    """The plan's next action: its next play or the end of the turn.

    A turn that somebody else began otherwise is ended if it can be, so that players who take turns at it (an overrun,
    an autopilot) always get on; else it is taken back.
    """
    done = len(view.plays)
    if done > len(plan) or any(not _is(made, action) for made, action in zip(view.plays, plan, strict=False)):
        return END_TURN if view.why_not_end is None else RESET
    return plan[done] if done < len(plan) else END_TURN


def _is(made: Made, action: Play | Move) -> bool:
    """Whether the play made is what the action does."""
    source = action.source if isinstance(action, Move) else None
    target = action.target if isinstance(action, Move) else action.group
    return (made.card, made.source) == (action.card, source) and (
        made.is_new if target is None else made.target == target
    )


def plays_of(additions: Sequence[tuple[int | None, Sequence[Card]]], groups: int) -> list[Play]:
    """The plays that put cards to numbered groups, or (None) to a new one each, on a table of so many groups."""
    plays: list[Play] = []
    for number, cards in additions:
        if number is None:
            groups += 1
            plays += [Play(cards[0], None), *(Play(card, groups) for card in cards[1:])]
        else:
            plays += [Play(card, number) for card in cards]
    return plays
