"""Cards and words as paletted sprites: pictures are put together in 64 colours from the start, which is what makes them fast."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw

from bot.render.pictures import faces
from bot.render.pictures.palette import (
    FELT,
    GOLD,
    Colour,
    font,
)
from bot.render.pictures.shades import COLOURS
from bot.render.pictures.shapes import mask

if TYPE_CHECKING:
    from bot.rules.cards import Card

_KEPT_SPRITES = 600
_KEPT_WORDS = 400


class Sprite(NamedTuple):
    """A paletted image and the one-bit mask of where it covers what lies below."""

    image: Image.Image
    mask: Image.Image


@cache
def palette() -> Image.Image:
    """An image that holds the colours of all pictures."""
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in COLOURS for part in colour])
    return image


def index_of(colour: Colour) -> int:
    """The palette's place of one of its colours."""
    return COLOURS.index(colour)


@lru_cache(maxsize=_KEPT_SPRITES)
def card_sprite(
    card: Card | None,
    wild: bool,
    width: int,
    height: int,
    stands_for: tuple[Card, ...] = (),
    covered: bool = False,
) -> Sprite:
    """A face, or the back for None, at a size in pixels; see `faces.face`."""
    sprite = faces.back() if card is None else faces.face(card, wild, stands_for, covered)
    return _sprite(sprite, width, height)


@lru_cache(maxsize=8)
def gap_sprite(width: int, height: int) -> Sprite:
    """The frame of an empty pile."""
    return _sprite(faces.gap(), width, height)


@lru_cache(maxsize=32)
def mark_sprite(shape: str, size: int, ground: Colour) -> Image.Image:
    """A golden shape, such as a `tick` or an `arrow` (upward), on its ground, size x size pixels."""
    image = Image.new("RGB", (size, size), ground)
    image.paste(GOLD, (0, 0), mask(shape, size))
    return _reduced(image)


@lru_cache(maxsize=_KEPT_WORDS)
def words(text: str, size: int, colour: Colour, ground: Colour) -> Image.Image:
    """A line of text on its ground, as wide as the text and as high as any, capitals in the middle; never a name."""
    typeface = font(size)
    capital, below = -typeface.getbbox("H", anchor="ls")[1], typeface.getbbox("g", anchor="ls")[3]
    left, _top, right, _bottom = typeface.getbbox(text, anchor="ls")
    image = Image.new("RGB", (round(right - left) + 4, round(capital + 2 * below)), ground)
    ImageDraw.Draw(image).text((2 - left, below + capital), text, font=typeface, fill=colour, anchor="ls")
    return _reduced(image)


def _sprite(image: Image.Image, width: int, height: int) -> Sprite:
    fitted = (
        image if image.size == (width, height) else image.resize((width, height), Image.Resampling.LANCZOS)
    )
    ground = Image.new("RGB", fitted.size, FELT)
    ground.paste(fitted, (0, 0), fitted)
    return Sprite(
        _reduced(ground), fitted.getchannel("A").point(lambda alpha: 255 if alpha > 100 else 0, "1")
    )


def _reduced(image: Image.Image) -> Image.Image:
    return image.quantize(palette=palette(), dither=Image.Dither.NONE)
