"""A request to a computer player, and functions that answer it in the calling thread."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace

from bot.players import registry
from bot.players.player import Choice, Stop, Thought, never
from bot.rules.game import AnyView

MAX_SEARCH_SECONDS = 1.0
"""Longest search, in seconds, regardless of the budget; the best result so far is used."""

_SEARCH_SHARE = 0.8
"""Share of the remaining budget available to the search; the rest is for communication."""


class IllegalChoiceError(RuntimeError):
    """A player chose an illegal action; the message is logged, so it names no cards."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request: the player, its view, and the bytes that seed its random choices.

    An `unhurried` one is searched to its end, which the searches limit by work: its answer never depends on time.
    """

    game_key: str
    level: str
    view: AnyView
    stream: bytes
    unhurried: bool = False

    def rng(self) -> random.Random:
        return random.Random(int.from_bytes(self.stream, "big"))


def answer(request: Request, seconds: float) -> Choice:
    """Ask the player, stopping its search in time to answer within `seconds`.

    Raises:
        ValueError: the player is unknown.
        IllegalChoiceError: the player chose an illegal action.
    """
    player = registry.player(request.game_key, request.level)
    stop = never if request.unhurried else _stop_after(min(MAX_SEARCH_SECONDS, _SEARCH_SHARE * seconds))
    return _checked(player.choose(request.view, request.rng(), stop), request)


def simple_answer(request: Request) -> Choice:
    """The choice of the simple strategy (`classic`), used when the requested player did not answer in time.

    If that fails too, any legal action, so that the game can continue.
    """
    try:
        player = registry.player(request.game_key, registry.DEFAULT_LEVEL)
        return replace(_checked(player.choose(request.view, request.rng(), never), request), instead=True)
    except Exception:  # noqa: BLE001 — the game must go on, whatever the error
        actions = request.view.legal_actions
        emergency = Thought("played_in_an_emergency")
        return Choice(actions[request.rng().randrange(len(actions))], emergency, instead=True)


def _checked(choice: Choice, request: Request) -> Choice:
    if choice.action not in request.view.legal_actions:
        raise IllegalChoiceError(f"An illegal {type(choice.action).__name__} was chosen.")
    return choice


def _stop_after(seconds: float) -> Stop:
    end = time.perf_counter() + seconds
    return lambda: time.perf_counter() >= end
