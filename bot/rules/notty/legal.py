"""Legal actions of Notty."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Protocol

from bot.rules.cards import NOTTY_PACK, Card
from bot.rules.notty.actions import DRAWS, END, MAX_DRAWN, Discard, NottyAction, Take
from bot.rules.notty.melds import Group, valid_groups

if TYPE_CHECKING:
    from collections.abc import Sequence

PACK_SIZE = len(NOTTY_PACK)


class OpenHands(Protocol):
    """The facts that determine the legal actions; states and views both provide them, since all hands are open."""

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
    """The actions of the seat to act, equal cards listed once: draws, takes, discards, then the end."""
    hands, turn = position.hands, position.turn
    hand = hands[turn]
    room = room_in_hand(position.hand_limit, hand)
    actions: list[NottyAction] = []
    actions += DRAWS[: most_drawn(position)]
    if position.taken is None and room:
        actions += [Take(seat) for seat, other in enumerate(hands) if other and seat != turn]
    actions += map(_discard, valid_groups(hand))
    actions.append(END)
    return tuple(actions)


def most_drawn(position: OpenHands) -> int:
    """The most cards the seat to act may draw now: it draws once a turn, and no more than the deck holds."""
    if position.drawn:
        return 0
    in_deck = PACK_SIZE - sum(map(len, position.hands))
    return min(MAX_DRAWN, in_deck, room_in_hand(position.hand_limit, position.hands[position.turn]))


def room_in_hand(hand_limit: int | None, hand: tuple[Card, ...]) -> int:
    """How many more cards fit in the hand; the size of the pack if there is no limit."""
    return PACK_SIZE if hand_limit is None else max(0, hand_limit - len(hand))


@cache
def _discard(group: Group) -> Discard:
    """The cached discard action of one of the 194 groups."""
    return Discard(group)
