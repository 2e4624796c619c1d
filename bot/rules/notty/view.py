"""A game of Notty as one seat or a spectator sees it: everything but the order of the deck."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules.cards import NOTTY_PACK, Card
from bot.rules.game import Outcome
from bot.rules.notty.actions import MAX_DRAWN
from bot.rules.notty.legal import legal_actions, most_drawn, room_in_hand
from bot.rules.notty.scoring import outcome
from bot.rules.notty.state import PASSES_PER_SEAT, NottyState, Phase

if TYPE_CHECKING:
    from bot.rules.notty.actions import NottyAction

KEY = "notty"


@dataclass(frozen=True, slots=True)
class NottyView:
    """Everything a viewer may know; `seat` is None for a spectator. All hands are open.

    `turns` counts finished turns since the deal, `passes` the consecutive passes before this turn. `drawn`, `taken`
    (with `taken_from`, a seat) and `discarded` are what the seat to act has done this turn; once the game is over, they
    describe its last turn.
    """

    seat: int | None
    seats: int
    hand_limit: int | None
    round_limit: int
    phase: Phase
    starter: int
    turn: int
    turns: int
    passes: int
    hands: tuple[tuple[Card, ...], ...]
    deck_size: int
    drawn: tuple[Card, ...]
    taken: Card | None
    taken_from: int | None
    discarded: tuple[tuple[Card, ...], ...]
    outcome: Outcome | None

    @property
    def game(self) -> str:
        return KEY

    @property
    def options(self) -> dict[str, object]:
        return {"hand_limit": self.hand_limit, "round_limit": self.round_limit}

    @property
    def seat_to_act(self) -> int | None:
        return self.turn if self.phase is Phase.PLAY else None

    @property
    def has_acted(self) -> bool:
        """Whether the seat to act has acted this turn, so that ending it is not a pass."""
        return bool(self.drawn or self.taken is not None or self.discarded)

    @property
    def pass_ends_game(self) -> bool:
        """Whether ending the turn now would be the pass that ends the game."""
        return not self.has_acted and self.passes == PASSES_PER_SEAT * self.seats - 1

    @property
    def pass_wins(self) -> bool:
        """Whether the seat to act wins by passing now."""
        fewest = len(self.hands[self.turn])
        return self.pass_ends_game and all(
            len(hand) > fewest for seat, hand in enumerate(self.hands) if seat != self.turn
        )

    @property
    def legal_actions(self) -> tuple[NottyAction, ...]:
        return legal_actions(self) if self.seat is not None and self.seat == self.seat_to_act else ()

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own hand; empty for a spectator."""
        return self.hands[self.seat] if self.seat is not None else ()

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        return tuple(map(len, self.hands))

    @property
    def deck_cards(self) -> tuple[Card, ...]:
        """The cards of the deck, sorted because nobody knows their order."""
        held = Counter(card for hand in self.hands for card in hand)
        return tuple((Counter(NOTTY_PACK) - held).elements())

    @property
    def room(self) -> int:
        """How many more cards fit in the hand of the seat to act."""
        return room_in_hand(self.hand_limit, self.hands[self.turn])

    @property
    def most_drawn(self) -> int:
        """The most cards the seat to act may draw now."""
        return most_drawn(self)

    @property
    def needs_room(self) -> bool:
        """Whether the hand limit leaves the seat to act too little room: now for more than one card, or if it cannot
        draw any more, for three on its next turn.
        """
        return self.room < (2 if self.most_drawn else MAX_DRAWN)

    @property
    def round(self) -> int:
        """The current round, from 1; once the game is over, the last one."""
        last_turn_counts = self.phase in (Phase.ROUND_LIMIT, Phase.ALL_PASSED)
        return (self.turns - last_turn_counts) // self.seats + 1

    @property
    def rounds_left(self) -> int:
        """How many rounds follow this one before the round limit ends the game."""
        return self.round_limit - self.round


def view(state: NottyState, seat: int | None) -> NottyView:
    """Everything the seat (None: a spectator) may see."""
    return NottyView(
        seat=seat,
        seats=state.seats,
        hand_limit=state.hand_limit,
        round_limit=state.round_limit,
        phase=state.phase,
        starter=state.starter,
        turn=state.turn,
        turns=state.turns,
        passes=state.passes,
        hands=state.hands,
        deck_size=len(state.deck),
        drawn=state.drawn,
        taken=state.taken,
        taken_from=state.taken_from,
        discarded=state.discarded,
        outcome=outcome(state),
    )
