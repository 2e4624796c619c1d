"""The card of a board of people: places, names, figures. The viewer's own row is marked, and pinned if not listed."""

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

_MAX_LETTERS = 24


@dataclass(frozen=True, slots=True)
class Ranked:
    """One row: a place, a name, and the text of each column after it, which `spoken` says in words; `own`: the
    viewer's.
    """

    place: int
    name: str
    facts: tuple[str, ...]
    spoken: str
    own: bool = False


def ranking_card(title: str, columns: tuple[str, ...], rows: Sequence[Ranked], pinned: Ranked | None = None) -> Picture:
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
    return Picture.made(card, lambda: draw_all([card]), _alt_text(title, shown))


def _alt_text(title: str, rows: Sequence[Ranked]) -> Iterator[str]:
    yield _("{title}.").format(title=title)
    for row in rows:
        text = _("You: place {place}, {rating}.") if row.own else _("{place}. {name}: {rating}.")
        yield text.format(place=row.place, name=isolated(spoken_name(row.name)) or _("Player"), rating=row.spoken)
