"""What can be done with the picked cards in a turn of Rummy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.cards import face, faces
from bot.rules.cards import format_cards
from bot.rules.rummy import is_set, lay_offs, meld_value, swaps
from bot.rules.rummy.actions import DISCARDS, HIGH, LOW, LayOff
from bot.ui.building.paging import placeholder, shown, turners
from bot.ui.building.picking import picked
from bot.ui.building.rummy.melds import melds_of, why_none
from bot.ui.building.rummy.ready import RummyDesk, pending
from bot.ui.kit.controls import Entry, Style
from bot.ui.kit.layout import rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.rules.rummy.actions import Swap
    from bot.rules.rummy.view import RummyView
    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part


MAX_TARGET_BUTTONS = 10


def picked_parts(desk: RummyDesk) -> list[Part]:
    """The picked cards and how they can be added, laid off or swapped; empty if none are picked."""
    cards = picked(desk)
    if not cards:
        return []
    if len(cards) == 1:
        return _one(desk, cards[0])
    melds = melds_of(cards)
    if not melds:
        return [f"**{faces(cards, None, ' ')}** · {why_none(cards)}"]
    kind = _("a set") if is_set(melds[0]) else _("a run")
    points = ngettext("{value} point", "{value} points", meld_value(melds[0])).format(value=meld_value(melds[0]))
    if len(melds) == 1:
        line = _("**{cards}** · {kind}, {points}").format(cards=faces(melds[0], None, " "), kind=kind, points=points)
        return [line, [desk.step(_("Add this meld"), "add", format_cards(melds[0]), style=Style.primary)]]
    line = _("**{cards}** · several runs: choose one").format(cards=faces(cards, None, " "))
    buttons = [desk.step(faces(meld, None, " "), "add", format_cards(meld), style=Style.primary) for meld in melds]
    return [line, buttons]


def _one(desk: RummyDesk, card: Card) -> list[Part]:
    """The controls for a single card: lay it off, swap it for a joker, or discard it."""
    view = desk.view
    found: list[LayOff | Swap] = []
    if view.turn.laid_down:
        if len(view.hand) > 1:
            found += lay_offs((card,), view.melds)
        found += swaps((card,), view.melds)
    line = _one_line(view, card, found)
    if len(found) <= MAX_TARGET_BUTTONS:
        buttons = [
            desk.action(_target(each), each, Style.success if isinstance(each, LayOff) else Style.primary)
            for each in found
        ]
        return [line, *rows([*buttons, *_away(desk, card)])]
    entries = [Entry(desk.form(each), _target(each), faces(view.melds[each.meld - 1], None, " ")) for each in found]
    title = placeholder(desk, "where", entries, _("Where to?"))
    return [
        line,
        desk.actions(title, "where", shown(desk.draft, "where", entries)),
        [*turners(desk, "where", entries), *_away(desk, card)],
    ]


def _away(desk: RummyDesk, card: Card) -> list[Button]:
    """The button to discard the card; none while melds are ready, so they are not forgotten."""
    if pending(desk):
        return []
    return [desk.action(_("Discard {card}").format(card=face(card)), DISCARDS[card.order], Style.secondary)]


def _one_line(view: RummyView, card: Card, found: Sequence[LayOff | Swap]) -> str:
    if found:
        return _("**{card}** goes …").format(card=face(card))
    if not view.turn.laid_down:
        return _("**{card}** · pick more cards for a meld; you can lay cards off once you have laid down.").format(
            card=face(card)
        )
    return _("**{card}** · fits no meld on the table.").format(card=face(card))


def _target(action: LayOff | Swap) -> str:
    if isinstance(action, LayOff):
        if action.end == LOW:
            return _("To meld {number}, low end").format(number=action.meld)
        if action.end == HIGH:
            return _("To meld {number}, high end").format(number=action.meld)
        return _("To meld {number}").format(number=action.meld)
    if action.end == LOW:
        return _("For the low joker of meld {number}").format(number=action.meld)
    if action.end == HIGH:
        return _("For the high joker of meld {number}").format(number=action.meld)
    return _("For the joker of meld {number}").format(number=action.meld)
