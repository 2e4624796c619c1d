"""What a board and a hand say of seats on autopilot, with the button that takes one's own back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.names import plain
from bot.render.words import listing
from bot.ui.controls import Style, button

if TYPE_CHECKING:
    from bot.tables.model import TableRecord
    from bot.ui.controls import Press
    from bot.ui.layout import Part


def absent(table: TableRecord) -> list[Part]:
    """On the board: who is away, and their button; nothing when all are here."""
    away = [plain(seat.name) for seat in table.seats if seat.autopilot]
    if not away:
        return []
    sentence = _("-# The autopilot plays for {names} until they are back.").format(names=listing(away))
    return [sentence, (back_button(table),)]


def own_absence(table: TableRecord, seat: int) -> list[Part]:
    """In a hand: that the autopilot plays it, and the button."""
    if not table.seats[seat].autopilot:
        return []
    return [_("The autopilot plays for you."), (back_button(table),)]


def back_button(table: TableRecord) -> Press:
    """Takes one's own seat back, from the autopilot or from the computer player that took it over."""
    return button(table.id, "back", _("I am back"), style=Style.success)
