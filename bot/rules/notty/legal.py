"""What the seat to act may do in Notty."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from bot.rules.cards import NOTTY_PACK, Card
from bot.rules.notty.actions import DRAWS, END, Action, Discard, Take
from bot.rules.notty.melds import Group, valid_groups

if TYPE_CHECKING:
    from bot.rules.notty.state import State
    from bot.rules.notty.view import NottyView

PACK_SIZE = len(NOTTY_PACK)


def legal_actions(position: State | NottyView) -> tuple[Action, ...]:
    """The actions of the seat whose turn it is, twin cards listed once: draws, takes, discards, then the end."""
    hands, turn = position.hands, position.turn
    hand = hands[turn]
    room = room_in_hand(position.hand_limit, hand)
    actions: list[Action] = []
    if not position.drawn:
        actions += DRAWS[: min(room, PACK_SIZE - sum(map(len, hands)))]
    if position.taken is None and room:
        actions += [_take(seat) for seat, other in enumerate(hands) if other and seat != turn]
    actions += map(_discard, valid_groups(hand))
    actions.append(END)
    return tuple(actions)


def room_in_hand(hand_limit: int | None, hand: tuple[Card, ...]) -> int:
    """How many more cards the hand may take in; without a limit the whole pack."""
    return PACK_SIZE if hand_limit is None else max(0, hand_limit - len(hand))


@cache
def _take(seat: int) -> Take:
    return Take(seat)


@cache
def _discard(group: Group) -> Discard:
    """The action of one of the 194 groups."""
    return Discard(group)
