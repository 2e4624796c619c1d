"""Grids of six cards, side by side or one below the other, with named positions and framed or scored columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from bot.render.pictures.drawing.lettering import words, words_within
from bot.render.pictures.drawing.palette import CARD_HEIGHT, CARD_WIDTH, FAINT, GOLD, LIGHT, PLATE
from bot.render.pictures.drawing.sprites import canvas, index_of, mark_sprite
from bot.render.pictures.layout.blocks import Face
from bot.render.pictures.layout.draw import MARK_SIZE, draw_face, foot_below_all, outline_news
from bot.render.pictures.layout.plan import HEADING_SIZES, LABEL, Size

if TYPE_CHECKING:
    from collections.abc import Sequence

PLACES = ("TL", "TM", "TR", "BL", "BM", "BR")
"""The names of the six positions as used in commands, in grid order."""
_EDGE = 8
_COLUMN = 162
_INDENT = 24
_PLATE_WIDTH = 2 * _COLUMN + CARD_WIDTH + 2 * _INDENT
_LABEL = 54
_ROW = CARD_HEIGHT + _LABEL
_HEADING = 76
_POINTS = 54
_HEIGHT = _HEADING + 2 * _ROW + _POINTS
_FRAME, _LINE = 10, 5
"""Pixels between a column and its frame's outer edge, and the frame's thickness."""
_SIGN = 36


@dataclass(frozen=True, slots=True)
class Column:
    """A column's caption, and whether it is framed as a pair."""

    caption: str = ""
    framed: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """Six cards, top row first, in three columns. The viewer's own grid is `outlined`; the seat to act `acts`."""

    heading: str
    cards: tuple[Face, ...]
    columns: tuple[Column, ...]
    outlined: bool = False
    acts: bool = False


def draw_grids(grids: Sequence[Grid], *, two_colours: bool = False, in_a_row: int = 2) -> Image.Image:
    """Draw the grids on plates, at most `in_a_row` side by side."""
    rows = -(-len(grids) // in_a_row)
    width = _EDGE + min(len(grids), in_a_row) * (_PLATE_WIDTH + _EDGE)
    image = canvas(width, rows * (_HEIGHT + _EDGE) + foot_below_all(width))
    for index, grid in enumerate(grids):
        left = _EDGE + index % in_a_row * (_PLATE_WIDTH + _EDGE)
        _draw_grid(image, grid, left, index // in_a_row * (_HEIGHT + _EDGE), two_colours=two_colours)
    return image


def below(images: Sequence[Image.Image]) -> Image.Image:
    """Stack images vertically, at the width of the widest."""
    whole = canvas(max(image.width for image in images), sum(image.height for image in images))
    top = 0
    for image in images:
        whole.paste(image, (0, top))
        top += image.height
    return whole


def _draw_grid(image: Image.Image, grid: Grid, left: int, top: int, *, two_colours: bool) -> None:
    pen = ImageDraw.Draw(image)
    edge = index_of(GOLD if grid.outlined else PLATE)
    box = (left, top, left + _PLATE_WIDTH - 1, top + _HEIGHT - 1)
    pen.rounded_rectangle(box, 18, fill=index_of(PLATE), outline=edge, width=5)
    _draw_heading(image, grid, left + _INDENT, top + 36)
    first = left + _INDENT
    for number, column in enumerate(grid.columns):
        _draw_column(image, column, first + number * _COLUMN, top + _HEADING)
    for place, card in enumerate(grid.cards):
        at = (first + place % 3 * _COLUMN, top + _HEADING + place // 3 * _ROW)
        _draw_card(image, card, PLACES[place], at, two_colours=two_colours)


def _draw_heading(image: Image.Image, grid: Grid, left: int, middle: int) -> None:
    """Draw the heading as large as its plate allows, with a triangle if its seat is to act."""
    room = _PLATE_WIDTH - 2 * _INDENT
    if grid.acts:
        sign = mark_sprite("turn", _SIGN, PLATE)
        image.paste(sign, (left, middle - sign.height // 2))
        left, room = left + _SIGN + 12, room - _SIGN - 12
    heading = words_within(room, grid.heading, HEADING_SIZES, LIGHT, PLATE)
    image.paste(heading, (left, middle - heading.height // 2))


def _draw_column(image: Image.Image, column: Column, left: int, top: int) -> None:
    if column.caption:
        caption = words_within(CARD_WIDTH + 2 * (_FRAME - _LINE), column.caption, (LABEL, 36, 32), GOLD, PLATE)
        middle = (left + CARD_WIDTH // 2, top + 2 * _ROW + 16)
        image.paste(caption, (middle[0] - caption.width // 2, middle[1] - caption.height // 2))
    if column.framed:
        box = (left - _FRAME, top - _FRAME, left + CARD_WIDTH + _FRAME, top + 2 * _ROW + _POINTS - _FRAME)
        ImageDraw.Draw(image).rounded_rectangle(box, 22, outline=index_of(GOLD), width=_LINE)


def _draw_card(image: Image.Image, card: Face, place: str, at: tuple[int, int], *, two_colours: bool) -> None:
    """Draw the card, with its mark and its position's name below."""
    draw_face(image, card, at, Size.at(1.0), covered=False, two_colours=two_colours)
    if card.fresh:
        outline_news(ImageDraw.Draw(image), (*at, at[0] + CARD_WIDTH, at[1] + CARD_HEIGHT))
    label = words(place, LABEL, FAINT, PLATE)
    middle = at[1] + CARD_HEIGHT + 26
    left = at[0] + (CARD_WIDTH - label.width) // 2
    image.paste(label, (left, middle - label.height // 2))
    if card.mark:
        mark = mark_sprite(card.mark, MARK_SIZE, PLATE)
        image.paste(mark, (left - mark.width - 6, middle - mark.height // 2))
