"""A turn of Pairs: a button for each way to draw, then a button for each card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.cards import face, in_order
from bot.ui.building.builder import Builder
from bot.ui.kit.layout import rows
from tests.sixth_game.rules import Discard

if TYPE_CHECKING:
    from bot.ui.building.desk import Desk
    from bot.ui.kit.layout import Part
    from tests.sixth_game.rules import PairsAction, PairsView


class PairsBuilder(Builder["PairsView", "PairsAction"]):
    """Builds the turns of Pairs."""

    def parts(self, desk: Desk[PairsView, PairsAction]) -> list[Part]:
        view = desk.view
        if view.has_drawn:
            cards = dict.fromkeys(in_order(view.hand, desk.order))
            return [*rows([desk.action(face(card), Discard(card)) for card in cards])]
        return [[desk.action(desk.form(draw).capitalize(), draw) for draw in view.legal_actions]]


BUILDER: Builder[PairsView, PairsAction] = PairsBuilder()
