"""Three Thirteen's turn builder: a button per draw, then a button per card, in the order of the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from bot.language import _
from bot.render.cards import WILD, face, in_order
from bot.render.just_drawn import BUTTON_MARK
from bot.rules.three_thirteen.actions import DISCARDS, DRAW_DISCARD, DRAW_STOCK, ThreeThirteenAction
from bot.rules.three_thirteen.view import ThreeThirteenView
from bot.ui.building.builder import Builder
from bot.ui.building.desk import Desk
from bot.ui.kit.controls import Style
from bot.ui.kit.layout import CARDS_IN_A_ROW, rows

if TYPE_CHECKING:
    from bot.ui.kit.layout import Part


ThreeThirteenDesk: TypeAlias = Desk[ThreeThirteenView, ThreeThirteenAction]


class ThreeThirteenBuilder(Builder["ThreeThirteenView", "ThreeThirteenAction"]):
    """The turn builder of Three Thirteen."""

    def parts(self, desk: ThreeThirteenDesk) -> list[Part]:
        """The two draws, or the cards to discard with the one just drawn marked."""
        view = desk.view
        if view.takeable is not None:
            stock = desk.action(_("Draw from the stock"), DRAW_STOCK, Style.success)
            label = _("Take {card}").format(card=face(view.takeable, view.wild_rank))
            return [[stock, desk.action(label, DRAW_DISCARD, emoji=desk.emoji(view.takeable))]]
        buttons = []
        for card in dict.fromkeys(in_order(view.hand, desk.order)):
            label, mark = face(card, view.wild_rank), WILD if card.rank == view.wild_rank else ""
            if card == view.drawn:
                label, mark = (f"{words} {BUTTON_MARK}".strip() for words in (label, mark))
            buttons.append(desk.card_action(label, mark, DISCARDS[card], card))
        return [*rows(buttons, CARDS_IN_A_ROW)]


BUILDER: Builder[ThreeThirteenView, ThreeThirteenAction] = ThreeThirteenBuilder()
