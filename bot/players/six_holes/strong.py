"""The level `strong` of 6 Holes: the best move of the solved game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.player import Choice, Rated, Stop, never, second
from bot.players.six_holes.search import moves
from bot.players.six_holes.situation import situation
from bot.players.six_holes.why import explain

if TYPE_CHECKING:
    import random

    from bot.rules.six_holes.view import SixHolesView


class StrongSixHolesPlayer:
    """Plays the solved game, with the real chances of the unseen cards for the next move.

    Values are the opponent's expected points minus its own until the end of the round.
    """

    def choose(self, view: SixHolesView, rng: random.Random, stop: Stop = never) -> Choice:
        return best_move(view)


def best_move(view: SixHolesView) -> Choice:
    """The move with the best value; in a last turn, that is the fewest points."""
    ranked = tuple(Rated(move.action, -move.cost) for move in moves(situation(view)))
    return Choice(ranked[0].action, explain(view, ranked[0], second(ranked)), ranked)
