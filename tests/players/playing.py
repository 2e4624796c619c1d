"""Whole games between computer players, for the tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from bot.players import registry
from bot.players.player import Choice
from bot.rules.catalogue import GAMES

if TYPE_CHECKING:
    from bot.rules.game import Options

Watcher = Callable[[Any, Any, Choice], None]


def play(
    key: str,
    levels: Sequence[str],
    seed: int,
    watch: Watcher = lambda state, view, choice: None,
    actions: int = 100_000,
    dealt_from: bytes | None = None,
    options: Options | None = None,
) -> Any:
    """Play a game to its end, or for `actions` actions, and return the last state; `watch` sees every choice first."""
    game = GAMES[key]
    rng = random.Random(seed)
    players = [registry.player(key, level) for level in levels]
    state = game.deal(len(levels), dealt_from or rng.randbytes(32), options)
    for _ in range(actions):
        seat = game.seat_to_act(state)
        if seat is None:
            break
        view = game.view(state, seat)
        choice = players[seat].choose(view, rng)
        watch(state, view, choice)
        state = game.apply(state, seat, choice.action)
    return state
