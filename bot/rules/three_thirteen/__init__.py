"""Three Thirteen: eleven rounds of drawing and discarding, each with a new wild rank; the lowest penalty wins."""

from bot.rules.three_thirteen.game import GAME
from bot.rules.three_thirteen.melds import is_valid_group, is_valid_sequence
from bot.rules.three_thirteen.solver.arrangement import (
    Arrangement,
    best_arrangement,
    going_out_discards,
    is_complete,
)

__all__ = [
    "GAME",
    "Arrangement",
    "best_arrangement",
    "going_out_discards",
    "is_complete",
    "is_valid_group",
    "is_valid_sequence",
]
