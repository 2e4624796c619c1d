"""How turns of each game of the catalogue are built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.building.huxxy import HUXXY
from bot.ui.building.notty import NOTTY
from bot.ui.building.rummy import RUMMY
from bot.ui.building.six_holes import SIX_HOLES
from bot.ui.building.three_thirteen import THREE_THIRTEEN

if TYPE_CHECKING:
    from bot.ui.building.builder import Builder

BUILDERS: dict[str, Builder] = {
    "huxxy": HUXXY,
    "three-thirteen": THREE_THIRTEEN,
    "notty": NOTTY,
    "rummy": RUMMY,
    "six-holes": SIX_HOLES,
}


def builder_of(game: str) -> Builder:
    """The builder of the game with that key."""
    return BUILDERS[game]
