"""Layout of every hand and table: blocks of overlapping cards that flow into rows under headings."""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from bot.render.pictures.chips import Chip, chips_height, draw_chips
from bot.render.pictures.palette import (
    CARD_HEIGHT,
    CARD_STEP,
    CARD_WIDTH,
    FAINT,
    FELT,
    GOLD,
    LIGHT,
    MARGIN,
    PLATE,
    WIDTH,
    Colour,
)
from bot.render.pictures.sprites import card_sprite, gap_sprite, index_of, mark_sprite, palette, words
from bot.rules.cards import Card

if TYPE_CHECKING:
    from collections.abc import Sequence

_GAP = 26
_ROW_GAP = 18
_CAPTION = 44
_MARK = 34
MARK_SIZE = _MARK - 4
FOOT = 40
"""Bottom margin in pixels: Discord's ALT badge covers the lower left corner."""
_BETWEEN = 8
_HEADING = 54
_INSIDE = WIDTH - 2 * MARGIN


@dataclass(frozen=True, slots=True)
class Face:
    """One card to draw: None is a face-down card.

    `wild` adds the star; `lifted` raises the card with a tick below (picked for the turn being built); `new` adds an
    arrow below (just drawn, taken or played); `moved` a double arrow (moved from another group this turn).
    `stands_for` is what a joker stands for: one or more cards.
    """

    card: Card | None
    wild: bool = False
    lifted: bool = False
    new: bool = False
    moved: bool = False
    stands_for: tuple[Card, ...] = ()

    @property
    def mark(self) -> str:
        """The shape drawn below the card; empty for none."""
        return "tick" if self.lifted else "arrow" if self.new else "swap" if self.moved else ""


@dataclass(frozen=True, slots=True)
class Block:
    """Cards that belong together, overlapping, with a caption below: a meld, a pile, what is left over.

    `number` is its number in commands, and `sign` a shape before that, such as `warning`. A `whole` block is never
    split over rows: if it is too long, all cards in the picture are drawn smaller.
    """

    cards: tuple[Face, ...]
    caption: str = ""
    marked: bool = False
    number: int | None = None
    sign: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks that flow into rows under a heading and chips; `plate` adds a lighter background."""

    blocks: tuple[Block, ...]
    heading: str = ""
    plate: bool = False
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class _Cell:
    """A block with the parts of its caption, and the widths of both."""

    block: Block
    caption: list[Image.Image]
    cards_width: int
    caption_width: int
    width: int

    @classmethod
    def of(cls, block: Block, size: _Size, ground: Colour) -> _Cell:
        caption = _captions(block, ground)
        cards = size.width + size.step * (max(len(block.cards), 1) - 1)
        written = _BETWEEN * max(len(caption) - 1, 0)
        for piece in caption:
            written += piece.width
        return cls(block, caption, cards, written, max(cards, written))


@dataclass(frozen=True, slots=True)
class _Row:
    """Blocks side by side; `lift` is the space above for raised cards, `marks` the space below for shapes."""

    cells: list[_Cell]
    lift: int
    marks: int
    height: int

    @classmethod
    def of(cls, cells: list[_Cell], size: _Size) -> _Row:
        lift = marks = caption = 0
        for cell in cells:
            caption = _CAPTION if cell.caption else caption
            for card in cell.block.cards:
                lift = size.lift if card.lifted else lift
                marks = _MARK if card.mark else marks
        return cls(cells, lift, marks, lift + size.height + marks + caption + _ROW_GAP)


@dataclass(frozen=True, slots=True)
class _Size:
    """The dimensions at one scale."""

    width: int
    height: int
    step: int
    lift: int

    @classmethod
    def at(cls, scale: float) -> _Size:
        return cls(round(CARD_WIDTH * scale), round(CARD_HEIGHT * scale), round(CARD_STEP * scale), round(22 * scale))


def draw(sections: Sequence[Section], foot: int = FOOT) -> Image.Image:
    """Draw the sections below each other at the width of a picture; many cards are drawn smaller."""
    size = _Size.at(_scale([block for section in sections for block in section.blocks]))
    rows = [_rows(section, size) for section in sections]
    heights = [_section_height(section, lines) for section, lines in zip(sections, rows, strict=True)]
    image = Image.new("P", (WIDTH, MARGIN + sum(heights) + foot), index_of(FELT))
    image.putpalette(palette().getpalette() or [])
    top = MARGIN
    for section, lines, height in zip(sections, rows, heights, strict=True):
        _draw_section(image, section, lines, top, height, size)
        top += height
    return image


def png(image: Image.Image, most_bytes: int) -> bytes:
    """Encode the picture as PNG, with slower, stronger compression if it would exceed `most_bytes`.

    Encoding dominates the time: level 3 takes half the time of level 6 for 25 % more bytes.
    """
    fast = _written(image, 3)
    return fast if len(fast) <= most_bytes else _written(image, 6)


def _written(image: Image.Image, compression: int) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=compression)
    return buffer.getvalue()


def _scale(blocks: Sequence[Block]) -> float:
    """The scale of the cards: full size up to a large hand, smaller on a crowded table."""
    cards = longest = 0
    for block in blocks:
        cards += len(block.cards)
        longest = max(longest, len(block.cards) if block.whole else 0)
    for scale, most in ((1.0, 22), (0.82, 44), (0.7, 80)):
        if cards <= most and longest <= _most_in_row(_Size.at(scale)):
            return scale
    return 0.6


def _most_in_row(size: _Size) -> int:
    return (_INSIDE - size.width) // size.step + 1


def _captions(block: Block, ground: Colour) -> list[Image.Image]:
    """The parts of a block's caption: sign, number, words."""
    pieces = []
    if block.sign:
        pieces.append(mark_sprite(block.sign, 32, ground))
    if block.number is not None:
        pieces.append(words(str(block.number), 38, GOLD if block.marked else LIGHT, ground))
    if block.caption:
        pieces.append(words(block.caption, 32, GOLD if block.marked else FAINT, ground))
    return pieces


def _rows(section: Section, size: _Size) -> list[_Row]:
    """Arrange the blocks in rows; a block too long for a row is split."""
    rows: list[list[_Cell]] = []
    used, ground = _INSIDE, PLATE if section.plate else FELT
    for whole in section.blocks:
        for block in _cut(whole, _most_in_row(size)):
            cell = _Cell.of(block, size, ground)
            if used + _GAP + cell.width > _INSIDE:
                rows.append([])
                used = -_GAP
            used += _GAP + cell.width
            rows[-1].append(cell)
    return [_Row.of(cells, size) for cells in rows]


def _cut(block: Block, most: int) -> list[Block]:
    """Split a block into about equal parts of at most `most` cards, with the caption below the last."""
    if len(block.cards) <= most:
        return [block]
    length = ceil(len(block.cards) / ceil(len(block.cards) / most))
    pieces = [block.cards[start : start + length] for start in range(0, len(block.cards), length)]
    return [*(Block(cards) for cards in pieces[:-1]), replace(block, cards=pieces[-1])]


def _section_height(section: Section, rows: Sequence[_Row]) -> int:
    height = (_HEADING if section.heading else 0) + chips_height(section.chips) + 6
    for row in rows:
        height += row.height
    return height


def _draw_section(
    image: Image.Image, section: Section, rows: Sequence[_Row], top: int, height: int, size: _Size
) -> None:
    ground = PLATE if section.plate else FELT
    if section.plate:
        box = (8, top - 8, WIDTH - 9, top + height - 16)
        ImageDraw.Draw(image).rounded_rectangle(box, 18, fill=index_of(PLATE))
    if section.heading:
        heading = words(section.heading, 36, LIGHT, ground)
        image.paste(heading, (MARGIN, top + 20 - heading.height // 2))
        top += _HEADING
    draw_chips(image, section.chips, top)
    top += chips_height(section.chips)
    for row in rows:
        left = MARGIN
        for cell in row.cells:
            _draw_cell(image, cell, (left, top + row.lift), size, ground, row.marks)
            left += cell.width + _GAP
        top += row.height


def _draw_cell(image: Image.Image, cell: _Cell, at: tuple[int, int], size: _Size, ground: Colour, marks: int) -> None:
    block, (left, top) = cell.block, at
    middle, left = left + cell.width // 2, left + (cell.width - cell.cards_width) // 2
    if not block.cards:
        sprite = gap_sprite(size.width, size.height)
        image.paste(sprite.image, (left, top), sprite.mask)
    for index, card in enumerate(block.cards):
        covered = index < len(block.cards) - 1
        sprite = card_sprite(card.card, card.wild, size.width, size.height, card.stands_for, covered)
        place = (left + index * size.step, top - (size.lift if card.lifted else 0))
        image.paste(sprite.image, place, sprite.mask)
        if card.mark:
            mark = mark_sprite(card.mark, MARK_SIZE, ground)
            image.paste(mark, (place[0] + (size.step - mark.width) // 2, top + size.height + 4))
    left, below = middle - cell.caption_width // 2, top + size.height + marks + 23
    for piece in cell.caption:
        image.paste(piece, (left, below - piece.height // 2))
        left += piece.width + _BETWEEN
