"""Points by round and in total, shown after a round and at the end of a game."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bot.language import _
from bot.render.pictures.picture import Picture
from bot.render.pictures.records.rows import Cells, RowsCard, draw_all

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.render.pictures.picture_style import PictureStyle

MAX_ROUNDS = 6
"""Rounds in one table."""


def scores(rounds: Sequence[Sequence[int]], style: PictureStyle) -> Picture:
    """The points of each finished round by seat, and the totals, fewest first."""
    cards = scores_cards(rounds, style)
    return Picture.made(cards, lambda: draw_all(cards), scores_alt_text(rounds, style))


def scores_cards(rounds: Sequence[Sequence[int]], style: PictureStyle) -> tuple[RowsCard, ...]:
    """The scores as tables that other cards can include; many rounds are split up, to be legible on a phone."""
    tables = math.ceil(len(rounds) / MAX_ROUNDS)
    size = math.ceil(len(rounds) / tables)
    starts = range(0, len(rounds), size)
    summed = starts[-1] if len(rounds) > 1 else None
    return tuple(_table(rounds, slice(start, start + size), style, total=start == summed) for start in starts)


def _table(rounds: Sequence[Sequence[int]], part: slice, style: PictureStyle, *, total: bool) -> RowsCard:
    ordered = _order(rounds)
    rows = tuple(
        Cells(
            (style.written(seat), *(str(row[seat]) for row in rounds[part]), *((str(points),) if total else ())),
            bright=points == ordered[0][0],
        )
        for points, seat in ordered
    )
    numbers = [str(number) for number in range(1, len(rounds) + 1)][part]
    title = _("Points by round") if part.start == 0 else ""
    return RowsCard(title, rows, ("", *numbers, *((_("total"),) if total else ())))


def scores_in_words(rounds: Sequence[Sequence[int]], names: Sequence[str]) -> str:
    """The scores as lines of text, fewest points first."""
    lines = [
        _("{name}: {rounds} = **{total}**").format(
            name=names[seat], rounds=" + ".join(str(row[seat]) for row in rounds), total=total
        )
        for total, seat in _order(rounds)
    ]
    return "\n".join([_("**Points by round**"), *lines])


def _order(rounds: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The totals with their seats, fewest first."""
    return sorted((sum(row[seat] for row in rounds), seat) for seat in range(len(rounds[0])))


def scores_alt_text(rounds: Sequence[Sequence[int]], style: PictureStyle) -> Iterator[str]:
    """The sentences of the alternative text for the scores."""
    yield _("Points by round.")
    for total, seat in _order(rounds):
        points = ", ".join(str(row[seat]) for row in rounds)
        yield _("{name}: {rounds}, in all {total}.").format(name=style.spoken(seat), rounds=points, total=total)
