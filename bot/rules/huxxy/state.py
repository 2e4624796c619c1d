"""The state of a game of Huxxy: a turn being built is part of it, with the position it began from."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from bot.language import N_
from bot.rules.cards import Card
from bot.rules.chance import Chance
from bot.rules.huxxy.melds import Group

SEATS = 4
HAND_SIZE = 12
MOST_PLAYS = 6
OPENING_POINTS = 24


class Ending(Enum):
    """Why a game ended, as the sentence of its outcome."""

    WENT_OUT = N_("A player went out.")
    STOCK_EMPTY = N_("The last card of the stock was drawn.")


class Made(NamedTuple):
    """One play of the turn being built: the card, the group it left (None: the hand), the group it went to.

    Group numbers are 1-based. `is_new` says that the play made the group.
    """

    card: Card
    source: int | None
    target: int
    is_new: bool


class HuxxyState(NamedTuple):
    """One moment of a game. Hands are sorted; the top of the stock is its last card.

    `hands` and `table` are as they stand in the turn being built; `start_hand` and `start_table` are the hand of the
    seat to act and the table as they stood when the turn began, which is what everybody else sees. A group emptied
    in this turn is (). `plays` are the turn's plays so far, at most six. `opened` says by seat who has
    completed an opening turn. `changed` are the numbers of the groups that the latest table turn changed or made.
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
    """What the cards played from the hand count towards an opening turn: face values, jokers nothing."""
    return sum(made.card[1] for made in plays if made.source is None)
