"""What the card of a finished game shows of each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.records.ratings import gained
from bot.render.catalogue import text_of
from bot.render.pictures.records.result import Placed
from bot.render.words import score_in_words, signed
from bot.ui.wording.rating_lines import number, player_of

if TYPE_CHECKING:
    from bot.records.model import RatedGame
    from bot.rules.game import Outcome
    from bot.tables.model.records import TableRecord


def places(table: TableRecord, outcome: Outcome, rated: RatedGame | None) -> tuple[Placed, ...]:
    """The seats in the order of their ranks."""
    return tuple(_placed(table, outcome, seat, rated) for seat in outcome.order)


def _placed(table: TableRecord, outcome: Outcome, seat: int, rated: RatedGame | None) -> Placed:
    points = score_in_words(outcome.scores[seat], text_of(table.game).unit)
    change = None if rated is None or rated.voided else rated.changes.get(player_of(table.seats[seat]))
    if change is None:
        return Placed(seat, outcome.ranks[seat], points)
    return Placed(seat, outcome.ranks[seat], points, number(change.after), signed(gained(change)))
