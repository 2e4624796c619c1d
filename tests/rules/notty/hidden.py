"""Notty's hooks for the contract tests: the hidden deck, all cards, and a player who makes progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.chance import Chance
from bot.rules.notty import best_discards
from bot.rules.notty.actions import END, Discard, Draw, NottyAction, Take
from bot.rules.notty.legal import legal_actions

if TYPE_CHECKING:
    import random

    from bot.rules.cards import Card
    from bot.rules.notty.state import NottyState

MAX_TURN_ACTIONS = 2 + 25 + 1
"""A draw, a take, every group that could be discarded from nearly the whole pack, and the end."""
MAX_ACTIONS = 300 * 3 * MAX_TURN_ACTIONS


def reshuffle_hidden(state: NottyState, seat: int | None, rng: random.Random) -> NottyState:
    """Shuffle the deck. All hands are open."""
    deck = list(state.deck)
    rng.shuffle(deck)
    return state._replace(deck=tuple(deck), chance=Chance(rng.randbytes(32), rng.randrange(1000)))


def all_cards(state: NottyState) -> list[Card]:
    """Return the pack of eighty cards."""
    return [*state.deck, *(card for hand in state.hands for card in hand)]


def face_down(state: NottyState) -> int:
    """Return the number of cards that nobody has seen."""
    return len(state.deck)


def lively_action(state: NottyState, rng: random.Random) -> NottyAction:
    """Discard what can be discarded, otherwise draw and take while the hand is small, then end."""
    hand = state.hands[state.turn]
    groups = best_discards(hand)
    if groups:
        return Discard(groups[0])
    if len(hand) > 12:
        return END
    more = [action for action in legal_actions(state) if isinstance(action, Draw | Take)]
    return rng.choice(more) if more else END
