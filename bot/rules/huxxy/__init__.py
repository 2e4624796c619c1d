"""Huxxy: the game, and the maths of its groups and turns."""

from bot.rules.huxxy.best_turn import Turn, best_turn
from bot.rules.huxxy.game import GAME
from bot.rules.huxxy.melds import is_valid_group

__all__ = ["GAME", "Turn", "best_turn", "is_valid_group"]
