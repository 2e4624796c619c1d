"""Rummy: sets and runs with coloured jokers, a first laydown worth 40, and melds that everybody can add to."""

from bot.rules.rummy.fitting import fits, lay_offs, swaps
from bot.rules.rummy.game import GAME
from bot.rules.rummy.melds import (
    Meld,
    hand_points,
    is_full,
    is_set,
    is_valid_run,
    is_valid_set,
    meld_value,
    run_start,
)
from bot.rules.rummy.solver.laydown import best_laydown, best_value

__all__ = [
    "GAME",
    "Meld",
    "best_laydown",
    "best_value",
    "fits",
    "hand_points",
    "is_full",
    "is_set",
    "is_valid_run",
    "is_valid_set",
    "lay_offs",
    "meld_value",
    "run_start",
    "swaps",
]
