"""A game of Three Thirteen as one seat or a spectator sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules.cards import Card
from bot.rules.game import Outcome
from bot.rules.three_thirteen.legal import legal_actions
from bot.rules.three_thirteen.scoring import outcome
from bot.rules.three_thirteen.state import (
    ROUNDS,
    TURNS_PER_SEAT,
    WILD_RANKS,
    Phase,
    RoundResult,
    Source,
    ThreeThirteenState,
    totals,
)

if TYPE_CHECKING:
    from bot.rules.three_thirteen.actions import ThreeThirteenAction

KEY = "three-thirteen"


@dataclass(frozen=True, slots=True)
class ThreeThirteenView:
    """Everything a viewer may know; `seat` is None for a spectator, whose `hand` is empty.

    `discard_pile` is the whole pile, top last; it is public. `takeable` is the top one while it may be taken, which is
    at the start of every turn. `taken` holds, by seat, the discards it took this round and still holds. `drawn` is the
    card that the seat to act has just drawn, None for others if it came from the stock. `penalties` has one row per
    finished round; `last_round` shows all hands of the last finished round: the eleventh once the game is over.
    """

    seat: int | None
    seats: int
    arrangement: str
    phase: Phase
    round: int
    starter: int
    turn: int
    turns: int
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    stock_size: int
    discard_pile: tuple[Card, ...]
    takeable: Card | None
    taken: tuple[tuple[Card, ...], ...]
    drawn: Card | None
    drawn_from: Source | None
    went_out: int | None
    penalties: tuple[tuple[int, ...], ...]
    last_round: RoundResult | None
    outcome: Outcome | None

    @property
    def game(self) -> str:
        return KEY

    @property
    def options(self) -> dict[str, object]:
        return {"arrangement": self.arrangement}

    @property
    def seat_to_act(self) -> int | None:
        return None if self.phase is Phase.OVER else self.turn

    @property
    def legal_actions(self) -> tuple[ThreeThirteenAction, ...]:
        return legal_actions(self.phase, self.hand) if self.seat is not None and self.seat == self.seat_to_act else ()

    @property
    def rounds(self) -> int:
        """Number of rounds in a game: eleven."""
        return ROUNDS

    @property
    def wild_rank(self) -> str:
        """The value letter of this round's wild cards."""
        return WILD_RANKS[self.round - 1]

    @property
    def upcard(self) -> Card | None:
        """The top of the discard pile; None while it is empty."""
        return self.discard_pile[-1] if self.discard_pile else None

    @property
    def totals(self) -> tuple[int, ...]:
        """The penalty points of the finished rounds, by seat."""
        return totals(self.penalties, self.seats)

    @property
    def took_discard(self) -> bool:
        """Whether the card just drawn came from the discard pile."""
        return self.drawn_from is Source.DISCARD

    @property
    def last_turns(self) -> tuple[int, ...]:
        """The seats that still have their last turn of the round, in order; empty until a seat goes out."""
        if self.went_out is None:
            return ()
        return tuple((self.turn + i) % self.seats for i in range((self.went_out - self.turn) % self.seats))

    @property
    def turns_left(self) -> int:
        """Turns left in the round before the cap ends it, not counting last turns."""
        return max(0, TURNS_PER_SEAT * self.seats - self.turns)


def view(state: ThreeThirteenState, seat: int | None) -> ThreeThirteenView:
    """Everything the seat (None: a spectator) may see."""
    drawn = state.drawn if state.drawn_from is Source.DISCARD or seat == state.turn else None
    return ThreeThirteenView(
        seat=seat,
        seats=state.seats,
        arrangement=state.arrangement,
        phase=state.phase,
        round=state.round,
        starter=state.starter,
        turn=state.turn,
        turns=state.turns,
        hand=state.hands[seat] if seat is not None else (),
        hand_sizes=tuple(map(len, state.hands)),
        stock_size=len(state.stock),
        discard_pile=state.discard_pile,
        takeable=state.discard_pile[-1] if state.phase is Phase.DRAW else None,
        taken=state.taken,
        drawn=drawn,
        drawn_from=state.drawn_from,
        went_out=state.went_out,
        penalties=state.penalties,
        last_round=state.last_round,
        outcome=outcome(state),
    )
