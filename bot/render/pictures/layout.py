"""Blocks of overlapping cards that flow into rows, under headings: every hand and table is laid out with these."""

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
"""Left free below everything, in pixels: Discord lays its ALT badge over the lower left corner."""
_BETWEEN = 8
_HEADING = 54
_INSIDE = WIDTH - 2 * MARGIN


@dataclass(frozen=True, slots=True)
class Face:
    """One card to draw: None is a face-down card.

    `wild` adds the star; `lifted` raises the card and sets a tick below it (picked for the turn being built); `new` sets
    an arrow below it (just drawn, taken or played); `moved` a double arrow (came from another group in this turn).
    `stands_for` is what a joker is there: one card, or the cards that it may be.
    """

    card: Card | None
    wild: bool = False
    lifted: bool = False
    new: bool = False
    moved: bool = False
    stands_for: tuple[Card, ...] = ()

    @property
    def mark(self) -> str:
        """The shape that is set below the card, or none."""
        return "tick" if self.lifted else "arrow" if self.new else "swap" if self.moved else ""


@dataclass(frozen=True, slots=True)
class Block:
    """Cards that belong together, overlapping, with a caption below: a meld, a pile, what is left over.

    `number` is what commands call it, and `sign` a shape before that, such as `warning`. A block that is `whole` is never cut into rows: where it
    would be too long, all cards of the picture are drawn smaller.
    """

    cards: tuple[Face, ...]
    caption: str = ""
    marked: bool = False
    number: int | None = None
    sign: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks that flow into rows under a heading and chips; `plate` lays a lighter ground below them."""

    blocks: tuple[Block, ...]
    heading: str = ""
    plate: bool = False
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    """Blocks beside each other; `lift` is the room above them for raised cards, `marks` that below them for shapes."""

    blocks: list[Block]
    lift: int
    marks: int
    height: int

    @classmethod
    def of(cls, blocks: list[Block], size: _Size) -> _Row:
        cards = [card for block in blocks for card in block.cards]
        lift = size.lift if any(card.lifted for card in cards) else 0
        marks = _MARK if any(card.mark for card in cards) else 0
        caption = _CAPTION if any(_captions(block) for block in blocks) else 0
        return cls(blocks, lift, marks, lift + size.height + marks + caption + _ROW_GAP)


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


def draw(sections: Sequence[Section], foot: int = FOOT) -> Image.Image:
    """The sections below each other, as wide as a picture is; more cards are drawn smaller."""
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
    """The picture as a PNG file; one that would be larger than so many bytes is written more slowly and smaller.

    Writing the file is most of the work: level 3 takes half the time of level 6, for a quarter more bytes.
    """
    fast = _written(image, 3)
    return fast if len(fast) <= most_bytes else _written(image, 6)


def _written(image: Image.Image, compression: int) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=compression)
    return buffer.getvalue()


def _scale(blocks: Sequence[Block]) -> float:
    """Cards are as large as a phone can show them: full size up to a big hand, smaller on a crowded table."""
    cards = sum(len(block.cards) for block in blocks)
    longest = max((len(block.cards) for block in blocks if block.whole), default=0)
    for scale, most in ((1.0, 22), (0.82, 44), (0.7, 80)):
        if cards <= most and longest <= _most_in_row(_Size.at(scale)):
            return scale
    return 0.6


def _most_in_row(size: _Size) -> int:
    return (_INSIDE - size.width) // size.step + 1


def _cards_width(block: Block, size: _Size) -> int:
    return size.width + size.step * (max(len(block.cards), 1) - 1)


def _captions(block: Block, ground: Colour = FELT) -> list[Image.Image]:
    """What is written below a block, piece by piece: the sign, the number, the words."""
    pieces = []
    if block.sign:
        pieces.append(mark_sprite(block.sign, 32, ground))
    if block.number is not None:
        pieces.append(words(str(block.number), 38, GOLD if block.marked else LIGHT, ground))
    if block.caption:
        pieces.append(words(block.caption, 32, GOLD if block.marked else FAINT, ground))
    return pieces


def _caption_width(block: Block) -> int:
    pieces = _captions(block)
    return sum(piece.width for piece in pieces) + _BETWEEN * max(len(pieces) - 1, 0)


def _block_width(block: Block, size: _Size) -> int:
    """As wide as its cards, or as its caption where that is wider."""
    return max(_cards_width(block, size), _caption_width(block))


def _rows(section: Section, size: _Size) -> list[_Row]:
    """Blocks row by row; a block too long for a row is cut into several."""
    rows: list[list[Block]] = []
    used = _INSIDE
    for whole in section.blocks:
        for block in _cut(whole, _most_in_row(size)):
            width = _block_width(block, size)
            if used + _GAP + width > _INSIDE:
                rows.append([])
                used = -_GAP
            used += _GAP + width
            rows[-1].append(block)
    return [_Row.of(blocks, size) for blocks in rows]


def _cut(block: Block, most: int) -> list[Block]:
    """The block in pieces of at most so many cards, about equally long, the caption below the last."""
    if len(block.cards) <= most:
        return [block]
    length = ceil(len(block.cards) / ceil(len(block.cards) / most))
    pieces = [block.cards[start : start + length] for start in range(0, len(block.cards), length)]
    return [*(Block(cards) for cards in pieces[:-1]), replace(block, cards=pieces[-1])]


def _section_height(section: Section, rows: Sequence[_Row]) -> int:
    heading = _HEADING if section.heading else 0
    return heading + chips_height(section.chips) + sum(row.height for row in rows) + 6


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
        for block in row.blocks:
            _draw_block(image, block, (left, top + row.lift), size, ground, row.marks)
            left += _block_width(block, size) + _GAP
        top += row.height


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
        covered = index < len(block.cards) - 1
        sprite = card_sprite(card.card, card.wild, size.width, size.height, card.stands_for, covered)
        place = (left + index * size.step, top - (size.lift if card.lifted else 0))
        image.paste(sprite.image, place, sprite.mask)
        if card.mark:
            mark = mark_sprite(card.mark, MARK_SIZE, ground)
            image.paste(mark, (place[0] + (size.step - mark.width) // 2, top + size.height + 4))
    _draw_caption(image, block, (middle, top + size.height + marks + 23), ground)


def _draw_caption(image: Image.Image, block: Block, middle: tuple[int, int], ground: Colour) -> None:
    left, height = middle[0] - _caption_width(block) // 2, middle[1]
    for piece in _captions(block, ground):
        image.paste(piece, (left, height - piece.height // 2))
        left += piece.width + _BETWEEN
