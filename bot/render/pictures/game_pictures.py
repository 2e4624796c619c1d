"""What every game shows in pictures: the Protocol that each game's pictures keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from bot.render.brief import ViewT_contra

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.pictures.examples import Banner, Example
    from bot.render.pictures.picture import Picture
    from bot.rules.cards import Card


class GamePictures(Protocol[ViewT_contra]):
    """The pictures of one game.

    They are made from a view, so nothing hidden can get into them, and equal arguments in one language give equal
    bytes: keep them by view, order, picked cards and language. Drawing takes up to 60 ms: do it off the event loop.
    """

    @property
    def banner(self) -> Banner:
        """The cards on the banner of its lobby."""
        ...

    @property
    def examples(self) -> Sequence[Example]:
        """The examples beside its rules; a test checks every claim against the rules."""
        ...

    def table(self, view: ViewT_contra) -> Picture:
        """What lies on the table for all to see, in every phase; when the game is over, everyone's last hand and points."""
        ...

    def hand(self, view: ViewT_contra, order: str, picked: Sequence[Card] = ()) -> Picture:
        """The viewer's own cards, sorted by `suit` or by `rank`; the `picked` ones (a multiset) are marked by shape."""
        ...

    def round_end(self, view: ViewT_contra) -> Picture | None:
        """The round that ended last: all hands, who went out, what it cost; None while no round has ended."""
        ...


AnyGamePictures: TypeAlias = GamePictures[Any]
"""The pictures of some game of the catalogue, which take views of that game."""
