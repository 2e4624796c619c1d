"""Positions of Three Thirteen for tests: dealt games with the given hands, stock and pile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.rules.cards import Card, parse_cards
from bot.rules.three_thirteen import GAME

if TYPE_CHECKING:
    from bot.rules.three_thirteen.state import ThreeThirteenState

SEED = bytes(range(32))


def hand(text: str) -> tuple[Card, ...]:
    """Return a sorted hand."""
    return tuple(sorted(parse_cards(text)))


def position(*hands: str, stock: str = "", pile: str = "2D", turn: int = 0, **rest: Any) -> ThreeThirteenState:
    """Return a state at the start of a turn with these hands. The top cards of stock and pile come last.

    The round follows from the first hand's size. Fields of the state and `arrangement` can be given by name.
    """
    dealt = GAME.deal(len(hands), SEED, {"arrangement": rest.pop("arrangement", "most-cards")})
    held = tuple(hand(text) for text in hands)
    changes: dict[str, Any] = {
        "round": len(held[0]) - 2,
        "hands": held,
        "stock": parse_cards(stock) or dealt.stock,
        "discard_pile": parse_cards(pile),
        "turn": turn,
    }
    return dealt._replace(**changes | rest)


def play(state: ThreeThirteenState, *texts: str) -> ThreeThirteenState:
    """Return the state after the seats to act have played these actions."""
    for text in texts:
        seat = GAME.seat_to_act(state)
        assert seat is not None, "the game is over"
        state = GAME.apply(state, seat, GAME.parse_action(text))
    return state


def pass_turn(state: ThreeThirteenState) -> ThreeThirteenState:
    """Let the seat to act draw from the stock and discard the drawn card, and return the state."""
    drawn = play(state, "draw stock")
    return play(drawn, f"discard {drawn.drawn}")
