"""The pictures of each game of the catalogue, and the Protocol that they keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from bot.render.pictures import huxxy, notty, rummy, six_holes, three_thirteen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.pictures.picture import Picture
    from bot.rules.cards import Card


class GamePictures(Protocol):
    """The pictures of one game: a module of this package.

    They are made from a view, so nothing hidden can get into them, and equal arguments in one language give equal
    bytes: keep them by view, order, picked cards and language. Drawing takes up to 60 ms: do it off the event loop.
    """

    def table(self, view: Any) -> Picture:
        """What lies on the table for all to see, in every phase; when the game is over, everyone's last hand and points."""
        ...

    def hand(self, view: Any, order: str, picked: Sequence[Card] = ()) -> Picture:
        """The viewer's own cards, sorted by `suit` or by `rank`; the `picked` ones (a multiset) are marked by shape."""
        ...

    def round_end(self, view: Any) -> Picture | None:
        """The round that ended last: all hands, who went out, what it cost; None while no round has ended."""
        ...


PICTURES: dict[str, GamePictures] = {
    "huxxy": huxxy,
    "rummy": rummy,
    "three-thirteen": three_thirteen,
    "notty": notty,
    "six-holes": six_holes,
}


def pictures_of(game: str) -> GamePictures:
    """The pictures of the game with that key.

    Raises:
        KeyError: there is no such game.
    """
    return PICTURES[game]
