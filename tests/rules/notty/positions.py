"""Positions of Notty for tests: dealt games with the given hands and all other cards in the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.rules.cards import NOTTY_PACK, Card, parse_cards, without
from bot.rules.notty import GAME

if TYPE_CHECKING:
    from bot.rules.notty.state import NottyState

SEED = bytes(range(32))


def hand(text: str) -> tuple[Card, ...]:
    """Return a sorted hand."""
    return tuple(sorted(parse_cards(text)))


def position(*hands: str, turn: int = 0, top: str = "", **rest: Any) -> NottyState:
    """Return a state at the start of a turn with these hands. All other cards are in the deck, `top` first.

    Fields of the state, including options, can be given by name.
    """
    dealt = GAME.deal(len(hands), SEED)
    held = tuple(map(hand, hands))
    first = parse_cards(top)
    others = without(NOTTY_PACK, *first, *(card for cards in held for card in cards))
    changes: dict[str, Any] = {
        "hands": held,
        "deck": (*others, *reversed(first)),
        "turn": turn,
        "starter": 0,
    }
    return dealt._replace(**changes | rest)


def play(state: NottyState, *texts: str) -> NottyState:
    """Return the state after the seats to act have played these actions."""
    for text in texts:
        seat = GAME.seat_to_act(state)
        assert seat is not None, "the game is over"
        state = GAME.apply(state, seat, GAME.parse_action(text))
    return state


def listed(state: NottyState) -> list[str]:
    """Return the legal actions in their text forms."""
    return [GAME.format_action(action) for action in GAME.legal_actions(state)]
