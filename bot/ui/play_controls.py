"""The controls of one's turn: a button a legal action where these are few, else lists with leaves of 25."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from bot.render.cards import in_order
from bot.render.catalogue import text_of
from bot.ui.controls import ID_LENGTH, Entry, Style, button, custom_id, select
from bot.ui.layout import Part, rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.tables.position import Position
    from bot.ui.controls import Press
    from bot.ui.hand_style import HandStyle

MOST_BUTTONS = 15
LEAF = 25
MOST_LISTED = 500
"""So many actions are listed; all the others can be written with /move."""


def play_controls(position: Position, view: Any, style: HandStyle) -> list[Part]:
    """Controls for the viewer's legal actions, which carry the decision that they belong to."""
    text, game = text_of(position.record.game), position.game
    offered = list(islice(text.choices(view), MOST_LISTED))
    forms = [(action, game.format_action(action)) for action in _sorted(offered, style.order)]
    if len(forms) <= MOST_BUTTONS and all(_fits(position, form) for _, form in forms):
        return [*rows([_button(position, text.label(action, view), form) for action, form in forms])]
    entries = [
        Entry(form, text.label(action, view), text.spoken(action, view))
        for action, form in forms
        if len(form) <= ID_LENGTH
    ]
    return _list(position, entries, style.leaf)


def _list(position: Position, entries: list[Entry], leaf: int) -> list[Part]:
    """One leaf of the list, and the buttons that turn it."""
    table, decision = position.record.id, position.record.decision
    leaves = max(1, -(-len(entries) // LEAF))
    leaf = min(leaf, leaves - 1)
    title = "Choose what to do" if leaves == 1 else f"Choose what to do ({leaf + 1} of {leaves})"
    shown = entries[leaf * LEAF : (leaf + 1) * LEAF]
    steps = [("◀ Before", leaf - 1), ("More ▶", leaf + 1)]
    turners = [
        button(table, "leaf", label, decision=decision, argument=str(other))
        for label, other in steps
        if 0 <= other < leaves
    ]
    return [select(table, "act", title, shown, decision=decision), turners]


def _button(position: Position, label: str, form: str) -> Press:
    style = Style.success if form.startswith("draw") else Style.primary
    table = position.record
    return button(table.id, "act", label, style=style, decision=table.decision, argument=form)


def _fits(position: Position, form: str) -> bool:
    return len(custom_id("b", position.record.id, "act", position.record.decision, form)) <= ID_LENGTH


def _sorted(actions: Sequence[Any], order: str) -> list[Any]:
    """Actions on one card in the order in which the hand is shown; the others first, as they come."""
    single = [action for action in actions if _card(action) is not None]
    others = [action for action in actions if _card(action) is None]
    shown = in_order([action.card for action in single], order)
    places = {card: place for place, card in enumerate(shown)}
    return [*others, *sorted(single, key=lambda action: places[action.card])]


def _card(action: Any) -> Card | None:
    card: Card | None = getattr(action, "card", None)
    return card
