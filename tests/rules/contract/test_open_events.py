"""What a game says about its events: which show nobody a hidden card, and which say that hands were dealt again."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.rules.game import AnyGame


def test_open_events_show_nobody_a_hidden_card(game: AnyGame) -> None:
    """In random games: after an open action no seat knows more hidden cards than before, nor is anything dealt."""
    opened = 0
    for seed in range(3):
        state = game.deal(game.default_seats, bytes([seed]) * 32)
        rng = random.Random(f"{game.key}{seed}")
        for _ in range(250):
            seat = game.seat_to_act(state)
            if seat is None:
                break
            legal = game.legal_actions(state)
            action = legal[rng.randrange(len(legal))]
            after = game.apply(state, seat, action)
            events = game.events(state, action, after, None)
            if all(map(game.is_open, events)) and game.outcome(after) is None:
                opened += 1
                assert not any(map(game.is_deal, events))
                assert _face_down(after) >= _face_down(state), (action, events)
            state = after
    assert opened > 20


def _face_down(state: Any) -> int:
    """How many cards nobody knows: the stock's and, in 6 Holes, those face down."""
    stock = len(getattr(state, "stock", getattr(state, "deck", ())))
    return stock + sum(not up for grid in getattr(state, "face_up", ()) for up in grid)
