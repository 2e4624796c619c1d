"""Small faces of all cards for buttons and lists: a square with the value and the suit, legible at 22 pixels."""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from bot.render.pictures.drawing.palette import (
    BACK,
    BACK_LINES,
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
from bot.render.pictures.drawing.shapes import NOTTY_SHAPES, stamp
from bot.render.pictures.drawing.typeface import font
from bot.rules.cards import BLACK_JOKER, JOKER, NOTTY_PACK, RED_JOKER, STANDARD_PACK, Card

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZE = 128
_EDGE = 5
_RADIUS = 24
_VALUE = 92
_SHAPE = 62
_LETTER = 76
_SHARP = 4
FACE_DOWN = "face_down"
FOUR = "_4"
"""Suffix of the keys of faces that differ in the four-colour deck."""
_FRENCH = (*STANDARD_PACK, JOKER, RED_JOKER, BLACK_JOKER)
_RANKS = {"A": "ace", "0": "10", "J": "jack", "Q": "queen", "K": "king"}
_SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_JOKERS = {"X": "joker", "R": "red_joker", "B": "black_joker"}
_COLOURS = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}


def key_of(card: Card, *, two_colours: bool) -> str:
    """The key of a card's face in the two- or four-colour deck, as screen readers say it: `8_of_clubs_4`, `blue_4`."""
    if card.is_notty:
        return f"{_COLOURS[card.suit]}_{card.rank}"
    if card.is_joker:
        return _JOKERS[card.suit]
    key = f"{_RANKS.get(card.rank, card.rank)}_of_{_SUITS[card.suit]}"
    return key if two_colours or FOUR_COLOURS[card.suit] == TWO_COLOURS[card.suit] else f"{key}{FOUR}"


def decks() -> tuple[frozenset[str], ...]:
    """The keys of the faces that are shown together: of the French-suited cards, and of Notty's."""
    french, notty = (
        frozenset(key_of(card, two_colours=two) for card in pack for two in (True, False))
        for pack in (_FRENCH, NOTTY_PACK)
    )
    return french | {FACE_DOWN}, notty


def faces() -> Iterator[tuple[str, bytes]]:
    """Yield the key and PNG file of every face, about 120."""
    yield FACE_DOWN, _png(_back())
    for card in (*_FRENCH, *dict.fromkeys(NOTTY_PACK)):
        for two_colours in (True, False):
            key = key_of(card, two_colours=two_colours)
            if two_colours or key != key_of(card, two_colours=True):
                yield key, _png(_face(card, two_colours=two_colours))


def _face(card: Card, *, two_colours: bool) -> Image.Image:
    if card.is_joker:
        image, ink = _plate(PAPER, GOLD), JOKER_COLOURS[card.suit]
        if card.suit in "RB":
            stamp(image, "star", ink, 8, 8, 72)
            ImageDraw.Draw(image).text((SIZE - 10, SIZE - 10), card.suit, font=font(_LETTER), fill=ink, anchor="rs")
        else:
            stamp(image, "star", ink, 16, 16, 96)
        return image
    if card.is_notty:
        ink = PAPER if card.suit in "RB" else INK
        image = _plate(NOTTY_COLOURS[card.suit], PAPER)
        _write(image, card.rank, ink)
        stamp(image, NOTTY_SHAPES[card.suit], ink, SIZE - 58, SIZE - 58, 44)
        return image
    colour = (TWO_COLOURS if two_colours else FOUR_COLOURS)[card.suit]
    image = _plate(PAPER, PAPER_EDGE)
    _write(image, "10" if card.rank == "0" else card.rank, colour)
    stamp(image, card.suit, colour, SIZE - _SHAPE - 8, SIZE - _SHAPE - 8, _SHAPE)
    return image


def _back() -> Image.Image:
    image = _plate(BACK, PAPER)
    draw = ImageDraw.Draw(image)
    for offset in range(24, SIZE, 26):
        draw.line((offset, 16, 16, offset), fill=BACK_LINES, width=5)
        draw.line((SIZE - 16, SIZE - offset, SIZE - offset, SIZE - 16), fill=BACK_LINES, width=5)
    return image


def _write(image: Image.Image, value: str, colour: Colour) -> None:
    """Draw the value at the top left; the ten is narrower."""
    draw = ImageDraw.Draw(image)
    if len(value) == 1:
        draw.text((12, 8), value, font=font(_VALUE), fill=colour, anchor="lt")
    else:
        draw.text((6, 8), value[0], font=font(_VALUE - 14), fill=colour, anchor="lt")
        draw.text((40, 8), value[1], font=font(_VALUE - 14), fill=colour, anchor="lt")


def _plate(fill: Colour, edge: Colour) -> Image.Image:
    return _blank(fill, edge).copy()


@cache
def _blank(fill: Colour, edge: Colour) -> Image.Image:
    """An empty face. Most cards share one; drawing it for each took a third of the time of all faces."""
    large = Image.new("RGBA", (SIZE * _SHARP, SIZE * _SHARP))
    draw = ImageDraw.Draw(large)
    whole = SIZE * _SHARP - 1
    draw.rounded_rectangle((0, 0, whole, whole), _RADIUS * _SHARP, fill=edge)
    inner = _EDGE * _SHARP
    draw.rounded_rectangle((inner, inner, whole - inner, whole - inner), (_RADIUS - _EDGE) * _SHARP, fill=fill)
    return large.resize((SIZE, SIZE), Image.Resampling.LANCZOS)


def _png(image: Image.Image) -> bytes:
    written = io.BytesIO()
    image.save(written, "PNG", optimize=True)
    return written.getvalue()
