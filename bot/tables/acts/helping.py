"""Help with a turn: what it costs."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.tables.model.position import Position


def costs_rating(position: Position, person: int) -> bool:
    """Whether help with the present turn would keep the person's rating from rising by this game.

    It is free where the game is not rated, where the seat was helped before, and where there is no choice to make.
    """
    table, seat = position.record, position.record.seat_of(person)
    if seat is None or not table.rated or table.seats[seat].helped or position.state is None:
        return False
    return len(tuple(islice(position.view(seat).legal_actions, 2))) > 1
