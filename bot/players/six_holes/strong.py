"""The level `strong` of 6 Holes: the best move of the solved game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.player import Choice, Rated, Stop, never, second
from bot.players.six_holes.search import moves
from bot.players.six_holes.situation import situation
from bot.players.six_holes.why import explain
from bot.rules.six_holes.actions import DISCARD, DRAW, OPENS, PLACES, TAKES, Position

if TYPE_CHECKING:
    import random

    from bot.players.six_holes.search import Move
    from bot.rules.six_holes.actions import SixHolesAction
    from bot.rules.six_holes.view import SixHolesView


class StrongSixHolesPlayer:
    """Plays the solved game, with the real chances of the unseen cards for the next move.

    Values are the opponent's expected points minus its own until the end of the round.
    """

    level = "strong"

    def choose(self, view: SixHolesView, rng: random.Random, stop: Stop = never) -> Choice:
        return best_move(view)


def best_move(view: SixHolesView) -> Choice:
    """The move with the best value; in a last turn, that is the fewest points."""
    ranked = tuple(Rated(_action(move), -move.cost) for move in moves(situation(view)))
    return Choice(ranked[0].action, explain(view, ranked[0], second(ranked)), ranked)


def _action(move: Move) -> SixHolesAction:
    if move.place is None:
        return DRAW if move.kind == "draw" else DISCARD
    place = Position(move.place)
    if move.kind == "open":
        return OPENS[place]
    return TAKES[place] if move.kind == "take" else PLACES[place]
