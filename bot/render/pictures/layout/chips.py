"""Chips: short facts, such as a seat's number of cards, on small plates in rows above the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.render.pictures.drawing.palette import GOLD, LIGHT, MARGIN, PLATE
from bot.render.pictures.drawing.sprites import index_of, mark_sprite, words

_HEIGHT = 60
_SPACE = 10
_BELOW = 8
_PADDING = 18
_SIGN = 40
_SIZE = 40


@dataclass(frozen=True, slots=True)
class Chip:
    """One fact; `sign` is a shape after the text, such as `tick`; `framed` marks the seat to act."""

    text: str
    sign: str = ""
    framed: bool = False


@dataclass(frozen=True, slots=True)
class _Placed:
    """A chip with its drawn text, and its place relative to the first row."""

    chip: Chip
    text: Image.Image
    left: int
    right: int
    top: int


@dataclass(frozen=True, slots=True)
class ChipRows:
    """Chips arranged in rows of at most some width in pixels."""

    placed: Sequence[_Placed]

    @classmethod
    def of(cls, chips: Sequence[Chip], most: int) -> ChipRows:
        """Arrange the chips."""
        placed: list[_Placed] = []
        left = top = 0
        for chip in chips:
            text = words(chip.text, _SIZE, LIGHT, PLATE)
            width = 2 * _PADDING + text.width + (_SIGN if chip.sign else 0)
            if left and left + width > most:
                left, top = 0, top + _HEIGHT + _SPACE
            placed.append(_Placed(chip, text, left, left + width, top))
            left += width + _SPACE
        return cls(placed)

    @property
    def width(self) -> int:
        return max((one.right for one in self.placed), default=0)

    @property
    def height(self) -> int:
        """The height with the space below, in pixels; 0 if there are none."""
        return self.placed[-1].top + _HEIGHT + _SPACE + _BELOW if self.placed else 0

    def draw(self, image: Image.Image, top: int) -> None:
        """Draw the chips from `top` (in pixels) down."""
        pen = ImageDraw.Draw(image)
        for one in self.placed:
            left, above = MARGIN + one.left, top + one.top
            box = (left, above, MARGIN + one.right, above + _HEIGHT)
            edge = index_of(GOLD if one.chip.framed else PLATE)
            pen.rounded_rectangle(box, _HEIGHT // 2, fill=index_of(PLATE), outline=edge, width=5)
            middle = above + _HEIGHT // 2
            image.paste(one.text, (left + _PADDING, middle - one.text.height // 2))
            if one.chip.sign:
                sign = mark_sprite(one.chip.sign, _SIGN - 8, PLATE)
                image.paste(sign, (left + _PADDING + one.text.width + 8, middle - sign.height // 2))
