"""A game of 6 Holes as one seat or a spectator sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from bot.rules.cards import Card
from bot.rules.game import Outcome
from bot.rules.six_holes.actions import MIDDLE
from bot.rules.six_holes.legal import legal_actions, middle_is_free
from bot.rules.six_holes.scoring import outcome
from bot.rules.six_holes.state import (
    ROUNDS,
    SEATS,
    TURNS_PER_ROUND,
    Phase,
    RoundResult,
    SixHolesState,
    totals,
)

if TYPE_CHECKING:
    from bot.rules.six_holes.actions import SixHolesAction

KEY = "six-holes"


@dataclass(frozen=True, slots=True)
class SixHolesView:
    """Everything a viewer may know; `seat` is None for a spectator.

    `grids` holds six cards for each seat, by `Position`; None is a face-down card, which even its owner does not know.
    `drawn` is the card just drawn, for the seat to act only; `phase` tells everybody that there is one. `discards` are
    the discards of this round, top last; `takeable` is the top one if the seat to act may take it. `reshuffled` are the
    cards, sorted, that were shuffled into the deck when it last ran out: those not seen since are in the deck or just
    drawn. `closer` is the seat whose side cards were all face up first; the other seat then has one more turn. `scores`
    has one row per finished round; `last_round` is the last finished round.
    """

    seat: int | None
    middle: str
    joker: str
    phase: Phase
    round: int
    starter: int
    turn: int
    turns: int
    grids: tuple[tuple[Card | None, ...], ...]
    drawn: Card | None
    deck_size: int
    discards: tuple[Card, ...]
    takeable: Card | None
    reshuffled: tuple[Card, ...]
    closer: int | None
    scores: tuple[tuple[int, ...], ...]
    last_round: RoundResult | None
    outcome: Outcome | None

    @property
    def game(self) -> str:
        return KEY

    @property
    def seats(self) -> int:
        return SEATS

    @property
    def options(self) -> dict[str, object]:
        return {"middle": self.middle, "joker": self.joker}

    @property
    def seat_to_act(self) -> int | None:
        return None if self.phase is Phase.OVER else self.turn

    @property
    def hand(self) -> tuple[Card, ...]:
        """Always empty: cards are chosen by their position in the grid."""
        return ()

    @property
    def legal_actions(self) -> tuple[SixHolesAction, ...]:
        if self.seat is None or self.seat != self.seat_to_act:
            return ()
        face_up = tuple(card is not None for card in self.grids[self.seat])
        return legal_actions(self.phase, face_up, self.middle_is_free(self.seat), self.takeable is not None)

    def middle_is_free(self, seat: int) -> bool:
        """Whether the seat (0-based) may replace its middle cards."""
        top, bottom = (cast("Card", self.grids[seat][position]) for position in MIDDLE)
        return middle_is_free(top, bottom, self.middle, self.joker)

    @property
    def rounds(self) -> int:
        """Number of rounds in a game: six."""
        return ROUNDS

    @property
    def turns_left(self) -> int:
        """Turns left in the round before the cap ends it."""
        return TURNS_PER_ROUND - self.turns

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of the finished rounds, by seat."""
        return totals(self.scores)

    @property
    def is_last_turn(self) -> bool:
        """Whether the round ends with this turn: the other seat's side cards are all face up, or the turn cap is
        reached.
        """
        return self.phase is not Phase.OVER and (self.closer is not None or self.turns_left == 1)


def view(state: SixHolesState, seat: int | None) -> SixHolesView:
    """Everything the seat (None: a spectator) may see."""
    return SixHolesView(
        seat=seat,
        middle=state.middle,
        joker=state.joker,
        phase=state.phase,
        round=state.round,
        starter=state.starter,
        turn=state.turn,
        turns=state.turns,
        grids=tuple(
            tuple([card if up else None for card, up in zip(grid, face_up, strict=True)])
            for grid, face_up in zip(state.grids, state.face_up, strict=True)
        ),
        drawn=state.drawn if seat == state.turn else None,
        deck_size=len(state.deck),
        discards=state.discards,
        takeable=state.discards[-1] if state.takeable else None,
        reshuffled=state.reshuffled,
        closer=state.closer,
        scores=state.scores,
        last_round=state.last_round,
        outcome=outcome(state),
    )
