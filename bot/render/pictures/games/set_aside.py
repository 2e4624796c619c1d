"""The strip of melds set aside for laying down together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.pictures.games.stand_ins import meld_words, standing
from bot.render.pictures.layout.blocks import Block, Face, Section
from bot.render.pictures.picture import Picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.pictures.games.stand_ins import StandIns
    from bot.render.pictures.picture_style import PictureStyle
    from bot.rules.cards import Card


def set_aside(melds: Sequence[tuple[Card, ...]], stand_ins: StandIns | None, style: PictureStyle) -> Picture:
    """The melds side by side, with what their jokers stand for: they are no longer among the cards of the hand."""
    places = [((),) * len(meld) if stand_ins is None else stand_ins(meld) for meld in melds]
    pairs = list(zip(melds, places, strict=True))
    blocks = tuple(Block(standing(map(Face, meld), stands_for), whole=True) for meld, stands_for in pairs)
    said = "; ".join(meld_words(*pair) for pair in pairs)
    return Picture.of_hand([Section(blocks)], [_("Set aside to lay down: {melds}.").format(melds=said)], style)
