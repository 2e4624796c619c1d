"""Huxxy: the game, and the search for its strongest turns."""

from bot.rules.huxxy.game import GAME
from bot.rules.huxxy.melds import is_valid_group
from bot.rules.huxxy.solver.best_turn import Turn, best_turn

__all__ = ["GAME", "Turn", "best_turn", "is_valid_group"]
