"""Cards as paletted sprites. Pictures have the few colours of one palette, which makes them fast to compose."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image

from bot.render.pictures.drawing import faces
from bot.render.pictures.drawing.palette import COLOURS, FELT, GOLD, Colour
from bot.render.pictures.drawing.quick import MEGAPIXEL_MS, PART_MS, spend
from bot.render.pictures.drawing.shapes import mask

if TYPE_CHECKING:
    from bot.rules.cards import Card

_KEPT_SPRITES = 1000


class Sprite(NamedTuple):
    """A paletted image with a one-bit mask of its opaque pixels."""

    image: Image.Image
    mask: Image.Image


@cache
def palette() -> Image.Image:
    """An image with the palette of all pictures."""
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in COLOURS for part in colour])
    return image


def canvas(width: int, height: int) -> Image.Image:
    """Plain felt of a size in pixels, to put a picture together on."""
    spend(width * height / 1e6 * MEGAPIXEL_MS)
    image = Image.new("P", (width, height), index_of(FELT))
    image.putpalette(palette().getpalette() or [])
    return image


@cache
def index_of(colour: Colour) -> int:
    """The index of a colour in the palette."""
    return COLOURS.index(colour)


@lru_cache(maxsize=_KEPT_SPRITES)
def card_sprite(
    card: Card | None,
    width: int,
    height: int,
    *,
    wild: bool,
    stands_for: tuple[Card, ...],
    covered: bool,
    two_colours: bool,
) -> Sprite:
    """A face, or the back for None, at a size in pixels; see `faces.face`."""
    spend(PART_MS)
    sprite = faces.back()
    if card is not None:
        sprite = faces.face(card, wild=wild, stands_for=stands_for, covered=covered, two_colours=two_colours)
    return Sprite(_fitted(sprite, width, height), _card_outline(width, height))


@lru_cache(maxsize=8)
def gap_sprite(width: int, height: int) -> Sprite:
    """The outline of an empty pile at a size in pixels; see `faces.gap`."""
    spend(PART_MS)
    gap = faces.gap()
    return Sprite(_fitted(gap, width, height), _outline(gap, width, height))


@lru_cache(maxsize=32)
def mark_sprite(shape: str, size: int, ground: Colour, colour: Colour = GOLD) -> Image.Image:
    """A shape, such as a `tick` or an upward `arrow`, of size x size pixels on background colour `ground`."""
    spend(PART_MS)
    image = Image.new("RGB", (size, size), ground)
    image.paste(colour, (0, 0), mask(shape, size))
    return reduced(image)


def _fitted(image: Image.Image, width: int, height: int) -> Image.Image:
    """The image on felt, scaled to a size in pixels."""
    ground = Image.new("RGB", image.size, FELT)
    ground.paste(image, (0, 0), image)
    if image.size != (width, height):
        ground = ground.resize((width, height), Image.Resampling.LANCZOS)
    return reduced(ground)


@lru_cache(maxsize=16)
def _card_outline(width: int, height: int) -> Image.Image:
    """The mask shared by all cards, which have the same outline."""
    return _outline(faces.back(), width, height)


def _outline(image: Image.Image, width: int, height: int) -> Image.Image:
    """The one-bit mask of an image's opaque pixels, at a size in pixels."""
    alpha = image.getchannel("A").resize((width, height), Image.Resampling.LANCZOS)
    return alpha.point(lambda value: 255 if value > 100 else 0, "1")


def reduced(image: Image.Image) -> Image.Image:
    """The picture in the colours of all pictures."""
    return image.quantize(palette=palette(), dither=Image.Dither.NONE)
