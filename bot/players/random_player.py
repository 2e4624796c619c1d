"""The level `random`: any legal action, with equal probability."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.player import Choice, Stop, Thought, never

if TYPE_CHECKING:
    import random

    from bot.rules.game import AnyView


class RandomPlayer:
    """Chooses uniformly among the legal actions, for games in which every action makes progress."""

    def choose(self, view: AnyView, rng: random.Random, stop: Stop = never) -> Choice:
        actions = view.legal_actions
        return Choice(actions[rng.randrange(len(actions))], Thought("chose_at_random", {"of": len(actions)}))
