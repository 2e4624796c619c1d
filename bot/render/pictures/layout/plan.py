"""How sections fit into a picture: blocks in rows, at the narrowest width that does not make it too tall.

A picture is as narrow as its content allows. Discord scales it to the width of the screen, so a narrower picture has
larger cards on a phone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import ceil

from PIL import Image

from bot.render.pictures.drawing.lettering import words, words_within
from bot.render.pictures.drawing.palette import (
    CARD_HEIGHT,
    CARD_STEP,
    CARD_WIDTH,
    FAINT,
    FELT,
    GOLD,
    LIGHT,
    MARGIN,
    PLATE,
    Colour,
)
from bot.render.pictures.drawing.sprites import mark_sprite
from bot.render.pictures.layout.attempts import LOWEST, Attempt
from bot.render.pictures.layout.blocks import Block, Section
from bot.render.pictures.layout.chips import ChipRows

GAP = 26
"""Pixels between blocks side by side."""
_ROW_GAP = 18
_CAPTION = 54
MARK = 34
"""Height in pixels of the marks below cards, with their margin."""
BETWEEN = 8
"""Pixels between the parts of a caption."""
HEADING = 60
"""Height of a heading in pixels."""
NARROWEST = 440
"""Width in pixels of the narrowest picture."""
_CHIPS_WIDTH = 720
"""Width in pixels up to which chips may widen a picture whose cards need less."""
LABEL, HEADING_SIZE = 40, 44
"""Type sizes in pixels; on a phone, a picture of the full width is shown at a quarter of its size."""
HEADING_SIZES = (HEADING_SIZE, LABEL, 36, 32, 28)
"""The largest in which a heading fits is used."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The sections in rows, each with its heading, chips and height, at the width and scale chosen for them."""

    sections: Sequence[Section]
    size: Size
    rows: Sequence[Sequence[Row]]
    headings: Sequence[Image.Image | None]
    chips: Sequence[ChipRows]
    heights: Sequence[int]
    width: int

    @classmethod
    def of(cls, sections: Sequence[Section], limit: int, scale: float, narrowest: int = NARROWEST) -> Plan:
        size, inside = Size.at(scale), limit - 2 * MARGIN
        rows = [_rows(section, size, inside) for section in sections]
        headings = [_heading(section, inside) for section in sections]
        widths = [*(row.width for row in chain(*rows)), *(heading.width for heading in headings if heading)]
        needed = max(widths, default=0)
        most = max(needed, max(narrowest, min(_CHIPS_WIDTH, limit)) - 2 * MARGIN)
        chips = [ChipRows.of(section.chips, most) for section in sections]
        heights = [
            (HEADING if heading else 0) + chip_rows.height + 6 + sum(row.height for row in section_rows)
            for heading, section_rows, chip_rows in zip(headings, rows, chips, strict=True)
        ]
        width = max(needed, *(row.width for row in chips), 0) + 2 * MARGIN
        return cls(sections, size, rows, headings, chips, heights, max(narrowest, width))

    @property
    def still_height(self) -> int:
        """The height without marks and raised cards, so that picking a card does not resize the others."""
        return sum(self.heights) - sum(row.lift + row.marks for rows in self.rows for row in rows)


@dataclass(frozen=True, slots=True)
class Row:
    """Blocks side by side; `lift` is the space above for raised cards, `marks` the space below for shapes."""

    cells: list[Cell]
    lift: int
    marks: int
    height: int
    width: int

    @classmethod
    def of(cls, cells: list[Cell], size: Size) -> Row:
        lift = marks = caption = 0
        for cell in cells:
            caption = _CAPTION if cell.caption else caption
            for card in cell.block.cards:
                lift = size.lift if card.lifted else lift
                marks = MARK if card.mark else marks
        width = sum(cell.width for cell in cells) + GAP * (len(cells) - 1)
        return cls(cells, lift, marks, lift + size.height + marks + caption + _ROW_GAP, width)


@dataclass(frozen=True, slots=True)
class Cell:
    """A block with the parts of its caption, and the widths of both."""

    block: Block
    caption: list[Image.Image]
    cards_width: int
    caption_width: int
    width: int

    @classmethod
    def of(cls, block: Block, size: Size, ground: Colour) -> Cell:
        caption = _captions(block, ground)
        cards = size.width + size.step * (max(len(block.cards), 1) - 1)
        written = BETWEEN * max(len(caption) - 1, 0)
        for piece in caption:
            written += piece.width
        return cls(block, caption, cards, written, max(cards, written))


@dataclass(frozen=True, slots=True)
class Size:
    """The dimensions at one scale."""

    width: int
    height: int
    step: int
    lift: int

    @classmethod
    def at(cls, scale: float) -> Size:
        return cls(round(CARD_WIDTH * scale), round(CARD_HEIGHT * scale), round(CARD_STEP * scale), round(22 * scale))


def planned(sections: Sequence[Section], attempts: Sequence[Attempt]) -> Plan:
    """The first attempt that is not too tall, and in which no whole block is cut; else the last one."""
    blocks = [block for section in sections for block in section.blocks]
    longest = max((len(block.cards) for block in blocks if block.whole), default=0)
    for limit, scale, tall in attempts[:-1]:
        if longest <= _most_in_row(Size.at(scale), limit - 2 * MARGIN):
            plan = Plan.of(sections, limit, scale)
            if plan.still_height <= tall * max(plan.width, LOWEST):
                return plan
    return Plan.of(sections, attempts[-1].width, attempts[-1].scale)


def _rows(section: Section, size: Size, inside: int) -> list[Row]:
    """Arrange the blocks in rows; a block too long for a row is split."""
    rows: list[list[Cell]] = []
    used, ground, most = inside, PLATE if section.plate else FELT, _most_in_row(size, inside)
    for whole in section.blocks:
        for block in _cut(whole, most):
            cell = Cell.of(block, size, ground)
            if used + GAP + cell.width > inside:
                rows.append([])
                used = -GAP
            used += GAP + cell.width
            rows[-1].append(cell)
    return [Row.of(cells, size) for cells in rows]


def _cut(block: Block, most: int) -> list[Block]:
    """Split a block into about equal parts of at most `most` cards, with the caption below the last."""
    if len(block.cards) <= most:
        return [block]
    length = ceil(len(block.cards) / ceil(len(block.cards) / most))
    pieces = [block.cards[start : start + length] for start in range(0, len(block.cards), length)]
    return [*(Block(cards) for cards in pieces[:-1]), replace(block, cards=pieces[-1])]


def _most_in_row(size: Size, inside: int) -> int:
    return (inside - size.width) // size.step + 1


def _captions(block: Block, ground: Colour) -> list[Image.Image]:
    """The parts of a block's caption: sign, number, words."""
    pieces = []
    if block.sign:
        pieces.append(mark_sprite(block.sign, 34, ground))
    if block.number is not None:
        pieces.append(words(str(block.number), HEADING_SIZE, GOLD if block.marked else LIGHT, ground))
    if block.caption:
        pieces.append(words(block.caption, LABEL, GOLD if block.marked else FAINT, ground))
    return pieces


def _heading(section: Section, room: int) -> Image.Image | None:
    """A section's heading, in at most `room` pixels if possible; None if it has none."""
    if not section.heading:
        return None
    return words_within(room, section.heading, HEADING_SIZES, LIGHT, PLATE if section.plate else FELT)
