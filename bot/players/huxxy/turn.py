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


def next_action(view: HuxxyView, plan: Sequence[Play | Move] | None) -> HuxxyAction:
    """The next action of a plan that begins with what has been played: its next play, or the end of the turn.

    A turn begun differently (None) is ended if possible and undone otherwise, so that a game always progresses when
    several players share a turn (after a timeout or under autopilot).
    """
    if plan is None:
        return END_TURN if view.why_not_end is None else RESET
    done = len(view.plays)
    return plan[done] if done < len(plan) else END_TURN


def carried_on(view: HuxxyView, plan: Sequence[Play | Move]) -> tuple[Play | Move, ...] | None:
    """The plan with what has been played first, whatever its order, and new groups numbered as they are on the table;
    None if something else has been played.
    """
    groups = len(view.table) - sum(made.is_new for made in view.plays)  # at the start of the turn
    found = _matched(view.plays, tuple(_links(plan, groups)), {}, groups)
    if found is None:
        return None
    rest, numbers = found
    actions = [_action(made.card, made.source, None if made.is_new else made.target) for made in view.plays]
    last = len(view.table)
    for card, source, planned in rest:
        target = planned if planned <= groups else numbers.get(planned)
        if target is None:
            numbers[planned] = last = last + 1
        actions.append(_action(card, source, target))
    return tuple(actions)


_Link = tuple[Card, int | None, int]
"""A card, its source (None: the hand) and its target, where new groups have the numbers that they get."""


def _links(plan: Sequence[Play | Move], groups: int) -> list[_Link]:
    links: list[_Link] = []
    for action in plan:
        source = action.source if isinstance(action, Move) else None
        target = action.target if isinstance(action, Move) else action.group
        if target is None:
            groups = target = groups + 1
        links.append((action.card, source, target))
    return links


def _matched(
    plays: Sequence[Made], planned: tuple[_Link, ...], numbers: dict[int, int], groups: int
) -> tuple[tuple[_Link, ...], dict[int, int]] | None:
    """What is left of the plan after the plays, and by their planned numbers the new groups' own; None if a play is not
    in the plan.
    """
    if not plays:
        return planned, numbers
    made = plays[0]
    for place, (card, source, target) in enumerate(planned):
        if (card, source) != (made.card, made.source) or not _may_be(target, made.target, numbers, groups):
            continue
        names = numbers if target <= groups else {**numbers, target: made.target}
        found = _matched(plays[1:], planned[:place] + planned[place + 1 :], names, groups)
        if found is not None:
            return found
    return None


def _may_be(planned: int, made: int, numbers: dict[int, int], groups: int) -> bool:
    """Whether a planned group may be the one on the table."""
    if planned <= groups or planned in numbers:
        return numbers.get(planned, planned) == made
    return made > groups and made not in numbers.values()


def _action(card: Card, source: int | None, target: int | None) -> Play | Move:
    return Play(card, target) if source is None else Move(card, source, target)


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
