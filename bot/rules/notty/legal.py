"""What the seat to act may do in Notty."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Protocol

from bot.rules.cards import NOTTY_PACK, Card
from bot.rules.notty.actions import DRAWS, END, MOST_DRAWN, Discard, NottyAction, Take
from bot.rules.notty.melds import Group, valid_groups

if TYPE_CHECKING:
    from collections.abc import Sequence

PACK_SIZE = len(NOTTY_PACK)


class OpenHands(Protocol):
    """What decides the legal actions, as a state and every view of it show it: Notty's hands are open."""

    @property
    def hands(self) -> Sequence[tuple[Card, ...]]: ...
    @property
    def turn(self) -> int: ...
    @property
    def hand_limit(self) -> int | None: ...
    @property
    def drawn(self) -> tuple[Card, ...]: ...
    @property
    def taken(self) -> Card | None: ...


def legal_actions(position: OpenHands) -> tuple[NottyAction, ...]:
    """The actions of the seat whose turn it is, twin cards listed once: draws, takes, discards, then the end."""
    hands, turn = position.hands, position.turn
    hand = hands[turn]
    room = room_in_hand(position.hand_limit, hand)
    actions: list[NottyAction] = []
    actions += DRAWS[: most_drawn(position)]
    if position.taken is None and room:
        actions += [_take(seat) for seat, other in enumerate(hands) if other and seat != turn]
    actions += map(_discard, valid_groups(hand))
    actions.append(END)
    return tuple(actions)


def most_drawn(position: OpenHands) -> int:
    """How many cards the seat whose turn it is may draw now, at most: it draws once, and no more than the deck has."""
    if position.drawn:
        return 0
    in_deck = PACK_SIZE - sum(map(len, position.hands))
    return min(MOST_DRAWN, in_deck, room_in_hand(position.hand_limit, position.hands[position.turn]))


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
