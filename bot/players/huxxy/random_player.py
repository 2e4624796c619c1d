"""The level `random` of Huxxy: plays at random, without building and undoing forever."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.player import Choice, Stop, Thought, never
from bot.rules.huxxy.actions import DRAW, END_TURN, RESET, Move, Play

if TYPE_CHECKING:
    import random

    from bot.rules.huxxy.view import HuxxyView


class RandomHuxxyPlayer:
    """At the start of a turn, draws or plays any card anywhere, with equal chance.

    Choosing uniformly among all legal actions would build and undo for hours. So once it has started building, it
    plays at random until the turn can be ended, and ends it. If no play is left, it undoes everything and starts over.
    """

    def choose(self, view: HuxxyView, rng: random.Random, stop: Stop = never) -> Choice:
        if not view.plays and (not view.hand or rng.random() < 0.5):
            return Choice(DRAW, Thought("drew_at_random"))
        actions = view.legal_actions
        if END_TURN in actions:
            return Choice(END_TURN, Thought("ended_as_it_could"))
        plays = [action for action in actions if isinstance(action, Play | Move)]
        if not plays:
            return Choice(RESET, Thought("took_back_all"))
        return Choice(plays[rng.randrange(len(plays))], Thought("chose_at_random", {"of": len(plays)}))
