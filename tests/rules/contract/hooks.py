"""What a game provides for the contract tests, in `tests/rules/<game>/hidden.py`.

Every listed game must provide:

- `reshuffle_hidden(state, seat, rng)`: a state of the same game that differs from `state` only in what the viewing
  seat (None: a spectator) cannot know: other hands, face-down cards, the order of the stock, the seed.
- `all_cards(state)`: every card of the deck, wherever it is.

It may provide:

- `lively_action(state, rng)`: a legal action of a player who makes progress, for games in which random play makes none.
  Half of the sampled games and the recorded playthrough use it.
- `MAX_ACTIONS`: the most actions that a game can have under the rule book's limits.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.rules.cards import Card

if TYPE_CHECKING:
    from bot.rules.game import AnyGame

DEFAULT_MAX_ACTIONS = 50_000


@dataclass(frozen=True)
class Hooks:
    """What one game provides for its tests."""

    reshuffle_hidden: Callable[[Any, int | None, random.Random], Any]
    all_cards: Callable[[Any], Iterable[Card]]
    lively_action: Callable[[Any, random.Random], Any] | None
    most_actions: int


def package_of(game: AnyGame) -> str:
    """Return the name of the game's package, such as `three_thirteen`."""
    return type(game).__module__.split(".")[2]


def hooks_of(game: AnyGame) -> Hooks:
    """Return the game's hooks.

    Raises:
        ModuleNotFoundError, AttributeError: The game is listed but has no hooks; write `tests/rules/<game>/hidden.py`.
    """
    module = importlib.import_module(f"tests.rules.{package_of(game)}.hidden")
    return Hooks(
        reshuffle_hidden=module.reshuffle_hidden,
        all_cards=module.all_cards,
        lively_action=getattr(module, "lively_action", None),
        most_actions=getattr(module, "MAX_ACTIONS", DEFAULT_MAX_ACTIONS),
    )
