"""The seats of a game by their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.catalogue import text_of
from bot.ui.wording.seats import cast_of

if TYPE_CHECKING:
    from bot.tables.model.position import Position


def legend(position: Position, own: int, *, in_words: bool) -> str:
    """The seats by their numbers, as pictures and commands name them; in words with what pictures show of each."""
    cast = cast_of(position.record)
    seats = [f"{seat + 1} {_('you') if seat == own else cast.name(seat)}" for seat in range(len(cast.names))]
    between = " · "
    if in_words:
        facts = text_of(position.record.game).players(position.view(own))
        marks = ["▶ " if seat == position.seat_to_act else "" for seat in range(len(seats))]
        seats = [f"{mark}{seat} ({shown})" for mark, seat, shown in zip(marks, seats, facts, strict=True)]
        between = ", "
    return _("-# Seats: {list}").format(list=between.join(seats))
