"""Notty: open hands of coloured numbers; draw, take, discard groups, and be the first with an empty hand."""

from bot.rules.notty.game import GAME
from bot.rules.notty.melds import is_valid_group, largest_discard
from bot.rules.notty.solver.shedding import best_discards

__all__ = ["GAME", "best_discards", "is_valid_group", "largest_discard"]
