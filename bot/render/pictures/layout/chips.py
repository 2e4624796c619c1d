"""Chips: short facts, such as a seat's number of cards, on small plates in rows above the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from PIL import Image, ImageDraw

from bot.render.pictures.drawing.lettering import first_within, words
from bot.render.pictures.drawing.palette import FAINT, FELT, GOLD, LIGHT, MARGIN, PLATE
from bot.render.pictures.drawing.sprites import index_of, mark_sprite

CARDS = "cards"
"""The sign that tells a number of cards from points."""
_HEIGHT = 60
_SPACE = 10
_BELOW = 8
_PADDING = 18
_SIGN = 40
_SIZES = (40, 36, 32, 28, 24, 20)
"""Type sizes in pixels: the largest in which a chip fits into a row is used."""
_KEPT_CHIPS = 500


@dataclass(frozen=True, slots=True)
class Chip:
    """One fact; `signs` are shapes after the text, such as `tick`; `framed` marks the seat to act."""

    text: str
    signs: tuple[str, ...] = ()
    framed: bool = False


@dataclass(frozen=True, slots=True)
class _Placed:
    """A drawn chip, and its place relative to the first row."""

    drawn: Image.Image
    left: int
    top: int


@dataclass(frozen=True, slots=True)
class ChipRows:
    """Chips arranged in rows of limited width; `height` includes the space below, and is 0 without chips."""

    placed: Sequence[_Placed]
    width: int
    height: int

    @classmethod
    def of(cls, chips: Sequence[Chip], most: int) -> ChipRows:
        """Arrange the chips in rows of at most `most` pixels."""
        placed: list[_Placed] = []
        width = left = top = 0
        for chip in chips:
            drawn = first_within(most + 1, map(partial(_drawn, chip), _SIZES))
            if left and left + drawn.width - 1 > most:
                left, top = 0, top + _HEIGHT + _SPACE
            placed.append(_Placed(drawn, left, top))
            width = max(width, left + drawn.width - 1)
            left += drawn.width - 1 + _SPACE
        return cls(placed, width, top + _HEIGHT + _SPACE + _BELOW if placed else 0)

    def draw(self, image: Image.Image, top: int) -> None:
        """Draw the chips from `top` (in pixels) down, on a background of plain felt."""
        for one in self.placed:
            image.paste(one.drawn, (MARGIN + one.left, top + one.top))


@lru_cache(maxsize=_KEPT_CHIPS)
def _drawn(chip: Chip, size: int) -> Image.Image:
    """The chip on felt, cached because it rarely changes between moves; its frame extends one pixel beyond its size."""
    text = words(chip.text, size, LIGHT, PLATE)
    width, middle = 2 * _PADDING + text.width + _SIGN * len(chip.signs), _HEIGHT // 2
    image = Image.new("P", (width + 1, _HEIGHT + 1), index_of(FELT))
    edge = index_of(GOLD if chip.framed else PLATE)
    ImageDraw.Draw(image).rounded_rectangle((0, 0, width, _HEIGHT), middle, fill=index_of(PLATE), outline=edge, width=5)
    image.paste(text, (_PADDING, middle - text.height // 2))
    for number, name in enumerate(chip.signs):
        sign = mark_sprite(name, _SIGN - 8, PLATE, FAINT if name == CARDS else GOLD)
        image.paste(sign, (_PADDING + text.width + 8 + _SIGN * number, middle - sign.height // 2))
    return image
