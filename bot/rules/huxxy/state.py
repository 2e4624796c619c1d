"""The state of a game of Huxxy, including the turn being built and the position at its start."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from bot.language import N_
from bot.rules.cards import Card
from bot.rules.chance import Chance
from bot.rules.huxxy.melds import Group

SEATS = 4
HAND_SIZE = 12
MAX_PLAYS = 6
OPENING_POINTS = 24


class Ending(Enum):
    """Why a game ended. The value is the outcome's message, and what a stored state holds: it cannot be changed."""

    WENT_OUT = N_("A player went out.")
    STOCK_EMPTY = N_("The last card of the stock was drawn.")


class Made(NamedTuple):
    """One play of the turn being built: the card, its source group (None: the hand) and its target group.

    Group numbers are 1-based. `is_new` means that the play made the group.
    """

    card: Card
    source: int | None
    target: int
    is_new: bool


class HuxxyState(NamedTuple):
    """One position. Hands are sorted; the top of the stock is its last card.

    `hands` and `table` include the turn being built; `start_hand` and `start_table` are the acting seat's hand and the
    table at the start of the turn, which everybody else still sees. A group emptied this turn is (). `plays` are
    the turn's plays so far, at most six. `opened` tells, by seat, who has completed an opening turn.
    `changed` are the 1-based numbers of the groups changed or made by the last table turn.
    """

    jokers: bool
    seat: int
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    table: tuple[Group, ...]
    opened: tuple[bool, ...]
    start_hand: tuple[Card, ...]
    start_table: tuple[Group, ...]
    changed: tuple[int, ...]
    plays: tuple[Made, ...]
    ending: Ending | None
    chance: Chance

    @property
    def hand(self) -> tuple[Card, ...]:
        """The hand of the seat to act."""
        return self.hands[self.seat]


def points_played(plays: tuple[Made, ...]) -> int:
    """Points of the cards played from the hand, towards the opening turn: face values, jokers 0."""
    return sum(made.card[1] for made in plays if made.source is None)
