"""The seats of a table in a picture: their numbers of cards, and whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.pictures.layout.chips import CARDS, Chip

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.render.pictures.picture_style import PictureStyle
    from bot.rules.game import AnyView


def seat_chips(view: AnyView, hand_sizes: Sequence[int], ticked: Sequence[bool], style: PictureStyle) -> Iterator[Chip]:
    """The number of cards of each seat, with a tick if it has opened or laid down and a frame if it is to act."""
    for seat, (cards, tick) in enumerate(zip(hand_sizes, ticked, strict=True)):
        text = _("{name}: {number}").format(name=style.written(seat), number=cards)
        yield Chip(text, (CARDS, "tick") if tick else (CARDS,), framed=seat == view.seat_to_act)


def turn_words(view: AnyView, style: PictureStyle) -> Iterator[str]:
    """Yield a sentence that names the seat to act; nothing once the game is over."""
    if view.seat_to_act is not None:
        yield _("To move: {name}.").format(name=style.spoken(view.seat_to_act))
