"""The pictures of Pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.pictures.games.examples import Banner, Example, Shown
from bot.render.pictures.games.hands_left import HandLeft, OwnHand, hands_left, own_hand
from bot.render.pictures.layout.blocks import Block, Face, Section
from bot.render.pictures.layout.marks import Marks
from bot.render.pictures.picture import Picture, named
from bot.render.pictures.picture_style import PLAIN_STYLE, PictureStyle
from tests.sixth_game.rules import unpaired, unpaired_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.pictures.games.game_pictures import GamePictures
    from bot.rules.cards import Card
    from tests.sixth_game.rules import PairsView


class PairsPictures:
    """Draws the pictures of Pairs."""

    banner = Banner("7S 7H KD KC")
    two_colours = False
    stand_ins = None
    examples = (
        Example("Two cards of one rank are a pair.", (Shown("7S 7H", "pair"),)),
        Example("Not valid: two ranks.", (Shown("7S 8S", "no pair", valid=False),)),
    )

    def table(self, view: PairsView, style: PictureStyle = PLAIN_STYLE) -> Picture:
        if view.outcome is not None:
            return hands_left(_left(view), style)
        pile = () if view.upcard is None else (view.upcard,)
        blocks = (Block((Face(None),), f"stock: {view.stock_size}"), Block(Marks().faces(pile), "pile"))
        return Picture.of([Section(blocks)], [f"Pile: {named(pile)}.", f"Stock: {view.stock_size}."], style)

    def hand(
        self, view: PairsView, order: str, picked: Sequence[Card] = (), style: PictureStyle = PLAIN_STYLE
    ) -> Picture:
        return own_hand(OwnHand(view.hand, unpaired_points(view.hand), view.drawn), order, picked, style)

    def round_end(self, view: PairsView, style: PictureStyle = PLAIN_STYLE) -> Picture | None:
        return self.table(view, style) if view.outcome is not None else None


def _left(view: PairsView) -> list[HandLeft]:
    return [HandLeft(hand, unpaired_points(hand), not unpaired(hand)) for hand in view.hands]


PICTURES: GamePictures[PairsView] = PairsPictures()
