"""Tables of texts for the terminal: as wide as they can be, and lists where even words and numbers would be broken."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

SIDES = 3
"""What each column takes beside its texts: a line and a space on either side of them."""


class Sheet(NamedTuple):
    """A titled table of texts."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def for_terminal(sheet: Sheet, width: int, *, numbers: bool = False) -> RenderableType:
    """The sheet in that many columns of the terminal; with `numbers` all but the first of its own are set right.

    Where it is too wide, what stands in brackets gets a line of its own and headings are broken between words; where
    it still is, each row becomes a list.
    """
    lines = zip(sheet.head, *sheet.rows, strict=True)
    wide = [max(map(len, column)) for column in lines]
    if _fits(wide, width):
        return _table(sheet, wide, numbers=numbers)
    parted = sheet._replace(rows=tuple(tuple(cell.replace(" (", "\n(") for cell in row) for row in sheet.rows))
    narrow = [
        max(_longest(head.split()), *(_longest(cell.split("\n")) for cell in cells))
        for head, *cells in zip(parted.head, *parted.rows, strict=True)
    ]
    return _table(parted, narrow, numbers=numbers) if _fits(narrow, width) else _list(sheet)


def _fits(widths: Sequence[int], width: int) -> bool:
    return sum(widths) + SIDES * len(widths) + 1 <= width


def _longest(texts: Iterable[str]) -> int:
    return max(map(len, texts), default=0)


def _table(sheet: Sheet, widths: Sequence[int], *, numbers: bool) -> Table:
    table = Table(title=sheet.title, title_justify="left")
    for at, (name, width) in enumerate(zip(sheet.head, widths, strict=True)):
        table.add_column(name, width=width, justify="right" if numbers and at else "left")
    for row in sheet.rows:
        table.add_row(*row)
    return table


def _list(sheet: Sheet) -> Text:
    """A row's first text, and below it the others with their headings."""
    lines = [sheet.title]
    for first, *others in sheet.rows:
        lines += ["", first]
        lines += [f"  {name}: {cell}" for name, cell in zip(sheet.head[1:], others, strict=True) if cell]
    return Text("\n".join((*lines, "")))
