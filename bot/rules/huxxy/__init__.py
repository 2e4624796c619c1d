"""Huxxy: the game, and the maths of its groups and turns."""

from bot.rules.huxxy.game import GAME
from bot.rules.huxxy.melds import is_valid_group

__all__ = ["GAME", "is_valid_group"]
