"""Plays of a Rummy hand in one choice: melds to lay down, cards that fit the table, and discards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.cards import face, faces, in_order
from bot.render.just_drawn import BUTTON_MARK
from bot.render.names import label, seat_names
from bot.render.words import points_in_words
from bot.rules.cards import format_cards, without
from bot.rules.rummy import lay_offs, meld_value, swaps
from bot.rules.rummy.actions import DISCARDS, HIGH, LOW, LayOff, lay_down
from bot.ui.building.picking import picked
from bot.ui.building.rummy.melds import longest, melds_in
from bot.ui.building.rummy.ready import RummyDesk, pending_cards
from bot.ui.kit.controls import Entry, Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.rules.rummy.actions import Swap
    from bot.rules.rummy.melds import Meld
    from bot.rules.rummy.view import RummyView
    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part

MAX_LISTED = 25


def found_melds(desk: RummyDesk) -> list[Part]:
    """The melds in the hand, most valuable first: set aside before the first laydown, laid at once afterwards. Parts of
    longer melds are not listed; they can be laid by picking their cards.
    """
    view, aside = desk.view, pending_cards(desk)
    room = len(view.hand) - len(aside) - 1
    possible = [meld for meld in melds_in(without(view.hand, *aside)) if len(meld) <= room]
    melds = longest(possible)[:MAX_LISTED]
    if not melds:
        return []
    if view.turn.laid_down and not aside:
        entries = [Entry(desk.form(lay_down([meld])), *_shown(meld)) for meld in melds]
        return [desk.actions(_("Lay down a meld …"), "lay", entries)]
    entries = [Entry(format_cards(meld), *_shown(meld)) for meld in melds]
    title = _("Choose another meld …") if aside else _("Choose a meld to lay down …")
    return [desk.steps(title, "add", entries=entries)]


def _shown(meld: Meld) -> tuple[str, str]:
    return faces(meld), points_in_words(meld_value(meld))


def fitting(desk: RummyDesk) -> list[Part]:
    """The cards that fit melds on the table, each with its meld; only those of a picked card if one is picked."""
    view = desk.view
    if not view.turn.laid_down:
        return []
    cards = picked(desk) or tuple(dict.fromkeys(in_order(without(view.hand, *pending_cards(desk)), desk.order)))
    actions: list[LayOff | Swap] = []
    for card in cards:
        if len(view.hand) > 1:
            actions += lay_offs((card,), view.melds)
        actions += swaps((card,), view.melds)
    if not actions:
        return []
    names = seat_names([seat.name for seat in desk.position.record.seats])
    entries = [
        Entry(
            desk.form(action),
            _where(view, action),
            _owner(view, action, names),
            emoji=desk.emoji(action.card),
        )
        for action in actions[:MAX_LISTED]
    ]
    title = _("Lay off a card …")
    if len(actions) > MAX_LISTED:
        title = _("Lay off a card … (pick a card to see the rest)")
    return [desk.actions(title, "away", entries)]


def _where(view: RummyView, action: LayOff | Swap) -> str:
    """`5♣ → 6♣ 7♣ 8♣`, or `6♦ for the joker of 5♦ 🃏 7♦`."""
    end = {LOW: _("low end"), HIGH: _("high end")}.get(action.end or "", "")
    words = _("{card} → {meld}") if isinstance(action, LayOff) else _("{card} for the joker of {meld}")
    shown = words.format(card=face(action.card), meld=faces(view.melds[action.meld - 1]))
    return f"{shown}, {end}" if end else shown


def _owner(view: RummyView, action: LayOff | Swap, names: Sequence[str]) -> str:
    owner = view.meld_owners[action.meld - 1]
    if owner == view.seat:
        return _("Your meld {number}").format(number=action.meld)
    return _("Meld {number}, laid by {name}").format(number=action.meld, name=label(names[owner]))


def discards(desk: RummyDesk) -> list[Button]:
    """A button per card, in the hand's order, that discards it and ends the turn."""
    view = desk.view
    if len(view.hand) == 1:
        return [discard(desk, view.hand[0])]
    return [
        desk.card_action(*_face(view, card), DISCARDS[card.order], card)
        for card in dict.fromkeys(in_order(view.hand, desk.order))
    ]


def discard(desk: RummyDesk, card: Card) -> Button:
    """The button that discards the card, labelled accordingly."""
    wins = len(desk.view.hand) == 1
    words = _("Discard {card} and win") if wins else _("Discard {card}")
    style = Style.success if wins else Style.secondary
    return desk.action(words.format(card=face(card)), DISCARDS[card.order], style, emoji=desk.emoji(card))


def _face(view: RummyView, card: Card) -> tuple[str, str]:
    """The card's face, marked if just drawn or taken, and the mark alone."""
    return (f"{face(card)} {BUTTON_MARK}", BUTTON_MARK) if card == view.drawn else (face(card), "")
