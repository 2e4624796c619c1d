"""The melds of a turn of Rummy that are ready to lay down, and their total value."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from bot.language import _, ngettext
from bot.render.rummy.brief import meld_faces
from bot.render.words import points_in_words
from bot.rules.cards import parse_cards, without
from bot.rules.rummy import meld_value
from bot.rules.rummy.actions import RummyAction
from bot.rules.rummy.view import RummyView
from bot.ui.building.desk import Desk

if TYPE_CHECKING:
    from bot.rules.cards import Card
    from bot.rules.rummy.melds import Meld

RummyDesk: TypeAlias = Desk[RummyView, RummyAction]


def pending(desk: RummyDesk) -> list[Meld]:
    """The added melds whose cards are still in the hand."""
    melds = [parse_cards(text) for text in desk.draft.get("melds", ())]
    left = desk.view.hand
    kept = []
    for meld in melds:
        if all(meld.count(card) <= left.count(card) for card in meld):
            kept.append(meld)
            left = without(left, *meld)
    return kept


def pending_cards(desk: RummyDesk) -> list[Card]:
    """The cards of the pending melds."""
    return [card for meld in pending(desk) for card in meld]


def needed_value(view: RummyView) -> int:
    """Points that a laydown must be worth now."""
    return 0 if view.turn.laid_down else view.minimum


def ready(desk: RummyDesk) -> str:
    """The melds that are ready, their total value, and what is missing."""
    melds, needed = pending(desk), needed_value(desk.view)
    if not melds:
        return ""
    value = sum(map(meld_value, melds))
    lines = [_("**Ready to lay down** · {value}").format(value=_worth(value, needed)), *map(_line, melds)]
    if value < needed:
        wanting = needed - value
        lines.append(
            ngettext(
                "⚠️ You need {wanting} more point to lay down for the first time.",
                "⚠️ You need {wanting} more points to lay down for the first time.",
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
    return points_in_words(value)


def _line(meld: Meld) -> str:
    return f"- {meld_faces(meld)} · {points_in_words(meld_value(meld))}"
