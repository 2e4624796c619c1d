"""Layout of every hand and table: blocks of overlapping cards that flow into rows under headings.

A picture is as narrow as what it holds, because Discord shows it at the width of the screen: on a phone, the narrower
it is, the larger are its cards.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from PIL import Image, ImageDraw

from bot.render.pictures.chips import Chip, ChipRows
from bot.render.pictures.palette import (
    CARD_HEIGHT,
    CARD_STEP,
    CARD_WIDTH,
    FAINT,
    FELT,
    GOLD,
    LIGHT,
    MARGIN,
    NEWS,
    PLATE,
    WIDTH,
    Colour,
)
from bot.render.pictures.sprites import card_sprite, gap_sprite, index_of, mark_sprite, palette, words
from bot.rules.cards import Card

_GAP = 26
_ROW_GAP = 18
_CAPTION = 54
_MARK = 34
MARK_SIZE = _MARK - 4
_FOOT, _FOOT_BELOW_WORDS, _LOWEST_FOOT = 70, 105, 46
_BETWEEN = 8
_HEADING = 60
_NARROWEST = 340
_CHIPS_WIDTH = 720
"""Width in pixels up to which facts may widen a picture whose cards need less."""
_OUTLINE = 6
LABEL, HEADING_SIZE = 40, 44
"""Type sizes in pixels; on a phone, a picture of the full width is shown at a quarter of its size."""
TABLE_TALL, HAND_TALL, LARGE_TALL = 1.2, 0.85, 2.2
"""The greatest height of a picture as a share of its width, before it becomes wider or its cards smaller."""
_PLANS = ((630, 1.0), (720, 1.0), (880, 1.0), (WIDTH, 1.0), (WIDTH, 0.82), (WIDTH, 0.7), (WIDTH, 0.6))
"""Widths and scales of the cards to try, the largest on a phone first, which only those get who want large cards."""


@dataclass(frozen=True, slots=True)
class Face:
    """One card to draw: None is a face-down card.

    `wild` adds the star; `lifted` raises the card with a tick below (picked for the turn being built); `new` adds an
    arrow below (just drawn, taken or played); `moved` a double arrow (moved from another group this turn).
    `stands_for` is what a joker stands for: one or more cards. `fresh` outlines what changed since the viewer's last
    turn.
    """

    card: Card | None
    wild: bool = False
    lifted: bool = False
    new: bool = False
    moved: bool = False
    stands_for: tuple[Card, ...] = ()
    fresh: bool = False

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
    width: int

    @classmethod
    def of(cls, cells: list[_Cell], size: _Size) -> _Row:
        lift = marks = caption = 0
        for cell in cells:
            caption = _CAPTION if cell.caption else caption
            for card in cell.block.cards:
                lift = size.lift if card.lifted else lift
                marks = _MARK if card.mark else marks
        width = sum(cell.width for cell in cells) + _GAP * (len(cells) - 1)
        return cls(cells, lift, marks, lift + size.height + marks + caption + _ROW_GAP, width)


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


@dataclass(frozen=True, slots=True)
class _Plan:
    """The sections in rows, at the width and scale that were found for them."""

    sections: Sequence[Section]
    size: _Size
    rows: Sequence[Sequence[_Row]]
    chips: Sequence[ChipRows]
    width: int

    @classmethod
    def of(cls, sections: Sequence[Section], limit: int, scale: float) -> _Plan:
        size, inside = _Size.at(scale), limit - 2 * MARGIN
        rows = [_rows(section, size, inside) for section in sections]
        needed = max((_needed(*pair) for pair in zip(sections, rows, strict=True)), default=0)
        chips = [ChipRows.of(section.chips, max(needed, min(_CHIPS_WIDTH, limit) - 2 * MARGIN)) for section in sections]
        width = max(needed, *(row.width for row in chips), 0) + 2 * MARGIN
        return cls(sections, size, rows, chips, max(_NARROWEST, width))

    @property
    def heights(self) -> list[int]:
        """The height of each section."""
        return [
            (_HEADING if section.heading else 0) + chips.height + 6 + sum(row.height for row in rows)
            for section, rows, chips in zip(self.sections, self.rows, self.chips, strict=True)
        ]

    @property
    def still_height(self) -> int:
        """The height without marks and raised cards, so that picking a card does not change the size of all."""
        return sum(self.heights) - sum(row.lift + row.marks for rows in self.rows for row in rows)


def draw(
    sections: Sequence[Section], *, foot: bool = True, two_colours: bool = False, tall: float = TABLE_TALL
) -> Image.Image:
    """Draw the sections below each other, as narrow as they allow; many cards are drawn smaller.

    `foot` leaves the margin that Discord's ALT badge covers; `tall` is the greatest share of the width that the height
    takes before the cards become smaller.
    """
    plan = _planned(sections, tall)
    heights, below = plan.heights, foot_of(plan.width) if foot else 0
    image = Image.new("P", (plan.width, MARGIN + sum(heights) + below), index_of(FELT))
    image.putpalette(palette().getpalette() or [])
    top = MARGIN
    for number, height in enumerate(heights):
        _draw_section(image, plan, number, top, height, two_colours=two_colours)
        top += height
    return image


def foot_of(width: int) -> int:
    """The bottom margin in pixels of a picture of that width: Discord's ALT badge covers the lower left corner."""
    return max(_LOWEST_FOOT, _FOOT * width // WIDTH)


def foot_below_words(width: int) -> int:
    """The same where the lowest line of the picture has words at the very left, which the badge would touch."""
    return max(_LOWEST_FOOT, _FOOT_BELOW_WORDS * width // WIDTH)


def _planned(sections: Sequence[Section], tall: float) -> _Plan:
    """The plan with the largest cards that is not too tall, and in which no whole block is cut."""
    blocks = [block for section in sections for block in section.blocks]
    longest = max((len(block.cards) for block in blocks if block.whole), default=0)
    for limit, scale in _PLANS[0 if tall >= LARGE_TALL else 1 : -1]:
        if longest <= _most_in_row(_Size.at(scale), limit - 2 * MARGIN):
            plan = _Plan.of(sections, limit, scale)
            if plan.still_height <= tall * max(plan.width, _PLANS[0][0]):
                return plan
    return _Plan.of(sections, *_PLANS[-1])


def _needed(section: Section, rows: Sequence[_Row]) -> int:
    """The width in pixels of a section's cards and heading."""
    widest = max((row.width for row in rows), default=0)
    if section.heading:
        widest = max(widest, _heading(section).width)
    return widest


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


def _most_in_row(size: _Size, inside: int) -> int:
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


def _rows(section: Section, size: _Size, inside: int) -> list[_Row]:
    """Arrange the blocks in rows; a block too long for a row is split."""
    rows: list[list[_Cell]] = []
    used, ground = inside, PLATE if section.plate else FELT
    for whole in section.blocks:
        for block in _cut(whole, _most_in_row(size, inside)):
            cell = _Cell.of(block, size, ground)
            if used + _GAP + cell.width > inside:
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


def _heading(section: Section) -> Image.Image:
    return words(section.heading, HEADING_SIZE, LIGHT, PLATE if section.plate else FELT)


def _draw_section(image: Image.Image, plan: _Plan, number: int, top: int, height: int, *, two_colours: bool) -> None:
    section, chips = plan.sections[number], plan.chips[number]
    ground = PLATE if section.plate else FELT
    if section.plate:
        box = (8, top - 8, image.width - 9, top + height - 16)
        ImageDraw.Draw(image).rounded_rectangle(box, 18, fill=index_of(PLATE))
    if section.heading:
        heading = _heading(section)
        image.paste(heading, (MARGIN, top + 22 - heading.height // 2))
        top += _HEADING
    chips.draw(image, top)
    top += chips.height
    for row in plan.rows[number]:
        left = MARGIN
        for cell in row.cells:
            _draw_cell(image, cell, (left, top + row.lift), plan.size, ground, row.marks, two_colours=two_colours)
            left += cell.width + _GAP
        top += row.height


def _draw_cell(
    image: Image.Image,
    cell: _Cell,
    at: tuple[int, int],
    size: _Size,
    ground: Colour,
    marks: int,
    *,
    two_colours: bool,
) -> None:
    block, (left, top) = cell.block, at
    middle, left = left + cell.width // 2, left + (cell.width - cell.cards_width) // 2
    if not block.cards:
        sprite = gap_sprite(size.width, size.height)
        image.paste(sprite.image, (left, top), sprite.mask)
    for index, card in enumerate(block.cards):
        covered = index < len(block.cards) - 1
        sprite = card_sprite(card.card, card.wild, size.width, size.height, card.stands_for, covered, two_colours)
        place = (left + index * size.step, top - (size.lift if card.lifted else 0))
        image.paste(sprite.image, place, sprite.mask)
        if card.mark:
            mark = mark_sprite(card.mark, MARK_SIZE, ground)
            image.paste(mark, (place[0] + (size.step - mark.width) // 2, top + size.height + 4))
    _outline_fresh(image, block, (left, top), size)
    left, below = middle - cell.caption_width // 2, top + size.height + marks + 26
    for piece in cell.caption:
        image.paste(piece, (left, below - piece.height // 2))
        left += piece.width + _BETWEEN


def _outline_fresh(image: Image.Image, block: Block, at: tuple[int, int], size: _Size) -> None:
    """One outline around each run of neighbouring cards that are new to the viewer."""
    (left, top), pen = at, ImageDraw.Draw(image)
    start = None
    for index, card in enumerate((*block.cards, None)):
        if card is not None and card.fresh:
            start = index if start is None else start
        elif start is not None:
            right = left + index * size.step if card is not None else left + (index - 1) * size.step + size.width
            box = (left + start * size.step - 3, top - 3, right + 2, top + size.height + 2)
            pen.rounded_rectangle(box, 14, outline=index_of(NEWS), width=_OUTLINE)
            start = None
