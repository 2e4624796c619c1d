"""The points by round and in all: after a round, and at the end of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.pictures.picture import Picture
from bot.render.pictures.picture_style import PLAIN_STYLE
from bot.render.pictures.rows_card import Cells, RowsCard, draw_rows

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.render.pictures.picture_style import PictureStyle


def scores(rounds: Sequence[Sequence[int]], style: PictureStyle = PLAIN_STYLE) -> Picture:
    """The points of each finished round by seat, and their totals; the fewest are on top."""
    card = scores_card(rounds, style)
    return Picture.made(card, lambda: draw_rows(card), scores_told(rounds, style))


def scores_card(rounds: Sequence[Sequence[int]], style: PictureStyle) -> RowsCard:
    """What the picture shows, as a part of other cards."""
    rows = tuple(
        Cells((style.written(seat), *(str(row[seat]) for row in rounds), str(total)), bright=place == 0)
        for place, (total, seat) in enumerate(_order(rounds))
    )
    numbers = tuple(str(number) for number in range(1, len(rounds) + 1))
    return RowsCard(_("Points by round"), rows, ("", *numbers, _("total")))


def scores_in_words(rounds: Sequence[Sequence[int]], names: Sequence[str]) -> str:
    """The same as lines of text."""
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


def scores_told(rounds: Sequence[Sequence[int]], style: PictureStyle) -> Iterator[str]:
    """The sentences that describe it."""
    yield _("Points by round.")
    for total, seat in _order(rounds):
        points = ", ".join(str(row[seat]) for row in rounds)
        yield _("{name}: {rounds}, in all {total}.").format(name=style.spoken(seat), rounds=points, total=total)
