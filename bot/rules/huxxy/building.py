"""The turn being built: plays, moves and undoing them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.rules.cards import with_card, with_item, without
from bot.rules.huxxy.melds import Group, arranged
from bot.rules.huxxy.state import HuxxyState, Made

if TYPE_CHECKING:
    from bot.rules.cards import Card


def play(state: HuxxyState, card: Card, group: int | None) -> HuxxyState:
    """Play a card from the hand, assuming it is legal; `group` is 1-based, None for a new one."""
    hand = without(state.hand, card)
    table, made = _put(state.table, card, None, group)
    return state._replace(hands=_with_hand(state, hand), table=table, plays=(*state.plays, made))


def move(state: HuxxyState, card: Card, source: int, target: int | None) -> HuxxyState:
    """Move a card between groups, assuming it is legal; groups are 1-based, `target` None makes a new one."""
    lifted = with_item(state.table, source - 1, _group_without(state.table[source - 1], card))
    table, made = _put(lifted, card, source, target)
    return state._replace(table=table, plays=(*state.plays, made))


def undo(state: HuxxyState) -> HuxxyState:
    """Undo the last play and restore the group numbers."""
    made = state.plays[-1]
    table = with_item(state.table, made.target - 1, _group_without(state.table[made.target - 1], made.card))
    if made.is_new:
        table = table[:-1]
    if made.source is None:
        return state._replace(
            hands=_with_hand(state, with_card(state.hand, made.card)), table=table, plays=state.plays[:-1]
        )
    back = _with(table[made.source - 1], made.card)
    return state._replace(table=with_item(table, made.source - 1, back), plays=state.plays[:-1])


def reset(state: HuxxyState) -> HuxxyState:
    """Undo the whole turn."""
    return state._replace(hands=_with_hand(state, state.start_hand), table=state.start_table, plays=())


def changed_groups(state: HuxxyState) -> tuple[int, ...]:
    """The 1-based numbers, after the turn ends, of the groups it changed or made."""
    before = state.start_table
    kept = [number for number, group in enumerate(state.table, 1) if group]
    return tuple(new for new, old in enumerate(kept, 1) if before[old - 1 : old] != state.table[old - 1 : old])


def arrivals(state: HuxxyState) -> tuple[tuple[int, tuple[Card, ...]], ...]:
    """For each group changed or made this turn, its number after the turn ends and the cards added to it."""
    before, kept = state.start_table, [number for number, group in enumerate(state.table, 1) if group]
    found = []
    for new, old in enumerate(kept, 1):
        was = before[old - 1] if old <= len(before) else ()
        came = Counter(state.table[old - 1]) - Counter(was)
        if came:
            found.append((new, tuple(came.elements())))
    return tuple(found)


def emptied_groups(state: HuxxyState) -> tuple[int, ...]:
    """The 1-based numbers, before the turn, of the groups it emptied."""
    return tuple(number for number in range(1, len(state.start_table) + 1) if not state.table[number - 1])


def begin(state: HuxxyState, seat: int) -> HuxxyState:
    """Start a seat's turn: drop empty groups and renumber the rest."""
    table = tuple(group for group in state.table if group)
    return state._replace(seat=seat, table=table, start_table=table, start_hand=state.hands[seat], plays=())


def _put(
    table: tuple[Group, ...], card: Card, source: int | None, target: int | None
) -> tuple[tuple[Group, ...], Made]:
    if target is None:
        return (*table, (card,)), Made(card, source, len(table) + 1, is_new=True)
    return with_item(table, target - 1, _with(table[target - 1], card)), Made(card, source, target, is_new=False)


def _with(group: Group, card: Card) -> Group:
    return arranged((*group, card))


def _group_without(group: Group, card: Card) -> Group:
    """The group without one card, sorted again because a joker may have lost its gap."""
    left = without(group, card)
    return arranged(left) if any(not other[1] for other in left) else left


def _with_hand(state: HuxxyState, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return with_item(state.hands, state.seat, hand)
