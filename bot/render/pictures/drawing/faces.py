"""Card faces, of which sprites are made: the index is in the left strip, which stays visible when cards overlap."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from bot.render.pictures.drawing.palette import (
    BACK,
    BACK_LINES,
    CARD_HEIGHT,
    CARD_WIDTH,
    FOUR_COLOURS,
    GOLD,
    INK,
    JOKER_COLOURS,
    NOTTY_COLOURS,
    PAPER,
    PAPER_EDGE,
    TWO_COLOURS,
    Colour,
)
from bot.render.pictures.drawing.shapes import NOTTY_SHAPES, mask, stamp
from bot.render.pictures.drawing.typeface import font

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.cards import Card

_RADIUS = 16
_SHARP = 4


def face(
    card: Card,
    *,
    wild: bool = False,
    stands_for: tuple[Card, ...] = (),
    covered: bool = False,
    two_colours: bool = False,
) -> Image.Image:
    """The face of any game's card; `wild` adds the star and the golden frame.

    `stands_for` is what a joker on the table stands for: one card, or several of one rank. A `covered` card is
    left blank where the next card overlaps it, because partial symbols are only noise.
    """
    suits = TWO_COLOURS if two_colours else FOUR_COLOURS
    if card.is_joker:
        joker = _joker(card, covered=covered)
        return _standing(joker, stands_for, suits) if stands_for else joker
    if card.is_notty:
        return _notty(card)
    sprite = _blank(PAPER, GOLD if wild else PAPER_EDGE, 7 if wild else 2)
    colour = suits[card.suit]
    _index(sprite, "10" if card.rank == "0" else card.rank, colour)
    stamp(sprite, card.suit, colour, 14, 72, 56)
    if not covered:
        foot = mask(card.suit, 56).transpose(Image.Transpose.ROTATE_180)
        sprite.paste(colour, (CARD_WIDTH - 70, CARD_HEIGHT - 70), foot)
    if wild:
        _badge(sprite)
    return sprite


def _standing(joker: Image.Image, cards: tuple[Card, ...], suits: Mapping[str, Colour]) -> Image.Image:
    """The joker with the rank and suits it stands for at the bottom of its strip."""
    draw = ImageDraw.Draw(joker)
    draw.rectangle((8, 84, 82, CARD_HEIGHT - 9), fill=PAPER)
    draw.line((14, 86, 76, 86), fill=INK, width=3)
    rank = "10" if cards[0].rank == "0" else cards[0].rank
    draw.text((45, 112), rank, font=font(48), fill=suits[cards[0].suit], anchor="mm")
    size = 40 if len(cards) == 1 else 34
    for index, card in enumerate(cards):
        left = 45 - size * len(cards) // 2 + index * size
        stamp(joker, card.suit, suits[card.suit], left, 136, size)
    return joker


@cache
def back() -> Image.Image:
    """A face-down card."""
    sprite = _blank(BACK, PAPER, 5)
    lattice = Image.new("RGBA", sprite.size)
    draw = ImageDraw.Draw(lattice)
    for offset in range(-CARD_HEIGHT, CARD_WIDTH + CARD_HEIGHT, 22):
        draw.line((offset, 0, offset + CARD_HEIGHT, CARD_HEIGHT), fill=(*BACK_LINES, 150), width=2)
        draw.line((offset, CARD_HEIGHT, offset + CARD_HEIGHT, 0), fill=(*BACK_LINES, 150), width=2)
    inside = _rounded(CARD_WIDTH - 20, CARD_HEIGHT - 20, _RADIUS - 6)
    framed = Image.new("L", sprite.size, 0)
    framed.paste(inside, (10, 10))
    sprite.paste(lattice, (0, 0), Image.composite(lattice.getchannel("A"), Image.new("L", sprite.size, 0), framed))
    return sprite


def gap() -> Image.Image:
    """The outline of a missing card, for an empty pile."""
    sprite = Image.new("RGBA", (CARD_WIDTH, CARD_HEIGHT))
    draw = ImageDraw.Draw(sprite)
    draw.rounded_rectangle((2, 2, CARD_WIDTH - 3, CARD_HEIGHT - 3), _RADIUS, outline=(255, 255, 255, 110), width=3)
    return sprite


def _joker(card: Card, *, covered: bool) -> Image.Image:
    """A joker with a star as its index and the word along the edge; a coloured joker also shows its letter."""
    colour = JOKER_COLOURS[card.suit]
    sprite = _blank(PAPER, GOLD, 7)
    stamp(sprite, "star", colour, 12, 12, 62)
    if card.suit in "RB":
        ImageDraw.Draw(sprite).text((43, 108), card.suit, font=font(46), fill=colour, anchor="mm")
    elif covered:
        _write_down(sprite, colour, 27, (20, 82, 100))
    if not covered:
        _write_down(sprite, colour, 38, (CARD_WIDTH - 54, 20, CARD_HEIGHT - 40))
    return sprite


def _write_down(sprite: Image.Image, colour: Colour, size: int, at: tuple[int, int, int]) -> None:
    """Write JOKER from top to bottom; `at` is (left, top, length) in pixels."""
    left, top, length = at
    word = Image.new("L", (length, 44), 0)
    ImageDraw.Draw(word).text((length // 2, 22), "JOKER", font=font(size), fill=255, anchor="mm")
    turned = word.rotate(-90, expand=True)
    sprite.paste(Image.new("RGB", turned.size, colour), (left, top), turned)


def _notty(card: Card) -> Image.Image:
    """A Notty card with its colour, shape and letter, so it is readable without colour vision."""
    colour = NOTTY_COLOURS[card.suit]
    ink: Colour = PAPER if card.suit in "RB" else INK
    sprite = _blank(colour, PAPER, 5)
    _index(sprite, card.rank, ink)
    stamp(sprite, NOTTY_SHAPES[card.suit], ink, 16, 80, 42)
    draw = ImageDraw.Draw(sprite)
    draw.text((37, CARD_HEIGHT - 36), card.suit, font=font(44), fill=ink, anchor="mm")
    return sprite


def _blank(fill: Colour, edge: Colour, width: int) -> Image.Image:
    """An empty card to draw on."""
    return _ground(fill, edge, width).copy()


@cache
def _ground(fill: Colour, edge: Colour, width: int) -> Image.Image:
    """A rounded plate; `width` is the width of its edge in pixels."""
    sprite = Image.new("RGBA", (CARD_WIDTH, CARD_HEIGHT))
    sprite.paste(edge, (0, 0), _rounded(CARD_WIDTH, CARD_HEIGHT, _RADIUS))
    inside = (CARD_WIDTH - 2 * width, CARD_HEIGHT - 2 * width)
    sprite.paste(fill, (width, width), _rounded(*inside, _RADIUS - width // 2))
    return sprite


@cache
def _rounded(width: int, height: int, radius: int) -> Image.Image:
    """A smooth mask of a rounded rectangle."""
    large = Image.new("L", (width * _SHARP, height * _SHARP), 0)
    box = (0, 0, width * _SHARP - 1, height * _SHARP - 1)
    ImageDraw.Draw(large).rounded_rectangle(box, radius * _SHARP, fill=255)
    return large.resize((width, height), Image.Resampling.LANCZOS)


def _index(sprite: Image.Image, text: str, colour: Colour) -> None:
    """Draw the value in the top left corner; ten is narrower, to fit in the visible strip."""
    draw = ImageDraw.Draw(sprite)
    if text == "10":
        draw.text((10, 42), "1", font=font(70), fill=colour, anchor="lm")
        draw.text((36, 42), "0", font=font(70), fill=colour, anchor="lm")
    else:
        draw.text((14, 42), text, font=font(70), fill=colour, anchor="lm")


def _badge(sprite: Image.Image) -> None:
    """Draw the star of a wild card in the visible strip."""
    stamp(sprite, "star", INK, 12, CARD_HEIGHT - 58, 46)
    stamp(sprite, "star", GOLD, 17, CARD_HEIGHT - 53, 36)
