"""The strip of melds set aside for laying down together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.cards import full_name
from bot.render.pictures.layout.blocks import Block, Face, Section
from bot.render.pictures.picture import Picture
from bot.render.pictures.picture_style import PLAIN_STYLE, PictureStyle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card


def set_aside(melds: Sequence[Sequence[Card]], style: PictureStyle = PLAIN_STYLE) -> Picture:
    """The melds side by side: they are no longer among the cards of the hand."""
    blocks = tuple(Block(tuple(map(Face, meld)), whole=True) for meld in melds)
    said = "; ".join(", ".join(map(full_name, meld)) for meld in melds)
    return Picture.of_hand([Section(blocks)], [_("Set aside to lay down: {melds}.").format(melds=said)], style)
