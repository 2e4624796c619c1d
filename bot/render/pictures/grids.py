"""Two grids of six cards side by side, with named positions and framed or scored columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from bot.render.pictures.layout import FOOT, MARK_SIZE, Face
from bot.render.pictures.palette import CARD_HEIGHT, CARD_WIDTH, FAINT, FELT, GOLD, LIGHT, PLATE, WIDTH
from bot.render.pictures.sprites import card_sprite, index_of, mark_sprite, palette, words

if TYPE_CHECKING:
    from collections.abc import Sequence

PLACES = ("TL", "TM", "TR", "BL", "BM", "BR")
"""The names of the six positions as used in commands, in grid order."""
_EDGE = 8
_PLATE_WIDTH = (WIDTH - 3 * _EDGE) // 2
_COLUMN = 168
_LABEL = 44
_ROW = CARD_HEIGHT + _LABEL
_HEADING = 72
_POINTS = 46
_HEIGHT = _HEADING + 2 * _ROW + _POINTS
_FRAME = 10
_INDENT = 22


@dataclass(frozen=True, slots=True)
class Column:
    """A column's caption, and whether it is framed as a pair."""

    caption: str = ""
    framed: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """Six cards, top row first, with three columns; the viewer's own grid is `outlined`."""

    heading: str
    cards: tuple[Face, ...]
    columns: tuple[Column, ...]
    outlined: bool = False


def draw_grids(grids: Sequence[Grid]) -> Image.Image:
    """Draw the grids side by side on plates, two per row, at the width of a picture."""
    rows = (len(grids) + 1) // 2
    image = Image.new("P", (WIDTH, rows * (_HEIGHT + _EDGE) + FOOT), index_of(FELT))
    image.putpalette(palette().getpalette() or [])
    for index, grid in enumerate(grids):
        left = _EDGE + index % 2 * (_PLATE_WIDTH + _EDGE)
        _draw_grid(image, grid, left, index // 2 * (_HEIGHT + _EDGE))
    return image


def below(images: Sequence[Image.Image]) -> Image.Image:
    """Stack images of the same width vertically."""
    whole = Image.new("P", (WIDTH, sum(image.height for image in images)))
    whole.putpalette(palette().getpalette() or [])
    top = 0
    for image in images:
        whole.paste(image, (0, top))
        top += image.height
    return whole


def _draw_grid(image: Image.Image, grid: Grid, left: int, top: int) -> None:
    pen = ImageDraw.Draw(image)
    edge = index_of(GOLD if grid.outlined else PLATE)
    box = (left, top, left + _PLATE_WIDTH - 1, top + _HEIGHT - 1)
    pen.rounded_rectangle(box, 18, fill=index_of(PLATE), outline=edge, width=5)
    heading = _heading(grid.heading)
    image.paste(heading, (left + _INDENT, top + 32 - heading.height // 2))
    first = left + (_PLATE_WIDTH - 2 * _COLUMN - CARD_WIDTH) // 2
    for number, column in enumerate(grid.columns):
        _draw_column(image, column, first + number * _COLUMN, top + _HEADING)
    for place, card in enumerate(grid.cards):
        _draw_card(image, card, PLACES[place], (first + place % 3 * _COLUMN, top + _HEADING + place // 3 * _ROW))


def _heading(text: str) -> Image.Image:
    """The heading in the largest size that fits its plate; some languages need more space."""
    sizes = (words(text, size, LIGHT, PLATE) for size in (36, 32, 28))
    fitting = (line for line in sizes if line.width <= _PLATE_WIDTH - 2 * _INDENT)
    return next(fitting, words(text, 24, LIGHT, PLATE))


def _draw_column(image: Image.Image, column: Column, left: int, top: int) -> None:
    if column.framed:
        box = (left - _FRAME, top - _FRAME, left + CARD_WIDTH + _FRAME, top + 2 * _ROW + _POINTS - _FRAME)
        ImageDraw.Draw(image).rounded_rectangle(box, 22, outline=index_of(GOLD), width=5)
    if column.caption:
        caption = words(column.caption, 32, GOLD, PLATE)
        middle = (left + CARD_WIDTH // 2, top + 2 * _ROW + 14)
        image.paste(caption, (middle[0] - caption.width // 2, middle[1] - caption.height // 2))


def _draw_card(image: Image.Image, card: Face, place: str, at: tuple[int, int]) -> None:
    """Draw the card, with its mark and its position's name below."""
    sprite = card_sprite(card.card, card.wild, CARD_WIDTH, CARD_HEIGHT)
    image.paste(sprite.image, at, sprite.mask)
    label = words(place, 30, FAINT, PLATE)
    middle = at[1] + CARD_HEIGHT + 20
    left = at[0] + (CARD_WIDTH - label.width) // 2
    image.paste(label, (left, middle - label.height // 2))
    if card.mark:
        mark = mark_sprite(card.mark, MARK_SIZE, PLATE)
        image.paste(mark, (left - mark.width - 6, middle - mark.height // 2))
