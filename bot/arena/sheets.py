"""Tables of text for the terminal, which become lists where the terminal is too narrow for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.console import RenderableType

SIDES = 3
"""Width of each column beside its text: a line, and a space on either side."""


class Sheet(NamedTuple):
    """A titled table of texts."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def for_terminal(sheet: Sheet, width: int, *, numbers: bool = False) -> RenderableType:
    """Fit the sheet into a terminal of this width; `numbers` aligns all columns but the first to the right.

    If it is too wide, text in brackets moves to a line of its own, and headings are broken between words. If it is
    still too wide, each row becomes a list.
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
    """Each row as a list: its first text, and below it the others with their headings."""
    lines = [sheet.title]
    for first, *others in sheet.rows:
        lines += ["", first]
        lines += [f"  {name}: {cell}" for name, cell in zip(sheet.head[1:], others, strict=True) if cell]
    return Text("\n".join((*lines, "")))
