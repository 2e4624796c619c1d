"""Rummy's turn builder: pick cards, add them as melds until they are worth enough, then lay all of them at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.cards import face, faces, in_order
from bot.rules.cards import format_cards, parse_cards
from bot.rules.rummy import best_laydown, best_value, is_set, lay_offs, meld_value, swaps
from bot.rules.rummy.actions import DISCARDS, DRAW_DISCARD, DRAW_STOCK, HIGH, LOW, LayOff, lay_down
from bot.rules.rummy.state import Phase
from bot.tables.errors import TableError
from bot.ui.building.builder import Builder
from bot.ui.building.paging import placeholder, shown, turn_page, turners
from bot.ui.building.picking import hand_picker, is_begun, pick, picked, reset, stepped, undo
from bot.ui.building.rummy_melds import melds_of, why_none
from bot.ui.building.suggesting import NOTE, suggest_button, without_note
from bot.ui.controls import Entry, Style
from bot.ui.layout import rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.rules.rummy.actions import Swap
    from bot.rules.rummy.melds import Meld
    from bot.rules.rummy.view import RummyView
    from bot.ui.building.builder import Stop
    from bot.ui.building.desk import Desk, Draft
    from bot.ui.controls import Press
    from bot.ui.layout import Part

MOST_TARGET_BUTTONS = 10


def parts(desk: Desk) -> list[Part]:
    """The draws; or the cards to pick and what can be done with those that are picked."""
    view = desk.view
    if view.phase is Phase.DRAW:
        return [_draws(desk)]
    if not view.turn.may_lay_down:
        cards = dict.fromkeys(in_order(view.hand, desk.order))
        return [*rows([_discard(desk, card) for card in cards])]
    note = desk.draft.get(NOTE)
    return [
        _ready(desk),
        *hand_picker(desk, _("Pick cards: for a meld, or one to lay off or discard"), _pending_cards(desk)),
        *_picked(desk),
        f"💡 {note}" if note else "",
        _turn(desk),
        *_discards(desk),
    ]


def _draws(desk: Desk) -> Part:
    view = desk.view
    buttons = [desk.action(_("Draw from the stock"), DRAW_STOCK, Style.success)]
    if DRAW_DISCARD in view.legal_actions:
        buttons.append(desk.action(_("Take {card}").format(card=face(view.upcard)), DRAW_DISCARD))
    return buttons


def _discard(desk: Desk, card: Card) -> Press:
    return desk.action(_face(desk.view, card), DISCARDS[card.order])


def _face(view: RummyView, card: Card) -> str:
    """The card, marked if it was just drawn."""
    return _("{card} (drawn)").format(card=face(card)) if card == view.drawn else face(card)


# What is ready to be laid down


def pending(desk: Desk) -> list[Meld]:
    """The melds that were added and whose cards are still in the hand."""
    melds = [parse_cards(text) for text in desk.draft.get("melds", ())]
    left = list(desk.view.hand)
    kept = []
    for meld in melds:
        if all(meld.count(card) <= left.count(card) for card in meld):
            kept.append(meld)
            for card in meld:
                left.remove(card)
    return kept


def _pending_cards(desk: Desk) -> list[Card]:
    return [card for meld in pending(desk) for card in meld]


def _needed(view: RummyView) -> int:
    """What a laying down must be worth."""
    return 0 if view.turn.laid_down else view.minimum


def _ready(desk: Desk) -> str:
    """The melds that are ready, what they are worth together, and what is missing."""
    melds, needed = pending(desk), _needed(desk.view)
    if not melds:
        return ""
    value = sum(map(meld_value, melds))
    lines = [_("**Ready to lay down** · {value}").format(value=_worth(value, needed)), *map(_line, melds)]
    if value < needed:
        wanting = needed - value
        lines.append(
            ngettext(
                "⚠️ {wanting} more point is needed for the first laying down.",
                "⚠️ {wanting} more points are needed for the first laying down.",
                wanting,
            ).format(wanting=wanting)
        )
    if sum(map(len, melds)) >= len(desk.view.hand):
        lines.append(_("⚠️ One card must stay in your hand for the discard."))
    return "\n".join(lines)


def _worth(value: int, needed: int) -> str:
    if needed:
        return ngettext("{value} of {needed} point", "{value} of {needed} points", needed).format(
            value=value, needed=needed
        )
    return ngettext("{value} point", "{value} points", value).format(value=value)


def _line(meld: Meld) -> str:
    points = ngettext("{value} point", "{value} points", meld_value(meld)).format(value=meld_value(meld))
    return f"- {faces(meld, None, ' ')} · {points}"


# What can be done with the picked cards


def _picked(desk: Desk) -> list[Part]:
    cards = picked(desk)
    if not cards:
        return []
    if len(cards) == 1:
        return _one(desk, cards[0])
    melds = melds_of(cards)
    if not melds:
        return [f"**{faces(cards, None, ' ')}** · {why_none(cards)}"]
    kind = _("a set") if is_set(melds[0]) else _("a run")
    points = ngettext("{value} point", "{value} points", meld_value(melds[0])).format(
        value=meld_value(melds[0])
    )
    if len(melds) == 1:
        line = _("**{cards}** · {kind}, {points}").format(
            cards=faces(melds[0], None, " "), kind=kind, points=points
        )
        return [line, [desk.step(_("Add this meld"), "add", format_cards(melds[0]), style=Style.primary)]]
    line = _("**{cards}** · several runs: choose one").format(cards=faces(cards, None, " "))
    buttons = [
        desk.step(faces(meld, None, " "), "add", format_cards(meld), style=Style.primary) for meld in melds
    ]
    return [line, buttons]


def _one(desk: Desk, card: Card) -> list[Part]:
    """One card: off on melds that take it, in a joker's place, or away."""
    view = desk.view
    found: list[LayOff | Swap] = []
    if view.turn.laid_down:
        if len(view.hand) > 1:
            found += lay_offs((card,), view.melds)
        found += swaps((card,), view.melds)
    line = _one_line(view, card, found)
    if len(found) <= MOST_TARGET_BUTTONS:
        buttons = [
            desk.action(_target(each), each, Style.success if isinstance(each, LayOff) else Style.primary)
            for each in found
        ]
        return [line, *rows(buttons)]
    entries = [
        Entry(desk.form(each), _target(each), faces(view.melds[each.meld - 1], None, " ")) for each in found
    ]
    title = placeholder(desk, "where", entries, _("Where to?"))
    return [
        line,
        desk.actions(title, "where", shown(desk.draft, "where", entries)),
        turners(desk, "where", entries),
    ]


def _one_line(view: RummyView, card: Card, found: Sequence[LayOff | Swap]) -> str:
    if found:
        return _("**{card}** goes …").format(card=face(card))
    if not view.turn.laid_down:
        return _(
            "**{card}** · pick more cards for a meld; cards are laid off once you have laid down."
        ).format(card=face(card))
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


# The turn


def _turn(desk: Desk) -> list[Press]:
    """Lay down what is ready, take steps back, and help."""
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


def _discards(desk: Desk) -> list[Part]:
    """The discard, which ends the turn; not while melds are ready, so that none is forgotten."""
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


def _pick(desk: Desk, argument: str, values: Sequence[str]) -> Draft:
    return pick(replace(desk, draft=without_note(desk.draft)), values, _pending_cards(desk))


def _add(desk: Desk, argument: str, values: Sequence[str]) -> Draft:
    """The step that adds the picked cards as the meld that the button shows."""
    meld = parse_cards(argument)
    if meld not in melds_of(picked(desk)):
        raise TableError(_("Other cards are picked by now; press the button again."))
    if len(_pending_cards(desk)) + len(meld) >= len(desk.view.hand):
        raise TableError(_("You must keep one card for the discard; lay down one card fewer."))
    melds = [*map(format_cards, pending(desk)), format_cards(meld)]
    return stepped(without_note(desk.draft), melds=melds, chosen=[], picked=[])


def _suggest(desk: Desk, stop: Stop) -> Draft:
    """The most valuable melds of the hand, ready to be laid down."""
    view = desk.view
    needed = _needed(view)
    melds = best_laydown(view.hand, needed)
    if melds:
        return stepped(
            without_note(desk.draft), melds=[format_cards(meld) for meld in melds], chosen=[], picked=[]
        )
    value = best_value(view.hand)
    if not value:
        return {**desk.draft, NOTE: _("There is no meld in your hand now.")}
    note = ngettext(
        "The best melds of your hand are worth {value} point, and {needed} are needed.",
        "The best melds of your hand are worth {value} points, and {needed} are needed.",
        value,
    ).format(value=value, needed=needed)
    return {**desk.draft, NOTE: note}


def _carried(desk: Desk, form: str) -> Draft:
    """Melds that are ready stay so after a lay-off or a swap, as far as their cards are still there."""
    melds = [format_cards(meld) for meld in pending(desk)]
    return {"melds": melds} if melds and desk.view.phase is not Phase.DRAW else {}


RUMMY = Builder(
    parts,
    {"pick": _pick, "add": _add, "undo": undo, "reset": reset, "page": turn_page},
    _suggest,
    _carried,
    undoes=True,
)
