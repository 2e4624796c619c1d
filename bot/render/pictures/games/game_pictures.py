"""The protocol of every game's pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from bot.render.brief import ViewT_contra
from bot.render.pictures.picture_style import PLAIN_STYLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.pictures.games.examples import Banner, Example
    from bot.render.pictures.games.melds import StandIns
    from bot.render.pictures.picture import Picture
    from bot.render.pictures.picture_style import PictureStyle
    from bot.rules.cards import Card


class GamePictures(Protocol[ViewT_contra]):
    """The pictures of one game.

    They are made from views, so they cannot reveal hidden cards. Equal arguments in one language give equal bytes, so
    pictures can be cached by view, order, picked cards, style and language. Drawing takes up to 60 ms: call off the
    event loop.
    """

    @property
    def banner(self) -> Banner:
        """The cards on the banner of its lobby."""
        ...

    @property
    def two_colours(self) -> bool:
        """Whether suits have two colours, red and black, for people who have not chosen."""
        ...

    @property
    def stand_ins(self) -> StandIns | None:
        """Finds what the cards of a meld stand for, so that melds set aside show it; None if it goes without saying."""
        ...

    @property
    def examples(self) -> Sequence[Example]:
        """The examples for its rules; a test checks every claim against the rules."""
        ...

    def table(self, view: ViewT_contra, style: PictureStyle = PLAIN_STYLE) -> Picture:
        """The public table in any phase; at the end of a game without a common table the same as `round_end`."""
        ...

    def hand(
        self, view: ViewT_contra, order: str, picked: Sequence[Card] = (), style: PictureStyle = PLAIN_STYLE
    ) -> Picture:
        """The viewer's own cards, sorted by `suit` or `rank`; `picked` cards (a multiset) are marked by a shape."""
        ...

    def round_end(self, view: ViewT_contra, style: PictureStyle = PLAIN_STYLE) -> Picture | None:
        """The last finished round or game: all hands, who went out, the points; None before the first end."""
        ...


AnyGamePictures: TypeAlias = GamePictures[Any]
"""The pictures of any game in the catalogue; they accept that game's views."""
