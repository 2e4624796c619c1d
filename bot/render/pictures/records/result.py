"""The card of a finished game: who won, everybody's points and rating, and the points by round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.language import _, listing
from bot.render.pictures.picture import Picture
from bot.render.pictures.records.rows import Cells, RowsCard, draw_all
from bot.render.pictures.records.scores import scores_alt_text, scores_cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.pictures.picture_style import PictureStyle


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat's place and points in words; in a rated game also its new rating and the change, such as `+12`."""

    seat: int
    rank: int
    points: str
    rating: str = ""
    change: str = ""


def result_card(places: Sequence[Placed], rounds: Sequence[Sequence[int]], style: PictureStyle) -> Picture:
    """Draw the card; `places` are in the order of their ranks."""
    winners = [place.seat for place in places if place.rank == 1]
    is_draw = len(winners) == len(places) > 1
    written, spoken = (listing([name(seat) for seat in winners]) for name in (style.written, style.spoken))
    title = _("A draw") if is_draw else _("{names} won!").format(names=written)
    is_rated = any(place.rating for place in places)
    rows = tuple(
        Cells(
            (
                _("{place}. {name}").format(place=place.rank, name=style.written(place.seat)),
                place.points,
                *((place.rating, place.change) if is_rated else ()),
            ),
            marked=place.rank == 1 and not is_draw,
            bright=place.rank == 1 and not is_draw,
        )
        for place in places
    )
    header = ("", "", _("rating"), "") if is_rated else ()
    cards = (RowsCard(title, rows, header), *(scores_cards(rounds, style) if rounds else ()))
    ended = _("A draw.") if is_draw else _("{names} won.").format(names=spoken)
    alt_text = [
        ended,
        *(_alt_text(place, style) for place in places),
        *(scores_alt_text(rounds, style) if rounds else ()),
    ]
    return Picture.made(cards, lambda: draw_all(cards), alt_text)


def _alt_text(place: Placed, style: PictureStyle) -> str:
    values = {"place": place.rank, "name": style.spoken(place.seat), "points": place.points}
    if not place.rating:
        return _("{place}. {name}: {points}.").format(**values)
    return _("{place}. {name}: {points}, rating {rating} ({change}).").format(
        **values, rating=place.rating, change=place.change
    )
