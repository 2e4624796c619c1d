"""The controls of one's turn, as its game builds turns; they carry the decision that they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.building.catalogue import builder_of
from bot.ui.building.desk import Desk

if TYPE_CHECKING:
    from bot.rules.game import AnyView
    from bot.tables.model.position import Position
    from bot.ui.art.hand_style import HandStyle
    from bot.ui.building.desk import AnyDesk
    from bot.ui.kit.layout import Part


def play_controls(position: Position, view: AnyView, style: HandStyle) -> list[Part]:
    """The texts and controls with which the seat to act builds its turn, from its view and its draft."""
    desk: AnyDesk = Desk(position, view, style.order, style.draft or {})
    return builder_of(position.record.game).parts(desk)
