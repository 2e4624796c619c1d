"""The card of a leaderboard: places, names and ratings. The viewer's own row is marked, and pinned if not listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.names import isolated
from bot.render.pictures.drawing.drawn_names import drawn_name, spoken_name
from bot.render.pictures.picture import Picture
from bot.render.pictures.records.rows import Cells, RowsCard, draw_all

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


_MAX_LETTERS = 24


@dataclass(frozen=True, slots=True)
class Ranked:
    """One row: a place, a name, a rating and the number of games; `own`: the viewer's."""

    place: int
    name: str
    rating: str
    games: int
    own: bool = False


def leaderboard_card(title: str, rows: Sequence[Ranked], pinned: Ranked | None = None, figures: str = "") -> Picture:
    """Draw the card; `figures` is the heading of the ratings column, “rating” by default."""
    heading, shown = figures or _("rating"), [*rows, *([pinned] if pinned is not None else [])]
    cells = tuple(
        Cells(
            (f"{row.place}. {drawn_name(row.name, _MAX_LETTERS) or _('Player')}", row.rating, str(row.games)),
            marked=row.own,
            bright=row.place == 1,
            gap=row is pinned,
        )
        for row in shown
    )
    card = RowsCard(title, cells, ("", heading, _("games")))
    return Picture.made(card, lambda: draw_all([card]), _alt_text(title, heading, shown))


def _alt_text(title: str, heading: str, rows: Sequence[Ranked]) -> Iterator[str]:
    yield _("{title}.").format(title=title)
    for row in rows:
        games = ngettext("{n} game", "{n} games", row.games).format(n=row.games)
        text = _("You: place {place}, {rating}.") if row.own else _("{place}. {name}: {rating}.")
        name = isolated(spoken_name(row.name)) or _("Player")
        yield text.format(place=row.place, name=name, rating=f"{heading} {row.rating}, {games}")
