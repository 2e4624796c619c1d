"""Rummy's hooks for the contract tests: hidden cards, the whole deck, and a player who makes progress."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.rules.cards import Card, without
from bot.rules.chance import Chance
from bot.rules.rummy import GAME, best_laydown, best_value, lay_offs, swaps
from bot.rules.rummy.actions import DISCARDS, DRAW_DISCARD, DRAW_STOCK, LayDown, RummyAction
from bot.rules.rummy.apply import turn_of
from bot.rules.rummy.state import ROUND_CAP, Phase, RummyState

if TYPE_CHECKING:
    import random

MAX_ACTIONS = ROUND_CAP * 6 * 40
"""A turn is a draw, a discard and fewer than 40 plays.

Each play lowers twice the number of natural cards plus the number of jokers.
"""


def reshuffle_hidden(state: RummyState, seat: int | None, rng: random.Random) -> RummyState:
    """Shuffle the stock and the cards in other hands that were not taken openly. A finished game's hands are open."""
    known = [list(cards) for cards in state.shown]
    for owner, hand in enumerate(state.hands):
        if owner == seat or state.phase is Phase.OVER:
            known[owner] = list(hand)
    unseen = list(state.stock)
    for hand, kept in zip(state.hands, known, strict=True):
        unseen += (Counter(hand) - Counter(kept)).elements()
    rng.shuffle(unseen)
    hands = tuple(
        tuple(sorted(kept + [unseen.pop() for _ in range(len(hand) - len(kept))]))
        for hand, kept in zip(state.hands, known, strict=True)
    )
    drawn = state.drawn
    if drawn is not None and not state.drew_discard and seat != state.seat:
        drawn = rng.choice(hands[state.seat])
    chance = Chance(rng.randbytes(32), rng.randrange(1000))
    return state._replace(chance=chance, hands=hands, stock=tuple(unseen), drawn=drawn)


def all_cards(state: RummyState) -> list[Card]:
    """Return both packs and the four jokers."""
    return [
        *state.stock,
        *state.discard_pile,
        *(card for cards in (*state.hands, *state.melds) for card in cards),
    ]


def lively_action(state: RummyState, rng: random.Random) -> RummyAction:
    """Lay down, swap and lay off whatever is possible, and discard what the best melds do not need."""
    turn = turn_of(state)
    if state.phase is Phase.DRAW:
        both = DRAW_DISCARD in GAME.legal_actions(state) and rng.random() < 0.5
        return DRAW_DISCARD if both else DRAW_STOCK
    if turn.may_lay_down:
        melds = best_laydown(turn.hand, 0 if turn.laid_down else turn.minimum)
        if melds:
            return LayDown(melds)
    if turn.laid_down:
        found: list[RummyAction] = [*swaps(turn.hand, turn.melds)]
        found += lay_offs(turn.hand, turn.melds) if len(turn.hand) > 1 else []
        if found:
            return rng.choice(found)
    throws = [card for card in dict.fromkeys(turn.hand) if not card.is_joker] or list(turn.hand)
    rng.shuffle(throws)
    return DISCARDS[max(throws, key=lambda card: best_value(without(turn.hand, card))).order]
