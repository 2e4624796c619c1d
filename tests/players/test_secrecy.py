"""Computer players cannot know hidden cards: with other hidden cards, they make the same choices."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from bot.players import registry
from bot.rules.catalogue import GAMES
from tests.players.playing import play
from tests.rules.contract.hooks import hooks_of

if TYPE_CHECKING:
    from bot.players.player import Choice

CHOICES = 60


@pytest.mark.parametrize(("key", "level"), [(key, level) for key in GAMES for level in registry.levels(key)])
def test_choices_do_not_depend_on_hidden_cards(key: str, level: str) -> None:
    """Other hands, face-down cards, the stock's order and the seed are exchanged; the random stream stays the same."""
    game = GAMES[key]
    reshuffle_hidden = hooks_of(game).reshuffle_hidden
    rng = random.Random(level)
    different = 0

    def watch(state: Any, view: Any, choice: Choice) -> None:
        nonlocal different
        other = reshuffle_hidden(state, view.seat, rng)
        different += other != state
        player = registry.player(key, level)
        chosen = player.choose(game.view(other, view.seat), random.Random(5))
        assert chosen == player.choose(view, random.Random(5))

    play(key, [level] * game.default_seats, seed=3, watch=watch, actions=CHOICES)
    assert different > CHOICES / 2
