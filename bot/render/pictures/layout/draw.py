"""Drawing of hands and tables: a stack of sections, each with its heading, chips and rows of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from bot.render.pictures.drawing.palette import FELT, INK, MARGIN, NEWS, PLATE, WIDTH, Colour
from bot.render.pictures.drawing.sprites import canvas, card_sprite, gap_sprite, index_of, mark_sprite
from bot.render.pictures.layout.attempts import TABLE
from bot.render.pictures.layout.plan import (
    BETWEEN,
    GAP,
    HEADING,
    MARK,
    Cell,
    Plan,
    Size,
    planned,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.pictures.layout.attempts import Attempt
    from bot.render.pictures.layout.blocks import Block, Face, Section

MARK_SIZE = MARK - 4
_FOOT, _FOOT_BELOW_ALL, _LOWEST_FOOT = 70, 105, 46
_OUTLINE, _WITHIN = 6, 4
"""The thickness in pixels of the outline of what is new, and of the dark line within it."""


def draw(sections: Sequence[Section], *, two_colours: bool = False, attempts: Sequence[Attempt] = TABLE) -> Image.Image:
    """Draw the sections one below the other in the narrowest picture that fits; many cards are drawn smaller.

    There is a margin at the bottom for Discord's ALT badge to cover.
    """
    plan = planned(sections, attempts)
    return _drawn(plan, _foot_below(plan), two_colours=two_colours)


def draw_above(image: Image.Image, section: Section, *, two_colours: bool) -> Image.Image:
    """Draw the section to stand above the image, at its width unless a block needs more."""
    plan = Plan.of([section], image.width, 1.0, narrowest=image.width)
    return _drawn(plan, 0, two_colours=two_colours)


def _drawn(plan: Plan, foot: int, *, two_colours: bool) -> Image.Image:
    image = canvas(plan.width, MARGIN + sum(plan.heights) + foot)
    top = MARGIN
    for number, height in enumerate(plan.heights):
        _draw_section(image, plan, number, top, height, two_colours=two_colours)
        top += height
    return image


def _draw_section(image: Image.Image, plan: Plan, number: int, top: int, height: int, *, two_colours: bool) -> None:
    section, chips = plan.sections[number], plan.chips[number]
    ground = PLATE if section.plate else FELT
    if section.plate:
        box = (8, top - 8, image.width - 9, top + height - 16)
        ImageDraw.Draw(image).rounded_rectangle(box, 18, fill=index_of(PLATE))
    heading = plan.headings[number]
    if heading is not None:
        image.paste(heading, (MARGIN, top + 22 - heading.height // 2))
        top += HEADING
    chips.draw(image, top)
    top += chips.height
    for row in plan.rows[number]:
        left = MARGIN
        for cell in row.cells:
            _draw_cell(image, cell, (left, top + row.lift), plan.size, ground, row.marks, two_colours=two_colours)
            left += cell.width + GAP
        top += row.height


def _draw_cell(
    image: Image.Image,
    cell: Cell,
    at: tuple[int, int],
    size: Size,
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
        place = (left + index * size.step, top - (size.lift if card.lifted else 0))
        draw_face(image, card, place, size, covered=index < len(block.cards) - 1, two_colours=two_colours)
        if card.mark:
            mark = mark_sprite(card.mark, MARK_SIZE, ground)
            image.paste(mark, (place[0] + (size.step - mark.width) // 2, top + size.height + 4))
    if any(card.fresh for card in block.cards):
        _outline_fresh(image, block, (left, top), size)
    left, below = middle - cell.caption_width // 2, top + size.height + marks + 26
    for piece in cell.caption:
        image.paste(piece, (left, below - piece.height // 2))
        left += piece.width + BETWEEN


def draw_face(
    image: Image.Image, face: Face, at: tuple[int, int], size: Size, *, covered: bool, two_colours: bool
) -> None:
    """Draw one card; `covered` if the next one overlaps it."""
    sprite = card_sprite(
        face.card,
        size.width,
        size.height,
        wild=face.wild,
        stands_for=face.stands_for,
        covered=covered,
        two_colours=two_colours,
    )
    image.paste(sprite.image, at, sprite.mask)


def _outline_fresh(image: Image.Image, block: Block, at: tuple[int, int], size: Size) -> None:
    """One outline around each run of neighbouring cards that are new to the viewer."""
    (left, top), pen = at, ImageDraw.Draw(image)
    start = None
    for index, card in enumerate((*block.cards, None)):
        if card is not None and card.fresh:
            start = index if start is None else start
        elif start is not None:
            right = left + index * size.step if card is not None else left + (index - 1) * size.step + size.width
            box = (left + start * size.step, top, right, top + size.height)
            outline_news(pen, box)
            start = None


def outline_news(pen: ImageDraw.ImageDraw, box: tuple[int, int, int, int]) -> None:
    """Outline what changed since the viewer's last turn, with a dark line within: light cards have a light edge."""
    left, top, right, bottom = box
    around = (left - 3, top - 3, right + 2, bottom + 2)
    pen.rounded_rectangle(around, 14, outline=index_of(INK), width=_OUTLINE + _WITHIN)
    pen.rounded_rectangle(around, 14, outline=index_of(NEWS), width=_OUTLINE)


def foot_of(width: int) -> int:
    """The bottom margin in pixels of a picture of this width: Discord's ALT badge covers the lower left corner."""
    return max(_LOWEST_FOOT, _FOOT * width // WIDTH)


def foot_below_all(width: int) -> int:
    """The bottom margin in pixels where the lowest line has cards or words at the left edge, which the badge would
    otherwise touch.
    """
    return max(_LOWEST_FOOT, _FOOT_BELOW_ALL * width // WIDTH)


def _foot_below(plan: Plan) -> int:
    """The bottom margin below a plan's lowest line: a caption keeps cards away from the badge, words alone do not."""
    lowest = plan.rows[-1] if plan.rows else ()
    captioned = bool(lowest) and any(cell.caption for cell in lowest[-1].cells)
    return foot_of(plan.width) if captioned else foot_below_all(plan.width)
