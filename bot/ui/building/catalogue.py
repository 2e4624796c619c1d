"""The turn builder of each game in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.building.huxxy import builder as huxxy
from bot.ui.building.notty import builder as notty
from bot.ui.building.rummy import builder as rummy
from bot.ui.building.six_holes import builder as six_holes
from bot.ui.building.three_thirteen import builder as three_thirteen

if TYPE_CHECKING:
    from bot.ui.building.builder import AnyBuilder

BUILDERS: dict[str, AnyBuilder] = {
    "huxxy": huxxy.BUILDER,
    "three-thirteen": three_thirteen.BUILDER,
    "notty": notty.BUILDER,
    "rummy": rummy.BUILDER,
    "six-holes": six_holes.BUILDER,
}


def builder_of(game: str) -> AnyBuilder:
    """The builder of the game with this key."""
    return BUILDERS[game]
