"""The state of a game of Three Thirteen: everything the rules need, with no history beyond the current round."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from bot.rules.cards import Card
from bot.rules.chance import Chance
from bot.rules.three_thirteen.solver.arrangement import Arrangement

ROUNDS = 11
WILD_RANKS = "34567890JQK"
"""The wild rank of rounds 1 to 11: the rank equal to the number of cards dealt."""
TURNS_PER_SEAT = 200
"""Turns per seat after which a round ends, so that every game ends."""


class Phase(Enum):
    """What the seat to act has to do."""

    DRAW = "draw"
    DISCARD = "discard"
    OVER = "over"


DRAW, DISCARD, OVER = Phase  # used in every action, and enum attribute access is slow


class Source(Enum):
    """Where the card just drawn came from."""

    STOCK = "stock"
    DISCARD = "discard"


FROM_STOCK, FROM_DISCARD = Source


class RoundResult(NamedTuple):
    """A finished round as shown to everybody: each seat's arranged hand, and the seat that went out first (None: the
    cap).
    """

    round: int
    wild_rank: str
    starter: int
    went_out: int | None
    arrangements: tuple[Arrangement, ...]

    @property
    def penalties(self) -> tuple[int, ...]:
        return tuple(arrangement.penalty for arrangement in self.arrangements)


class ThreeThirteenState(NamedTuple):
    """One position. Hands are sorted; the top of the stock and of the discard pile is the last card.

    `turns` counts the finished turns of this round. `taken` holds, by seat, the cards taken from the discard pile this
    round and not discarded since. `drawn` is the card that the seat to act has just drawn. `penalties` has one row per
    finished round, by seat.
    """

    arrangement: str
    chance: Chance
    phase: Phase
    round: int
    starter: int
    turn: int
    turns: int
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    discard_pile: tuple[Card, ...]
    taken: tuple[tuple[Card, ...], ...]
    drawn: Card | None
    drawn_from: Source | None
    went_out: int | None
    penalties: tuple[tuple[int, ...], ...]
    last_round: RoundResult | None

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def wild_rank(self) -> str:
        return WILD_RANKS[self.round - 1]


def totals(penalties: tuple[tuple[int, ...], ...], seats: int) -> tuple[int, ...]:
    """The penalty points so far, by seat."""
    return tuple(sum(row[seat] for row in penalties) for seat in range(seats))
