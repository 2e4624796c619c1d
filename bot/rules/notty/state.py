"""The state of a game of Notty: everything the rules need, with no history beyond the current turn."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from bot.rules.cards import Card
from bot.rules.chance import Chance

CARDS_DEALT = 5
PASSES_PER_SEAT = 3
"""Consecutive passes per seat that end the game."""


class Phase(Enum):
    """Whether the game runs, or why it is over."""

    PLAY = "play"
    EMPTY_HAND = "empty-hand"
    ROUND_LIMIT = "round-limit"
    ALL_PASSED = "all-passed"


class NottyState(NamedTuple):
    """One position. Hands are sorted; the top of the deck is its last card.

    `turns` counts finished turns since the deal, `passes` the consecutive passes before this turn. `drawn`, `taken`
    (with `taken_from`) and `discarded` are what the seat to act has done this turn.
    """

    hand_limit: int | None
    round_limit: int
    chance: Chance
    phase: Phase
    starter: int
    turn: int
    turns: int
    passes: int
    hands: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    drawn: tuple[Card, ...]
    taken: Card | None
    taken_from: int | None
    discarded: tuple[tuple[Card, ...], ...]

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def seat_to_act(self) -> int | None:
        return self.turn if self.phase is Phase.PLAY else None

    @property
    def has_acted(self) -> bool:
        """Whether the seat has acted this turn, so that ending it is not a pass."""
        return bool(self.drawn or self.taken is not None or self.discarded)
