"""Help for a position of Huxxy: what the player can do, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.words import points_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.huxxy.view import HuxxyView


def now(view: HuxxyView) -> Sequence[str]:
    """What the seat to act can do, one or two sentences per action."""
    told = _building(view) if view.plays else _beginning()
    if view.seat is not None and not view.opened[view.seat]:
        told.append(
            _(
                "You have not opened yet: the cards you play from your hand this turn must be worth "
                "{points}; so far they are worth {played}."
            ).format(points=points_in_words(view.opening_points), played=view.points_played)
        )
    return told


def _beginning() -> list[str]:
    return [
        _("**Draw a card**: press the button, or type /draw. That ends your turn."),
        _("**Or play cards** from your hand to groups on the table or to a new group, up to six plays."),
    ]


def _building(view: HuxxyView) -> list[str]:
    told = []
    if view.plays_left:
        told.append(
            ngettext(
                "**Play on**: {n} play is left, from your hand or from group to group.",
                "**Play on**: {n} plays are left, from your hand or from group to group.",
                view.plays_left,
            ).format(n=view.plays_left)
        )
    told.append(_("**Take plays back**: the last one with /undo, all with /reset."))
    if view.why_not_end:
        told.append(_("You cannot end the turn yet. {reason}").format(reason=view.why_not_end))
    else:
        told.append(_("**End the turn**: every group is valid. Press the button, or type /end."))
    return told
