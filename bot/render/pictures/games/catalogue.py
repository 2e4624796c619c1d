"""The pictures of each game in the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.pictures.games import huxxy, notty, rummy, six_holes, three_thirteen

if TYPE_CHECKING:
    from bot.render.pictures.games.game_pictures import AnyGamePictures

PICTURES: dict[str, AnyGamePictures] = {
    "huxxy": huxxy.PICTURES,
    "three-thirteen": three_thirteen.PICTURES,
    "notty": notty.PICTURES,
    "rummy": rummy.PICTURES,
    "six-holes": six_holes.PICTURES,
}


def pictures_of(game: str) -> AnyGamePictures:
    """The pictures of the game with this key.

    Raises:
        KeyError: the game is unknown.
    """
    return PICTURES[game]
