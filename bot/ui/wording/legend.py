"""The seats of a game by their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.catalogue import text_of
from bot.ui.wording.seats import cast_of

if TYPE_CHECKING:
    from bot.tables.model.position import Position


def legend(position: Position, seat: int, *, in_words: bool, own: bool = True) -> str:
    """The seats by their numbers, as pictures and commands name them; in words with what pictures show of each, as
    the seat sees it. If it is the reader's `own` seat, it is called “you”.
    """
    cast = cast_of(position.record)
    you = seat if own else None
    seats = [f"{each + 1} {_('you') if each == you else cast.name(each)}" for each in range(len(cast.names))]
    between = " · "
    if in_words:
        facts = text_of(position.record.game).players(position.view(seat))
        marks = ["▶ " if each == position.seat_to_act else "" for each in range(len(seats))]
        seats = [f"{mark}{each} ({shown})" for mark, each, shown in zip(marks, seats, facts, strict=True)]
        between = ", "
    return _("-# Seats: {list}").format(list=between.join(seats))
