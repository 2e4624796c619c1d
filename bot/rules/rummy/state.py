"""The state of a game of Rummy, including the public facts that players would remember."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from bot.language import N_
from bot.rules.cards import Card
from bot.rules.chance import Chance
from bot.rules.rummy.melds import Meld

HAND_SIZE = 13
ROUND_CAP = 200
IDLE_CAP = 40  # consecutive rounds in which no card goes from a hand to the table


class Phase(Enum):
    """What the seat to act has to do next."""

    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


class Ending(Enum):
    """Why a game ended. The value is the outcome's message, and what a stored state holds: it cannot be changed."""

    WENT_OUT = N_("A player discarded the last card and won.")
    NOBODY_CAN_WIN = N_("A draw: every hand has fewer than three cards and every meld is full, so nobody can win.")
    ROUND_CAP = N_("A draw: 200 rounds were played.")
    IDLE_CAP = N_("A draw: no card was laid for 40 rounds.")


class RummyState(NamedTuple):
    """One position. `hands` are sorted; the top of `stock` and of `discard_pile` is the last card.

    `turn` counts finished turns. `melds` are never reordered, so meld number 1 is always `melds[0]`; `meld_owners` are
    the seats that laid them. `shown` are, by seat, the cards that everybody has seen enter the hand (taken discards,
    swapped jokers) and not leave it. `drawn` is the card drawn this turn. `last_laid_round` is the last round in which
    a card went to the table (0: none yet).
    """

    minimum: int
    first_laydown_round: int
    phase: Phase
    turn: int
    hands: tuple[tuple[Card, ...], ...]
    laid_down: tuple[bool, ...]
    shown: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    discard_pile: tuple[Card, ...]
    melds: tuple[Meld, ...]
    meld_owners: tuple[int, ...]
    drawn: Card | None
    drew_discard: bool
    last_laid_round: int
    chance: Chance
    ending: Ending | None

    @property
    def seat(self) -> int:
        """The seat to act, or the last to act once the game is over."""
        return self.turn % len(self.hands)

    @property
    def round(self) -> int:
        """The current round, from 1."""
        return self.turn // len(self.hands) + 1
