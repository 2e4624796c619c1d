"""Players that a worker process must survive. The process loads no other file of the tests."""

from __future__ import annotations

import os
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from bot.players import registry
from bot.players.player import Choice

if TYPE_CHECKING:
    import random

GAME_KEY = "three-thirteen"
LONG = 60.0
"""Seconds that a thought takes if nothing stops it."""


class SleepyPlayer:
    """Sleeps and never looks at the clock."""

    def choose(self, view: Any, rng: random.Random, stop: Any = None) -> Any:
        time.sleep(LONG)


class CrashingPlayer:
    """Kills its own process."""

    def choose(self, view: Any, rng: random.Random, stop: Any = None) -> Any:
        os._exit(3)


class CheatingPlayer:
    """Chooses an action that the rules forbid."""

    def choose(self, view: Any, rng: random.Random, stop: Any = None) -> Any:
        print("a stray print harms nobody")  # noqa: T201
        return Choice("draw four")


class HastyPlayer:
    """Chooses its last action if its time is already up, and otherwise its first."""

    def choose(self, view: Any, rng: random.Random, stop: Any = None) -> Any:
        time.sleep(0.05)
        return Choice(view.legal_actions[-1 if stop() else 0])


class BlabbingPlayer:
    """Fails with an error that names a card of its hand."""

    def choose(self, view: Any, rng: random.Random, stop: Any = None) -> Any:
        raise KeyError("the ace of spades")


def teach_bad_manners() -> None:
    """Add the players above to the registry of the worker process."""
    bad = {
        "sleepy": SleepyPlayer,
        "crashing": CrashingPlayer,
        "cheating": CheatingPlayer,
        "hasty": HastyPlayer,
        "blabbing": BlabbingPlayer,
    }
    known = registry.PLAYERS[GAME_KEY]
    taught: Any = SimpleNamespace(levels={**known.levels, **bad}, thoughts=known.thoughts)
    registry.PLAYERS[GAME_KEY] = taught
