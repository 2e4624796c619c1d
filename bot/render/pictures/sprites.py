"""Cards and words as paletted sprites: pictures are put together in 64 colours from the start, which is what makes them fast."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageDraw

from bot.render.pictures import faces
from bot.render.pictures.palette import (
    CARD_HEIGHT,
    CARD_WIDTH,
    FAINT,
    FELT,
    GOLD,
    LIGHT,
    PLATE,
    Colour,
    font,
)
from bot.render.pictures.shapes import mask
from bot.rules.cards import BLACK_JOKER, JOKER, NOTTY_PACK, RED_JOKER, STANDARD_PACK

if TYPE_CHECKING:
    from bot.rules.cards import Card

COLOURS = 64
_KEPT_SPRITES = 600
_KEPT_WORDS = 400
_GROUNDS = (FELT, PLATE)


class Sprite(NamedTuple):
    """A paletted image and the one-bit mask of where it covers what lies below."""

    image: Image.Image
    mask: Image.Image


@cache
def palette() -> Image.Image:
    """The 64 colours of all pictures, chosen from all that is ever drawn."""
    sample = Image.new("RGB", (CARD_WIDTH * 12, (CARD_HEIGHT + 60) * 3), FELT)
    every = [*STANDARD_PACK[::3], JOKER, RED_JOKER, BLACK_JOKER, *NOTTY_PACK[::8]]
    sprites = [faces.back(), faces.gap(), *(faces.face(card, card.value == 4) for card in every)]
    for index, sprite in enumerate(sprites):
        sample.paste(sprite, (index % 12 * CARD_WIDTH, index // 12 * CARD_HEIGHT), sprite)
    pen = ImageDraw.Draw(sample)
    top = CARD_HEIGHT * 3
    for index, colour in enumerate((LIGHT, FAINT, GOLD)):
        for row, ground in enumerate(_GROUNDS):
            left, line = index * 400, top + row * 60
            pen.rectangle((left, line, left + 400, line + 60), fill=ground)
            pen.text((left + 10, line + 10), "stock 123456", font=font(36), fill=colour)
    return sample.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


@cache
def index_of(colour: Colour) -> int:
    """The palette's place of (the nearest to) a colour."""
    place: int = _reduced(Image.new("RGB", (1, 1), colour)).getpixel((0, 0))  # type: ignore[assignment]
    return place


@lru_cache(maxsize=_KEPT_SPRITES)
def card_sprite(
    card: Card | None, wild: bool, width: int, height: int, stands_for: tuple[Card, ...] = ()
) -> Sprite:
    """A face, or the back for None, at a size in pixels; a joker may show what it `stands_for`."""
    return _sprite(faces.back() if card is None else faces.face(card, wild, stands_for), width, height)


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
    """A line of text on its ground, cut to its width. ASCII only: numbers, seats and captions, never names."""
    left, top, right, bottom = font(size).getbbox(text, anchor="lm")
    image = Image.new("RGB", (round(right - left) + 4, round(bottom - top) + 4), ground)
    ImageDraw.Draw(image).text((2 - left, 2 - top), text, font=font(size), fill=colour, anchor="lm")
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
