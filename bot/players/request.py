"""One question to a computer player, and its answer computed here and now."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.players import registry
from bot.players.player import Choice, Stop, Thought, never
from bot.rules.game import AnyView

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_SEARCH = 1.0
"""Seconds after which every search stops with its best so far, however large its budget."""

_SEARCH_SHARE = 0.8
"""Part of the remaining budget that a search may take; the rest is for the way there and back."""


class IllegalChoiceError(RuntimeError):
    """A player chose what the rules forbid; the text holds no card, for it is logged."""


@dataclass(frozen=True, slots=True)
class Request:
    """Which player is asked about which view, with the bytes its random choices come from."""

    game_key: str
    level: str
    view: AnyView
    stream: bytes

    def rng(self) -> random.Random:
        return random.Random(int.from_bytes(self.stream, "big"))


def answer(request: Request, seconds: float) -> Choice:
    """The player's choice, its search ended in time for an answer within so many seconds.

    Raises:
        ValueError: there is no such player.
        IllegalChoiceError: the player chose an illegal action.
    """
    player = registry.player(request.game_key, request.level)
    stop = _stop_after(min(LONGEST_SEARCH, _SEARCH_SHARE * seconds))
    return _checked(player.choose(request.view, request.rng(), stop), request)


def simple_answer(request: Request) -> Choice:
    """The choice of the simple strategy (`classic`), for when the asked player gave none in time.

    If that fails too, any legal action: a table must go on.
    """
    levels = registry.levels(request.game_key)
    level = registry.DEFAULT_LEVEL if registry.DEFAULT_LEVEL in levels else levels[0]
    try:
        player = registry.player(request.game_key, level)
        return _checked(player.choose(request.view, request.rng(), never), request)
    except Exception:  # noqa: BLE001 — whatever is wrong with the player, the table goes on
        actions = request.view.legal_actions
        return Choice(actions[request.rng().randrange(len(actions))], Thought("played_in_an_emergency"))


def _checked(choice: Choice, request: Request) -> Choice:
    if choice.action not in request.view.legal_actions:
        raise IllegalChoiceError(f"An illegal {type(choice.action).__name__} was chosen.")
    return choice


def _stop_after(seconds: float, now: Callable[[], float] = time.perf_counter) -> Stop:
    end = now() + seconds
    return lambda: now() >= end
