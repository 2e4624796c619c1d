"""What can be done with the picked cards in a turn of Rummy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.cards import face, faces
from bot.render.words import points_in_words
from bot.rules.cards import format_cards
from bot.rules.rummy import is_set, meld_value
from bot.rules.rummy.actions import lay_down
from bot.ui.building.picking import picked
from bot.ui.building.rummy.melds import melds_of, split, why_none
from bot.ui.building.rummy.ready import RummyDesk, pending, pending_cards
from bot.ui.kit.controls import Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.rummy.melds import Meld
    from bot.ui.kit.controls import Button
    from bot.ui.kit.layout import Part


def picked_parts(desk: RummyDesk) -> list[Part]:
    """What the picked cards form, and the buttons that lay them down or set them aside."""
    cards = picked(desk)
    if len(cards) == 1:
        return [_("**{card}** · pick more cards for a meld.").format(card=face(cards[0]))]
    melds = melds_of(cards)
    if len(pending_cards(desk)) + len(cards) >= len(desk.view.hand) and (melds or split(cards)):
        why = _("One card must stay in your hand for the discard.")
        return [f"**{faces(cards, None, ' ')}** · {why}"]
    if len(melds) > 1:
        line = _("**{cards}** · several runs: choose one").format(cards=faces(cards))
        return [line, [_aside(desk, faces(meld), (meld,)) for meld in melds]]
    if melds:
        return [_one_line(melds[0]), _buttons(desk, melds)]
    several = split(cards)
    if not several:
        return [f"**{faces(cards, None, ' ')}** · {why_none(cards)}"]
    return ["\n".join(map(_one_line, several)), _buttons(desk, several)]


def _one_line(meld: Meld) -> str:
    kind = _("a set") if is_set(meld) else _("a run")
    points = points_in_words(meld_value(meld))
    return _("**{cards}** · {kind}, {points}").format(cards=faces(meld), kind=kind, points=points)


def _buttons(desk: RummyDesk, melds: Sequence[Meld]) -> list[Button]:
    """Lay the melds down with those that are ready, if that is legal, or set them aside for more."""
    whole = lay_down([*pending(desk), *melds])
    aside = _aside(desk, ngettext("Set this meld aside", "Set these melds aside", len(melds)), melds)
    if whole not in desk.view.legal_actions:
        return [aside]
    words = _("Lay all down") if pending(desk) else _("Lay down")
    return [desk.action(words, whole, Style.success), aside]


def _aside(desk: RummyDesk, label: str, melds: Sequence[Meld]) -> Button:
    return desk.step(label, "add", " / ".join(map(format_cards, melds)), style=Style.primary)
