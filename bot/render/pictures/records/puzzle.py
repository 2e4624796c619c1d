"""The card of a puzzle board: places, names and results. The viewer's own row is marked, and pinned if not listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.language import _
from bot.render.names import isolated
from bot.render.pictures.drawing.drawn_names import drawn_name, spoken_name
from bot.render.pictures.picture import Picture
from bot.render.pictures.records.rows import Cells, RowsCard, draw_all

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MAX_LETTERS = 20


@dataclass(frozen=True, slots=True)
class Solver:
    """One row: a place, a name, and the text of each column after it."""

    place: int
    name: str
    facts: tuple[str, ...]
    own: bool = False


def puzzle_card(title: str, columns: tuple[str, ...], rows: Sequence[Solver], pinned: Solver | None = None) -> Picture:
    """Draw the card; `columns` are the headings of the facts."""
    shown = [*rows, *([pinned] if pinned is not None else [])]
    cells = tuple(
        Cells(
            (f"{row.place}. {drawn_name(row.name, _MAX_LETTERS) or _('Player')}", *row.facts),
            marked=row.own,
            bright=row.place == 1,
            gap=row is pinned,
        )
        for row in shown
    )
    card = RowsCard(title, cells, ("", *columns))
    return Picture.made(card, lambda: draw_all([card]), _alt_text(title, columns, shown))


def _alt_text(title: str, columns: tuple[str, ...], rows: Sequence[Solver]) -> Iterator[str]:
    yield _("{title}.").format(title=title)
    for row in rows:
        facts = ", ".join(f"{column} {fact}" for column, fact in zip(columns, row.facts, strict=True))
        text = _("You: place {place}, {rating}.") if row.own else _("{place}. {name}: {rating}.")
        yield text.format(place=row.place, name=isolated(spoken_name(row.name)) or _("Player"), rating=facts)
