"""Chips: short facts, such as a seat's number of cards, on small plates in rows above the cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import ImageDraw

from bot.render.pictures.palette import GOLD, LIGHT, MARGIN, PLATE, WIDTH
from bot.render.pictures.sprites import index_of, mark_sprite, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PIL import Image

_HEIGHT = 50
_SPACE = 10
_PADDING = 15
_SIGN = 36


@dataclass(frozen=True, slots=True)
class Chip:
    """One fact; `sign` is a shape after the text, such as `tick`; `framed` marks the seat to act."""

    text: str
    sign: str = ""
    framed: bool = False


def chips_height(chips: Sequence[Chip]) -> int:
    """The height of the chips in pixels; 0 if there are none."""
    below = 0
    for _chip, _text, _left, _right, top in _placed(chips):
        below = top + _HEIGHT + _SPACE + 8
    return below


def draw_chips(image: Image.Image, chips: Sequence[Chip], top: int) -> None:
    """Draw the chips in rows from `top` (in pixels) down."""
    pen = ImageDraw.Draw(image)
    for chip, text, left, right, below in _placed(chips):
        box = (left, top + below, right, top + below + _HEIGHT)
        edge = index_of(GOLD if chip.framed else PLATE)
        pen.rounded_rectangle(box, _HEIGHT // 2, fill=index_of(PLATE), outline=edge, width=4)
        middle = top + below + _HEIGHT // 2
        image.paste(text, (left + _PADDING, middle - text.height // 2))
        if chip.sign:
            sign = mark_sprite(chip.sign, _SIGN - 8, PLATE)
            image.paste(sign, (left + _PADDING + text.width + 8, middle - sign.height // 2))


def _placed(chips: Sequence[Chip]) -> Iterator[tuple[Chip, Image.Image, int, int, int]]:
    """Yield each chip with its drawn text, left and right edges, and its top edge relative to the first row."""
    left, top = MARGIN, 0
    for chip in chips:
        text = words(chip.text, 32, LIGHT, PLATE)
        width = 2 * _PADDING + text.width + (_SIGN if chip.sign else 0)
        if left > MARGIN and left + width > WIDTH - MARGIN:
            left, top = MARGIN, top + _HEIGHT + _SPACE
        yield chip, text, left, left + width, top
        left += width + _SPACE
