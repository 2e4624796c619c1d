"""Three Thirteen's hooks for the contract tests: hidden cards, the whole deck, and a player who makes progress."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.rules.cards import Card, without
from bot.rules.chance import Chance
from bot.rules.three_thirteen import best_arrangement
from bot.rules.three_thirteen.actions import DISCARDS, DRAW_DISCARD, DRAW_STOCK, ThreeThirteenAction
from bot.rules.three_thirteen.state import ROUNDS, TURNS_PER_SEAT, Phase, ThreeThirteenState

if TYPE_CHECKING:
    import random

MAX_ACTIONS = ROUNDS * 2 * (TURNS_PER_SEAT * 7 + 6)


def reshuffle_hidden(state: ThreeThirteenState, seat: int | None, rng: random.Random) -> ThreeThirteenState:
    """Shuffle the stock and the cards in other hands that were not taken openly.

    The hand of the seat that went out stays, because everybody knows that it is complete. So do the hands of a finished
    game.
    """
    chance = Chance(rng.randbytes(32), rng.randrange(1000))
    known = [list(cards) for cards in state.taken]
    for owner in range(state.seats):
        if owner in (seat, state.went_out) or state.phase is Phase.OVER:
            known[owner] = list(state.hands[owner])
    unseen = list(state.stock)
    for hand, kept in zip(state.hands, known, strict=True):
        unseen += (Counter(hand) - Counter(kept)).elements()
    rng.shuffle(unseen)
    hands = tuple(
        tuple(sorted(kept + [unseen.pop() for _ in range(len(hand) - len(kept))]))
        for hand, kept in zip(state.hands, known, strict=True)
    )
    drawn = state.drawn
    if drawn is not None and drawn not in hands[state.turn]:
        drawn = rng.choice(hands[state.turn])
    return state._replace(chance=chance, hands=hands, stock=tuple(unseen), drawn=drawn)


def all_cards(state: ThreeThirteenState) -> list[Card]:
    """Return both packs."""
    return [*state.stock, *state.discard_pile, *(card for hand in state.hands for card in hand)]


def lively_action(state: ThreeThirteenState, rng: random.Random) -> ThreeThirteenAction:
    """Play greedily by the exact arrangement: take a discard that helps, and discard the costliest unplaced card."""
    hand, wild_rank = state.hands[state.turn], state.wild_rank
    if state.phase is Phase.DRAW:
        helped = _worth((*hand, state.discard_pile[-1]), wild_rank) > _worth(hand, wild_rank)
        return DRAW_DISCARD if helped else DRAW_STOCK
    unplaced = best_arrangement(hand, wild_rank).unplaced or hand
    return DISCARDS[max(unplaced, key=lambda card: (_worth(without(hand, card), wild_rank), card.value, rng.random()))]


def _worth(hand: tuple[Card, ...], wild_rank: str) -> int:
    return sum(map(len, best_arrangement(hand, wild_rank).melds))
