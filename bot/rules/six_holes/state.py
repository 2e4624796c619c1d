"""The state of a game of 6 Holes: everything the rules need, with no history beyond the current round."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from bot.rules.cards import Card
from bot.rules.chance import Chance

SEATS = 2
ROUNDS = 6
TURNS_PER_ROUND = 100
"""Turns after which a round is scored as it stands, so that every game ends."""

Grid = tuple[Card, ...]
"""Six cards, indexed by `Position`."""


class Phase(Enum):
    """What the seat to act has to do: choose an action, or place or discard the card drawn; nothing after the end."""

    CHOOSE = "choose"
    DRAWN = "drawn"
    OVER = "over"


class RoundResult(NamedTuple):
    """A finished round as shown to everybody: both grids face up, with the points of their columns.

    `closer` is the seat whose side cards were all face up first, which gave the other seat one more turn; None if the
    turn cap ended the round. `face_up` tells, by seat and position, which cards were face up before the reveal.
    """

    round: int
    starter: int
    closer: int | None
    grids: tuple[Grid, ...]
    face_up: tuple[tuple[bool, ...], ...]
    column_scores: tuple[tuple[int, ...], ...]

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(map(sum, self.column_scores))


class SixHolesState(NamedTuple):
    """One position. The top of the deck and of the discards is the last card.

    `takeable` tells whether the seat to act may take the top of the discards. `turns` counts the finished turns of
    this round. `reshuffled` are the cards, sorted, that were shuffled into the deck when it last ran out this round.
    `drawn` is the card just drawn by the seat to act. `scores` has one row per finished round, by seat.
    """

    middle: str
    joker: str
    chance: Chance
    phase: Phase
    round: int
    starter: int
    turn: int
    turns: int
    grids: tuple[Grid, ...]
    face_up: tuple[tuple[bool, ...], ...]
    deck: tuple[Card, ...]
    discards: tuple[Card, ...]
    takeable: bool
    reshuffled: tuple[Card, ...]
    drawn: Card | None
    closer: int | None
    scores: tuple[tuple[int, ...], ...]
    last_round: RoundResult | None

    @property
    def seat_to_act(self) -> int | None:
        return None if self.phase is Phase.OVER else self.turn

    @property
    def totals(self) -> tuple[int, ...]:
        return totals(self.scores)


def totals(scores: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """The points of the finished rounds, by seat."""
    return tuple(sum(row[seat] for row in scores) for seat in range(SEATS))
