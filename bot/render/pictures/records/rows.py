"""A card of facts in rows and columns: the points by round, a leaderboard, the changes of ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from PIL import Image, ImageDraw

from bot.render.pictures.drawing.lettering import words
from bot.render.pictures.drawing.palette import FAINT, FELT, GOLD, LIGHT, MARGIN, PLATE, WIDTH, Colour
from bot.render.pictures.drawing.sprites import canvas, index_of, mark_sprite
from bot.render.pictures.drawing.typeface import font_for
from bot.render.pictures.layout.draw import foot_below_all
from bot.render.pictures.layout.grids import below
from bot.render.pictures.layout.plan import HEADING_SIZE, LABEL

_ROW, _GAP, _BETWEEN, _TITLE, _SIGN = 62, 20, 8, 66, 34
_NARROWEST = 560


@dataclass(frozen=True, slots=True)
class Cells:
    """One row of texts: the first is left-aligned in its column, all others right-aligned.

    A `marked` row is on a plate of its own, a `bright` one golden; `sign` is a shape before the first text; `gap` sets
    the row apart from those above.
    """

    texts: tuple[str, ...]
    marked: bool = False
    bright: bool = False
    sign: str = ""
    gap: bool = False


@dataclass(frozen=True, slots=True)
class RowsCard:
    """A title and rows below it; the texts of the header are fainter."""

    title: str
    rows: tuple[Cells, ...]
    header: tuple[str, ...] = ()


def draw_all(cards: Sequence[RowsCard]) -> Image.Image:
    """Draw cards of one width one below the other, as narrow as their texts allow.

    Rows begin at the left edge, so there is a margin at the bottom for Discord's ALT badge to cover.
    """
    tables = [_Table.of(card) for card in cards]
    width = max(_NARROWEST, *(table.width for table in tables))
    drawn = below([table.drawn(width) for table in tables])
    whole = canvas(width, drawn.height + foot_below_all(width))
    whole.paste(drawn, (0, 0))
    return whole


def draw_above(image: Image.Image, card: RowsCard) -> Image.Image:
    """Draw the card to stand above the image, at its width unless the texts need more."""
    table = _Table.of(card)
    return table.drawn(max(table.width, image.width))


@dataclass(frozen=True, slots=True)
class _Table:
    """A card whose lines of text are drawn, but not placed yet; `columns` are their widths in pixels."""

    rows: Sequence[Cells]
    title: Sequence[Image.Image]
    header: Sequence[Image.Image]
    texts: Sequence[Sequence[Image.Image]]
    columns: Sequence[int]
    indent: int

    @classmethod
    def of(cls, card: RowsCard) -> _Table:
        title = _lines(card.title, WIDTH - 2 * MARGIN) if card.title else []
        header = [words(text, LABEL, FAINT, FELT) for text in card.header]
        texts = [_texts(row) for row in card.rows]
        columns = [max(text.width for text in column if text) for column in zip_longest(header, *texts)]
        indent = _SIGN + _BETWEEN if any(row.sign for row in card.rows) else 0
        return cls(card.rows, title, header, texts, columns, indent)

    @property
    def width(self) -> int:
        """The width in pixels that the texts need."""
        return 2 * MARGIN + max(self._needed, *(line.width for line in self.title), 0)

    @property
    def _needed(self) -> int:
        return self.indent + sum(self.columns) + _GAP * (len(self.columns) - 1)

    def drawn(self, width: int) -> Image.Image:
        """The card at a width that is at least what it needs; its first column gets the rest."""
        columns = [self.columns[0] + width - 2 * MARGIN - self._needed, *self.columns[1:]]
        gaps = sum(row.gap for row in self.rows) * _BETWEEN * 2
        height = MARGIN + _TITLE * len(self.title) + _ROW * (len(self.rows) + bool(self.header)) + gaps
        image = canvas(width, height)
        top = MARGIN
        for line in self.title:
            image.paste(line, (MARGIN, top + 22 - line.height // 2))
            top += _TITLE
        if self.header:
            _place(image, self.header, columns, MARGIN + self.indent, top)
            top += _ROW
        for row, texts in zip(self.rows, self.texts, strict=True):
            top += _BETWEEN * 2 if row.gap else 0
            _draw_row(image, row, texts, columns, self.indent, top)
            top += _ROW
        return image


def _lines(title: str, room: int) -> list[Image.Image]:
    """The title in lines of at most about `room` pixels: a phone would show one long line too small to read."""
    typeface, lines = font_for(title, HEADING_SIZE), [""]
    for word in title.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and typeface.getlength(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [words(line, HEADING_SIZE, LIGHT, FELT) for line in lines]


def _texts(row: Cells) -> list[Image.Image]:
    ground = PLATE if row.marked else FELT
    colour: Colour = GOLD if row.bright else LIGHT
    return [words(text, LABEL, colour, ground) for text in row.texts]


def _draw_row(
    image: Image.Image, row: Cells, texts: Sequence[Image.Image], columns: Sequence[int], indent: int, top: int
) -> None:
    if row.marked:
        box = (8, top, image.width - 9, top + _ROW - 4)
        ImageDraw.Draw(image).rounded_rectangle(box, 18, fill=index_of(PLATE))
    if row.sign:
        sign = mark_sprite(row.sign, _SIGN, PLATE if row.marked else FELT)
        image.paste(sign, (MARGIN, top + (_ROW - sign.height) // 2 - 2))
    _place(image, texts, columns, MARGIN + indent, top)


def _place(image: Image.Image, texts: Sequence[Image.Image], columns: Sequence[int], left: int, top: int) -> None:
    """Put texts into their columns; what a short row leaves free goes to its first."""
    for number, (text, width) in enumerate(zip(texts, columns, strict=False)):
        across = left if number == 0 else left + width - text.width
        image.paste(text, (across, top + (_ROW - text.height) // 2 - 2))
        left += width + _GAP
