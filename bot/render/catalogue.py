"""The texts of each game in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.huxxy import text as huxxy
from bot.render.notty import text as notty
from bot.render.rummy import text as rummy
from bot.render.six_holes import text as six_holes
from bot.render.three_thirteen import text as three_thirteen

if TYPE_CHECKING:
    from bot.render.game_text import AnyGameText

TEXTS: dict[str, AnyGameText] = {
    "huxxy": huxxy.TEXT,
    "three-thirteen": three_thirteen.TEXT,
    "notty": notty.TEXT,
    "rummy": rummy.TEXT,
    "six-holes": six_holes.TEXT,
}


def text_of(game: str) -> AnyGameText:
    """The texts of the game with this key."""
    return TEXTS[game]
