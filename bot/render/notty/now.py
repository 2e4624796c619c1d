"""Help for a position of Notty: what the player can do, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import N_, _
from bot.render.cards import faces
from bot.rules.notty import best_discards
from bot.rules.notty.actions import Take

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.notty.view import NottyView


_DRAW = (
    "",
    N_("**Draw** one card: you may do that once in this turn."),
    N_("**Draw** one or two cards, once in this turn. You see them afterwards."),
    N_("**Draw** one to three cards, once in this turn. You see them afterwards."),
)
"""How to draw, by the number of cards that may be drawn."""


def now(view: NottyView) -> Sequence[str]:
    """What the seat to act can do, one or two sentences per action."""
    legal = list(view.legal_actions)
    told = []
    if view.most_drawn:
        told.append(_(_DRAW[view.most_drawn]))
    if any(isinstance(action, Take) for action in legal):
        told.append(_("**Take** a random card from another player's hand, once in this turn."))
    groups = best_discards(view.hand)
    if groups:
        told.append(
            _("**Discard a group**; you have {cards}.").format(
                cards=" / ".join(faces(group, None, " ") for group in groups)
            )
        )
    else:
        told.append(_("You have no group to discard yet."))
    told.append(_("**End the turn** when you are done: press the button, or type /end."))
    return told
