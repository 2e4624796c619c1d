"""What getting help with a turn costs."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.tables.model.position import Position


def costs_rating(position: Position, person: int) -> bool:
    """Whether help with the current turn would stop this game from raising the person's rating.

    It is free if the game is not rated, the seat was helped before, or there is only one legal action.
    """
    table, seat = position.record, position.record.seat_of(person)
    if seat is None or not table.rated or table.seats[seat].helped or position.state is None:
        return False
    return len(tuple(islice(position.view(seat).legal_actions, 2))) > 1
