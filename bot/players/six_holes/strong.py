"""The level `strong` of 6 Holes: the best move according to the solved race for the side columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.players.player import Choice, Rated, Stop, Thought, never
from bot.players.six_holes.search import moves
from bot.players.six_holes.situation import situation
from bot.rules.six_holes.actions import DISCARD, DRAW, OPENS, PLACES, TAKES, Position

if TYPE_CHECKING:
    import random

    from bot.players.six_holes.search import Move
    from bot.rules.six_holes.actions import SixHolesAction
    from bot.rules.six_holes.view import SixHolesView


class StrongSixHolesPlayer:
    """Plays the solved race with the probabilities of the unseen cards, and improves the middle on the way.

    Values are the opponent's expected points minus its own until the end of the round.
    """

    level = "strong"

    def choose(self, view: SixHolesView, rng: random.Random, stop: Stop = never) -> Choice:
        found = moves(situation(view))
        best = found[0]
        facts: dict[str, object] = {"margin": round(found[1].cost - best.cost, 1) if len(found) > 1 else 0}
        if best.place is not None:
            facts["place"] = Position(best.place).label
        if best.kind in ("take", "place", "discard"):
            facts["card"] = view.takeable if best.kind == "take" else view.drawn
        ranked = tuple(Rated(_action(move), -move.cost) for move in found)
        return Choice(_action(best), Thought(f"{best.kind}_is_best", facts), ranked)


def _action(move: Move) -> SixHolesAction:
    if move.place is None:
        return DRAW if move.kind == "draw" else DISCARD
    place = Position(move.place)
    if move.kind == "open":
        return OPENS[place]
    return TAKES[place] if move.kind == "take" else PLACES[place]
