"""Rummy's turn builder: pick cards, add melds until they are worth enough, then lay them all down at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from bot.language import N_, _, ngettext
from bot.render.cards import face, in_order
from bot.render.just_drawn import marked
from bot.rules.cards import format_cards, parse_cards
from bot.rules.rummy import best_laydown, best_value
from bot.rules.rummy.actions import DISCARDS, DRAW_DISCARD, DRAW_STOCK, lay_down
from bot.rules.rummy.state import Phase
from bot.tables.model.errors import TableError
from bot.ui.building.builder import Builder
from bot.ui.building.paging import placeholder, shown, turn_page, turners
from bot.ui.building.picking import hand_picker, is_begun, pick, picked, reset, stepped, undo
from bot.ui.building.rummy.melds import melds_of
from bot.ui.building.rummy.picked import picked_parts
from bot.ui.building.rummy.ready import needed_value, pending, pending_cards, ready
from bot.ui.building.suggesting import NOTE, suggest_button, without_note
from bot.ui.kit.controls import Entry, Style
from bot.ui.kit.layout import rows

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.rules.cards import Card
    from bot.rules.rummy.actions import RummyAction
    from bot.rules.rummy.view import RummyView
    from bot.ui.building.builder import Step, Stop
    from bot.ui.building.desk import Draft
    from bot.ui.building.rummy.ready import RummyDesk
    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part


_PICK = {
    (False, False): N_("Pick cards for a meld"),
    (False, True): N_("Pick cards for a meld, or one to discard"),
    (True, False): N_("Pick cards for a meld, or one to lay off"),
    (True, True): N_("Pick cards for a meld, or one to lay off or discard"),
}
"""Placeholders for picking cards, by (has laid down, can discard now)."""


def _draws(desk: RummyDesk) -> Part:
    view = desk.view
    buttons = [desk.action(_("Draw from the stock"), DRAW_STOCK, Style.success)]
    if view.upcard is not None and DRAW_DISCARD in view.legal_actions:
        buttons.append(desk.action(_("Take {card}").format(card=face(view.upcard)), DRAW_DISCARD))
    return buttons


def _discard(desk: RummyDesk, card: Card) -> Button:
    return desk.action(_face(desk.view, card), DISCARDS[card.order])


def _face(view: RummyView, card: Card) -> str:
    """The card's face, marked if just drawn or taken."""
    return marked(face(card), taken=view.drew_discard) if card == view.drawn else face(card)


# The turn


def _turn(desk: RummyDesk) -> list[Button]:
    """The buttons to lay down what is ready, undo steps, and get help."""
    melds, buttons = pending(desk), []
    if melds:
        action = lay_down(melds)
        legal = action in desk.view.legal_actions
        style = Style.success if legal else Style.secondary
        buttons.append(desk.action(_("Lay down"), action, style, disabled=not legal))
    if desk.draft.get("past"):
        buttons.append(desk.step(_("Undo"), "undo"))
    if is_begun(desk.draft):
        buttons.append(desk.step(_("Reset"), "reset"))
    return [*buttons, suggest_button(desk, _("Suggest melds"))]


def _discards(desk: RummyDesk) -> list[Part]:
    """The discards, which end the turn; none while melds are ready, so they are not forgotten."""
    if pending(desk):
        return [_("-# Lay the melds down, or press Reset, before you discard.")]
    cards = list(dict.fromkeys(in_order(desk.view.hand, desk.order)))
    entries = [Entry(desk.form(DISCARDS[card.order]), _face(desk.view, card)) for card in cards]
    title = placeholder(desk, "discard", entries, _("Discard a card and end your turn …"))
    return [
        desk.actions(title, "discard", shown(desk.draft, "discard", entries)),
        turners(desk, "discard", entries),
    ]


# The steps


def _pick(desk: RummyDesk, argument: str, values: Sequence[str]) -> Draft:
    return pick(replace(desk, draft=without_note(desk.draft)), values, pending_cards(desk))


def _add(desk: RummyDesk, argument: str, values: Sequence[str]) -> Draft:
    """Step: add the picked cards as the meld shown on the button."""
    meld = parse_cards(argument)
    if meld not in melds_of(picked(desk)):
        raise TableError(_("The cards you picked have changed; press the button again."))
    if len(pending_cards(desk)) + len(meld) >= len(desk.view.hand):
        raise TableError(_("You must keep one card for the discard; lay down one card fewer."))
    melds = [*map(format_cards, pending(desk)), format_cards(meld)]
    return stepped(without_note(desk.draft), melds=melds, chosen=[], picked=[])


class RummyBuilder(Builder["RummyView", "RummyAction"]):
    """The turn builder of Rummy."""

    steps: ClassVar[Mapping[str, Step[RummyView, RummyAction]]] = {
        "pick": _pick,
        "add": _add,
        "undo": undo,
        "reset": reset,
        "page": turn_page,
    }
    suggests = True
    undoes = True

    def parts(self, desk: RummyDesk) -> list[Part]:
        """The draws; or the cards to pick and what can be done with the picked ones."""
        view = desk.view
        if view.phase is Phase.DRAW:
            return [_draws(desk)]
        if not view.turn.may_lay_down:
            cards = dict.fromkeys(in_order(view.hand, desk.order))
            return [*rows([_discard(desk, card) for card in cards])]
        note = desk.draft.get(NOTE)
        return [
            ready(desk),
            *hand_picker(desk, _(_PICK[view.turn.laid_down, not pending(desk)]), pending_cards(desk)),
            *picked_parts(desk),
            f"💡 {note}" if note else "",
            _turn(desk),
            *_discards(desk),
        ]

    def suggest(self, desk: RummyDesk, stop: Stop) -> Draft:
        """The most valuable melds of the hand, ready to lay down."""
        view = desk.view
        needed = needed_value(view)
        melds = best_laydown(view.hand, needed)
        if melds:
            return stepped(without_note(desk.draft), melds=[format_cards(meld) for meld in melds], chosen=[], picked=[])
        value = best_value(view.hand)
        if not value:
            return {**desk.draft, NOTE: _("There is no meld in your hand now.")}
        note = ngettext(
            "The best melds in your hand are worth {value} point; you need {needed}.",
            "The best melds in your hand are worth {value} points; you need {needed}.",
            value,
        ).format(value=value, needed=needed)
        return {**desk.draft, NOTE: note}

    def carried(self, desk: RummyDesk, form: str) -> Draft:
        """Keep ready melds after a lay-off or a swap, if their cards are still in the hand."""
        melds = [format_cards(meld) for meld in pending(desk)]
        return {"melds": melds} if melds and desk.view.phase is not Phase.DRAW else {}


BUILDER: Builder[RummyView, RummyAction] = RummyBuilder()
