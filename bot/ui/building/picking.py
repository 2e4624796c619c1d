"""Picking cards of the hand: a select in the order of the hand, and steps that can be undone.

Equal cards are distinguished as `4C#1` and `4C#2`. A draft holds the picked cards as `chosen` (these values) and as
`picked` (notation, raised in the picture of the hand), and earlier drafts as `past`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from bot.language import _
from bot.render.cards import face, in_order
from bot.tables.model.errors import TableError
from bot.ui.building.paging import paged, shown
from bot.ui.kit.controls import Entry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.cards import Card
    from bot.ui.building.desk import AnyDesk, Draft
    from bot.ui.kit.controls import Button, Select
    from bot.ui.kit.layout import Part

Note: TypeAlias = Callable[["Card"], "str | None"]
"""What the list says about a card besides its face."""
HAND = "hand"
MAX_UNDO_STEPS = 20


def _hand(desk: AnyDesk) -> list[tuple[str, Card]]:
    """The hand in its owner's order, each card with its value in a select: `4C#1` is the first copy of the four of
    clubs.
    """
    copies: dict[Card, int] = {}
    values = []
    for card in in_order(desk.view.hand, desk.order):
        copies[card] = copies.get(card, 0) + 1
        values.append((f"{card}#{copies[card]}", card))
    return values


def _offered(desk: AnyDesk, hidden: Sequence[Card]) -> list[tuple[str, Card]]:
    """The same without the hidden cards."""
    left = list(hidden)
    offered = []
    for value, card in _hand(desk):
        if card in left:
            left.remove(card)
        else:
            offered.append((value, card))
    return offered


def hand_picker(desk: AnyDesk, text: str, hidden: Sequence[Card] = (), note: Note | None = None) -> list[Part]:
    """A select for any number of hand cards, of which `note` describes each, and the buttons that turn its pages."""
    chosen = set(desk.draft.get("chosen", ()))

    def picker(title: str, cards: Sequence[tuple[str, Card]]) -> Select:
        entries = [
            Entry(value, face(card), note(card) if note else None, value in chosen, desk.emoji(card))
            for value, card in cards
        ]
        return desk.steps(title, "pick", entries=entries, several=True)

    return paged(desk, HAND, text, _offered(desk, hidden), picker)


def picked(desk: AnyDesk) -> tuple[Card, ...]:
    """The picked cards that are still in the hand, in the hand's order."""
    chosen = set(desk.draft.get("chosen", ()))
    return tuple(card for value, card in _hand(desk) if value in chosen)


def pick(desk: AnyDesk, values: Sequence[str], hidden: Sequence[Card] = ()) -> Draft:
    """The draft with only these values of the current page picked, in the hand's order; picks on other pages stay, and
    the change can be undone.
    """
    offered = [value for value, _card in _offered(desk, hidden)]
    here = shown(desk.draft, HAND, offered)
    if not set(values) <= set(offered):
        raise TableError(_("You no longer have these cards; press Refresh."))
    kept = {value for value in desk.draft.get("chosen", ()) if value not in here}
    wanted = kept | set(values)
    pairs = [pair for pair in _hand(desk) if pair[0] in wanted]
    return stepped(desk.draft, chosen=[value for value, _card in pairs], picked=[str(card) for _value, card in pairs])


def stepped(draft: Draft, **changes: object) -> Draft:
    """The draft with the changes, which can be undone."""
    before = {name: value for name, value in draft.items() if name not in ("past", "pages")}
    past = [*draft.get("past", ()), before][-MAX_UNDO_STEPS:]
    return {**draft, **changes, "past": past}


def undo(desk: AnyDesk, argument: str, values: Sequence[str]) -> Draft:
    """Undo the last step of the draft."""
    past = list(desk.draft.get("past", ()))
    if not past:
        raise TableError(_("There is nothing to take back; choose cards first."))
    return {**past[-1], "pages": desk.draft.get("pages", {}), "past": past[:-1]}


def has_step(draft: Draft) -> bool:
    """Whether the draft contains a step that can be undone; a page or a suggestion is none."""
    return bool(draft.get("past"))


def taking_back(desk: AnyDesk) -> list[Button]:
    """The buttons that undo the last step of the draft, or all of it."""
    buttons = []
    if has_step(desk.draft):
        buttons.append(desk.step(_("Undo"), "undo"))
    if _is_begun(desk.draft):
        buttons.append(desk.step(_("Reset"), "reset"))
    return buttons


def reset(desk: AnyDesk, argument: str, values: Sequence[str]) -> Draft:
    """Clear the draft, which can be undone."""
    if not _is_begun(desk.draft):
        raise TableError(_("There is nothing to take back; choose cards first."))
    return stepped(desk.draft, chosen=[], picked=[], melds=[])


def _is_begun(draft: Draft) -> bool:
    """Whether the draft contains any choice."""
    return any(draft.get(name) for name in ("chosen", "melds"))
