"""A game of Rummy as one seat or a spectator sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules.cards import Card
from bot.rules.game import Outcome, shared_ranks
from bot.rules.rummy.checks import Turn
from bot.rules.rummy.legal import Plays, legal_draws
from bot.rules.rummy.melds import Meld, hand_points
from bot.rules.rummy.state import IDLE_CAP, ROUND_CAP, Ending, Phase, RummyState

if TYPE_CHECKING:
    from bot.rules.game import LegalActions
    from bot.rules.rummy.actions import RummyAction

KEY = "rummy"


@dataclass(frozen=True, slots=True)
class RummyView:
    """Everything a viewer may know; `seat` is None for a spectator, whose `hand` is empty.

    `turn_seat` is the seat to act (the last to act once the game is over). `discard_pile` is the whole pile, top
    last; it is public. Meld number 1 is `melds[0]`; `meld_owners` are the seats that laid them. `shown` are, by
    seat, the cards that everybody has seen enter the hand (taken discards, swapped jokers) and not leave it. `drawn`
    is the card that the seat to act drew this turn (it may be on the table by now), None for others if it came from
    the stock. `round` counts from 1; melds may be laid down from `first_laydown_round` on. `hands` are all hands once
    the game is over, () before.
    """

    seat: int | None
    seats: int
    minimum: int
    first_laydown_round: int
    phase: Phase
    round: int
    turn_seat: int
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    laid_down: tuple[bool, ...]
    shown: tuple[tuple[Card, ...], ...]
    stock_size: int
    discard_pile: tuple[Card, ...]
    melds: tuple[Meld, ...]
    meld_owners: tuple[int, ...]
    drawn: Card | None
    drew_discard: bool
    last_laid_round: int
    hands: tuple[tuple[Card, ...], ...]
    ending: Ending | None
    outcome: Outcome | None

    @property
    def game(self) -> str:
        return KEY

    @property
    def options(self) -> dict[str, object]:
        return {"minimum": self.minimum, "first_laydown_round": self.first_laydown_round}

    @property
    def seat_to_act(self) -> int | None:
        return None if self.phase is Phase.OVER else self.turn_seat

    @property
    def takeable(self) -> bool:
        """Whether the seat to act may take the top discard."""
        return self.phase is Phase.DRAW and self.laid_down[self.turn_seat] and bool(self.discard_pile)

    @property
    def legal_actions(self) -> LegalActions[RummyAction]:
        """The viewer's own legal actions, with laydowns computed on demand; empty when it is not the viewer's turn."""
        if self.seat is None or self.seat != self.seat_to_act:
            return ()
        if self.phase is Phase.DRAW:
            return legal_draws(self.takeable)
        return Plays(self.turn)

    @property
    def turn(self) -> Turn:
        """The facts that determine which plays would be legal if it were the viewer's turn."""
        laid_down = self.seat is not None and self.laid_down[self.seat]
        return Turn(self.hand, self.melds, laid_down, self.round, self.first_laydown_round, self.minimum)

    @property
    def upcard(self) -> Card | None:
        """The top of the discard pile; None while it is empty."""
        return self.discard_pile[-1] if self.discard_pile else None

    @property
    def hand_points(self) -> int:
        """Points the viewer's hand would cost now: ace 10, joker 20."""
        return hand_points(self.hand)

    @property
    def rounds_left(self) -> int:
        """Rounds left, including this one, before the cap of 200 makes the game a draw."""
        return ROUND_CAP - self.round + 1

    @property
    def idle_rounds_left(self) -> int:
        """Rounds left, including this one, before the game is a draw if no card is laid."""
        return self.last_laid_round + IDLE_CAP - self.round + 1


def view(state: RummyState, seat: int | None) -> RummyView:
    """Everything the seat (None: a spectator) may see."""
    over = state.phase is Phase.OVER
    return RummyView(
        seat=seat,
        seats=len(state.hands),
        minimum=state.minimum,
        first_laydown_round=state.first_laydown_round,
        phase=state.phase,
        round=state.round,
        turn_seat=state.seat,
        hand=state.hands[seat] if seat is not None else (),
        hand_sizes=tuple(map(len, state.hands)),
        laid_down=state.laid_down,
        shown=state.shown,
        stock_size=len(state.stock),
        discard_pile=state.discard_pile,
        melds=state.melds,
        meld_owners=state.meld_owners,
        drawn=state.drawn if state.drew_discard or seat == state.seat else None,
        drew_discard=state.drew_discard,
        last_laid_round=state.last_laid_round,
        hands=state.hands if over else (),
        ending=state.ending,
        outcome=outcome(state),
    )


def outcome(state: RummyState) -> Outcome | None:
    """The result: the winner, then the others by points left in hand; in a draw all share rank 1. None before the
    end.
    """
    if state.ending is None:
        return None
    points = tuple(map(hand_points, state.hands))
    ranks = shared_ranks(points) if state.ending is Ending.WENT_OUT else (1,) * len(points)
    return Outcome(ranks, points, state.ending.value)
