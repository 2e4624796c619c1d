"""6 Holes: two grids of six cards, most of them face down; pairs in a column score nothing, the lowest total wins."""

from bot.rules.six_holes.game import GAME
from bot.rules.six_holes.scoring import card_value, column_score

__all__ = ["GAME", "card_value", "column_score"]
