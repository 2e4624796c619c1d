"""A Huxxy turn as a plan of plays and moves, and the next action once part of it is done."""

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
    """The position at the start of the turn."""

    hand: tuple[Card, ...]
    table: tuple[Group, ...]
    opened: bool


def start_of(view: HuxxyView) -> Start:
    """The position with the plays of the current turn undone."""
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
    """The plan's next action: its next play, or the end of the turn.

    A turn begun differently is ended if possible and undone otherwise, so that a game always progresses when several
    players share a turn (after a timeout or under autopilot).
    """
    done = len(view.plays)
    if done > len(plan) or any(not _is(made, action) for made, action in zip(view.plays, plan, strict=False)):
        return END_TURN if view.why_not_end is None else RESET
    return plan[done] if done < len(plan) else END_TURN


def _is(made: Made, action: Play | Move) -> bool:
    """Whether the play made is this action."""
    source = action.source if isinstance(action, Move) else None
    target = action.target if isinstance(action, Move) else action.group
    return (made.card, made.source) == (action.card, source) and (
        made.is_new if target is None else made.target == target
    )


def plays_of(additions: Sequence[tuple[int | None, Sequence[Card]]], groups: int) -> list[Play]:
    """The plays that add cards to numbered groups, or each to a new one (None); `groups` is the table's group count."""
    plays: list[Play] = []
    for number, cards in additions:
        if number is None:
            groups += 1
            plays += [Play(cards[0], None), *(Play(card, groups) for card in cards[1:])]
        else:
            plays += [Play(card, number) for card in cards]
    return plays
