"""Blocks of overlapping cards that flow into rows, under headings: every hand and table is laid out with these."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

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
_CAPTION = 40
_MARK = 34
_HEADING = 54
_INSIDE = WIDTH - 2 * MARGIN


@dataclass(frozen=True, slots=True)
class Face:
    """One card to draw: None is a face-down card.

    `wild` adds the star; `lifted` raises the card and sets a tick below it (picked for the turn being built); `new` sets
    an arrow below it (just drawn or taken).
    """

    card: Card | None
    wild: bool = False
    lifted: bool = False
    new: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """Cards that belong together, overlapping, with a caption below: a meld, a pile, what is left over."""

    cards: tuple[Face, ...]
    caption: str = ""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks that flow into rows under a heading; `plate` lays a lighter ground below them."""

    blocks: tuple[Block, ...]
    heading: str = ""
    plate: bool = False


@dataclass(frozen=True, slots=True)
class _Size:
    """The measures at one scale."""

    width: int
    height: int
    step: int
    lift: int

    @classmethod
    def at(cls, scale: float) -> _Size:
        return cls(
            round(CARD_WIDTH * scale), round(CARD_HEIGHT * scale), round(CARD_STEP * scale), round(22 * scale)
        )


def draw(sections: Sequence[Section]) -> Image.Image:
    """The sections below each other, as wide as a picture is; more cards are drawn smaller."""
    cards = sum(len(block.cards) for section in sections for block in section.blocks)
    size = _Size.at(_scale(cards))
    rows = [_rows(section, size) for section in sections]
    heights = [
        _section_height(section, len(lines), size) for section, lines in zip(sections, rows, strict=True)
    ]
    image = Image.new("P", (WIDTH, MARGIN + sum(heights)), index_of(FELT))
    image.putpalette(palette().getpalette() or [])
    top = MARGIN
    for section, lines, height in zip(sections, rows, heights, strict=True):
        _draw_section(image, section, lines, top, height, size)
        top += height
    return image


def png(image: Image.Image) -> bytes:
    """The picture as a PNG file."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=4)
    return buffer.getvalue()


def _scale(cards: int) -> float:
    """Cards are as large as a phone can show them: full size up to a big hand, smaller on a crowded table."""
    if cards <= 22:
        return 1.0
    return 0.82 if cards <= 44 else 0.7


def _cards_width(block: Block, size: _Size) -> int:
    return size.width + size.step * (max(len(block.cards), 1) - 1)


def _block_width(block: Block, size: _Size) -> int:
    """As wide as its cards, or as its caption where that is wider."""
    caption = words(block.caption, 32, FAINT, FELT).width if block.caption else 0
    return max(_cards_width(block, size), caption)


def _rows(section: Section, size: _Size) -> list[list[Block]]:
    """Blocks row by row; a block too long for a row is cut into several."""
    most = (_INSIDE - size.width) // size.step + 1
    rows: list[list[Block]] = [[]]
    used = 0
    for whole in section.blocks:
        for block in _cut(whole, most):
            width = _block_width(block, size)
            if rows[-1] and used + _GAP + width > _INSIDE:
                rows.append([])
                used = 0
            used += width + (_GAP if rows[-1] else 0)
            rows[-1].append(block)
    return rows if section.blocks else []


def _cut(block: Block, most: int) -> list[Block]:
    """The block in pieces of at most so many cards, the caption below the first."""
    if len(block.cards) <= most:
        return [block]
    pieces = [block.cards[start : start + most] for start in range(0, len(block.cards), most)]
    return [Block(cards, "" if index else block.caption, block.marked) for index, cards in enumerate(pieces)]


def _row_height(section: Section, size: _Size) -> int:
    captions = any(block.caption for block in section.blocks)
    return size.height + (_CAPTION if captions else 0) + _lift(section, size) + _marks(section) + _ROW_GAP


def _lift(section: Section, size: _Size) -> int:
    """The room above the cards that a raised one needs."""
    return size.lift if any(card.lifted for block in section.blocks for card in block.cards) else 0


def _marks(section: Section) -> int:
    """The room below the cards for ticks and arrows."""
    return _MARK if any(card.lifted or card.new for block in section.blocks for card in block.cards) else 0


def _section_height(section: Section, rows: int, size: _Size) -> int:
    return (_HEADING if section.heading else 0) + rows * _row_height(section, size) + 6


def _draw_section(
    image: Image.Image, section: Section, rows: list[list[Block]], top: int, height: int, size: _Size
) -> None:
    ground = PLATE if section.plate else FELT
    if section.plate:
        box = (8, top - 8, WIDTH - 9, top + height - 16)
        ImageDraw.Draw(image).rounded_rectangle(box, 18, fill=index_of(PLATE))
    if section.heading:
        heading = words(section.heading, 36, LIGHT, ground)
        image.paste(heading, (MARGIN, top + 20 - heading.height // 2))
        top += _HEADING
    top += _lift(section, size)
    for row in rows:
        left = MARGIN
        for block in row:
            _draw_block(image, block, (left, top), size, ground, _marks(section))
            left += _block_width(block, size) + _GAP
        top += _row_height(section, size)


def _draw_block(
    image: Image.Image, block: Block, at: tuple[int, int], size: _Size, ground: Colour, marks: int
) -> None:
    left, top = at
    whole = _block_width(block, size)
    middle, left = left + whole // 2, left + (whole - _cards_width(block, size)) // 2
    if not block.cards:
        sprite = gap_sprite(size.width, size.height)
        image.paste(sprite.image, (left, top), sprite.mask)
    for index, card in enumerate(block.cards):
        sprite = card_sprite(card.card, card.wild, size.width, size.height)
        place = (left + index * size.step, top - (size.lift if card.lifted else 0))
        image.paste(sprite.image, place, sprite.mask)
        if card.lifted or card.new:
            mark = mark_sprite("tick" if card.lifted else "arrow", _MARK - 4, ground)
            image.paste(mark, (place[0] + (size.step - mark.width) // 2, top + size.height + 4))
    if block.caption:
        caption = words(block.caption, 32, GOLD if block.marked else FAINT, ground)
        below = top + size.height + marks + 20
        image.paste(caption, (middle - caption.width // 2, below - caption.height // 2))
