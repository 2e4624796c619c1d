"""Help for a position of 6 Holes: what the player can do, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.cards import face
from bot.rules.six_holes.actions import Open, Place
from bot.rules.six_holes.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.six_holes.view import SixHolesView


def now(view: SixHolesView) -> Sequence[str]:
    """What the seat to act can do, one or two sentences per action."""
    told = _drawn(view) if view.phase is Phase.DRAWN else _begin(view)
    if view.is_last_turn:
        told.append(_("This is the last turn of the round: after it, all cards are turned up."))
    return told


def _begin(view: SixHolesView) -> list[str]:
    told = []
    if any(isinstance(action, Open) for action in view.legal_actions):
        told.append(_("**Turn up** one of your face-down side cards: /open with its place."))
    told.append(_("**Draw** a card from the deck; then place it or discard it: /draw."))
    if view.takeable is not None:
        told.append(
            _("**Take {card}**, which your opponent just put down, and place it: /take with its place.").format(
                card=face(view.takeable)
            )
        )
    return told


def _drawn(view: SixHolesView) -> list[str]:
    told = []
    if view.drawn is not None and any(isinstance(action, Place) for action in view.legal_actions):
        told.append(
            _("**Place {card}** on a face-down side card, or on a middle card that may be replaced: /place.").format(
                card=face(view.drawn)
            )
        )
    told.append(_("**Discard it**: press the button, or type /discard."))
    return told
