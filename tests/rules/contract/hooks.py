"""What a game provides for the contract tests, in `tests/rules/<game>/hidden.py`.

Every listed game must provide:

- `reshuffle_hidden(state, seat, rng)`: a state of the same game that differs from `state` only in what the viewing
  seat (None: a spectator) cannot know: other hands, face-down cards, the order of the stock, the seed.
- `all_cards(state)`: every card of the deck, wherever it is.

It may provide:

- `lively_action(state, rng)`: a legal action of a player who makes progress, for games in which random play makes none.
  Half of the sampled games and the recorded playthrough use it.
- `MAX_ACTIONS`: the most actions that a game can have under the rule book's limits.
- `face_down(state)`: how many cards nobody has seen, if that is not the number of cards in `state.stock`.
- `SHOWING`: the classes of the actions that show cards of a hand besides those that they name, such as a knock.
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
    face_down: Callable[[Any], int]
    showing: tuple[type, ...]


def package_of(game: AnyGame) -> str:
    """Return the name of the game's package, such as `three_thirteen`."""
    return type(game).__module__.split(".")[2]


def hooks_of(game: AnyGame) -> Hooks:
    """Return the game's hooks.

    Raises:
        LookupError: The game is listed but has no hooks.
        AttributeError: They lack one that every game must provide.
    """
    package = f"tests.rules.{package_of(game)}"
    try:
        module = importlib.import_module(f"{package}.hidden")
    except ModuleNotFoundError as error:
        if error.name not in (package, f"{package}.hidden"):
            raise
        path = f"{package}.hidden".replace(".", "/")
        raise LookupError(f"{game.title} needs {path}.py; tests/rules/contract/hooks.py says what is in it.") from error
    return Hooks(
        reshuffle_hidden=module.reshuffle_hidden,
        all_cards=module.all_cards,
        lively_action=getattr(module, "lively_action", None),
        most_actions=getattr(module, "MAX_ACTIONS", DEFAULT_MAX_ACTIONS),
        face_down=getattr(module, "face_down", lambda state: len(state.stock)),
        showing=getattr(module, "SHOWING", ()),
    )
