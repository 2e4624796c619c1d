"""Texts about the end of a round of 6 Holes: its last turn, and who or what ended it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.rules.six_holes.state import TURNS_PER_ROUND

if TYPE_CHECKING:
    from bot.render.cast import Cast
    from bot.rules.six_holes.state import RoundResult
    from bot.rules.six_holes.view import SixHolesView


def last_turn(view: SixHolesView) -> str:
    """Why this is the round's last turn; empty if it is not."""
    if not view.is_last_turn:
        return ""
    if view.closer is not None:
        return _("🏁 One player has all side cards up: this is the last turn.")
    return _("🏁 Turn {number} of the round: this is the last turn.").format(number=TURNS_PER_ROUND)


def how_it_ended(result: RoundResult, cast: Cast) -> str:
    """The round's number, and who turned up all side cards first."""
    if result.closer is None:
        return ngettext(
            "**Round {round}** ended after {number} turn.",
            "**Round {round}** ended after {number} turns.",
            TURNS_PER_ROUND,
        ).format(round=result.round, number=TURNS_PER_ROUND)
    return _("**Round {round}:** {name} was the first with all side cards face up.").format(
        round=result.round, name=cast.name(result.closer)
    )
