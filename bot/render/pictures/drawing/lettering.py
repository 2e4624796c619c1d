"""Lines of text as paletted sprites. Numbers change with nearly every move, so they are drawn apart from the words
around them: each number and each phrase is then drawn once for all the lines that have it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw

from bot.render.pictures.drawing.quick import PART_MS, spend
from bot.render.pictures.drawing.sprites import index_of, reduced
from bot.render.pictures.drawing.typeface import NARROW_SPACE, SPACE, font_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PIL import ImageFont

    from bot.render.pictures.drawing.palette import Colour

_KEPT_LINES = 400
_KEPT_PIECES = 1500
"""Enough for the names of 400 people and the numbers beside them; a piece takes about 1 ms and 2 to 20 KB."""
_MARGIN = 2
"""Pixels left and right of a line's ink."""
_BESIDE_NUMBERS = re.compile(r"(?<=\d)(?=\s)|(?<=\s)(?=\d)")
"""Only where there is a space, so that no letter reaches into the next piece."""


class _Piece(NamedTuple):
    """A part of a line: its ink, where that begins, and where the next part does, in pixels from the part's origin."""

    ink: Image.Image
    left: float
    advance: float


@lru_cache(maxsize=_KEPT_LINES)
def words(text: str, size: int, colour: Colour, ground: Colour) -> Image.Image:
    """A line of text on background colour `ground`: as wide as the text, of fixed height."""
    text = text.replace(NARROW_SPACE, SPACE)
    typeface = font_for(text, size)
    pieces, places, at = [], [], 0.0
    for part in _BESIDE_NUMBERS.split(text):
        piece = _piece(part, typeface, colour, ground)
        pieces.append(piece)
        places.append((_MARGIN + round(at + piece.left - pieces[0].left), 0))
        at += piece.advance
    line = Image.new("P", (places[-1][0] + piece.ink.width + _MARGIN, piece.ink.height), index_of(ground))
    for piece, place in zip(pieces, places, strict=True):
        line.paste(piece.ink, place)
    return line


def words_within(room: int, text: str, sizes: Sequence[int], colour: Colour, ground: Colour) -> Image.Image:
    """The line of text in the first of these sizes in which it is at most `room` pixels wide; else in the last."""
    return first_within(room, (words(text, size, colour, ground) for size in sizes))


def first_within(room: int, images: Iterable[Image.Image]) -> Image.Image:
    """The first of the images that is at most `room` pixels wide, else the last; there must be one."""
    for image in images:
        if image.width <= room:
            break
    return image


@lru_cache(maxsize=_KEPT_PIECES)
def _piece(text: str, typeface: ImageFont.FreeTypeFont, colour: Colour, ground: Colour) -> _Piece:
    spend(PART_MS)
    capital, below = _heights(typeface)
    left, _top, right, _bottom = typeface.getbbox(text, anchor="ls")
    image = Image.new("RGB", (max(1, round(right - left)), round(capital + 2 * below)), ground)
    ImageDraw.Draw(image).text((-left, below + capital), text, font=typeface, fill=colour, anchor="ls")
    return _Piece(reduced(image), left, typeface.getlength(text))


@lru_cache(maxsize=32)
def _heights(typeface: ImageFont.FreeTypeFont) -> tuple[float, float]:
    """The height of a capital above the baseline, and the descent below it, in pixels."""
    return -typeface.getbbox("H", anchor="ls")[1], typeface.getbbox("g", anchor="ls")[3]
