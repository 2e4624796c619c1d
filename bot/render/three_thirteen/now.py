"""Help for a position of Three Thirteen: what the player can do, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.cards import face
from bot.rules.three_thirteen.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.three_thirteen.view import ThreeThirteenView


def now(view: ThreeThirteenView) -> Sequence[str]:
    """What the seat to act can do, one or two sentences per action."""
    if view.phase is Phase.DRAW:
        return _draw(view)
    told = [_("**Discard one card**: press it under your hand, or type /discard with it.")]
    if view.went_out is not None:
        told.append(_("This is your last turn of the round: keep the hand that costs the fewest points."))
    else:
        told.append(_("If all the cards that you keep are in melds, you go out with this discard."))
    return told


def _draw(view: ThreeThirteenView) -> list[str]:
    told = [_("**Draw from the stock**: press the button, or type /draw from: stock.")]
    if view.upcard is not None:
        told.append(
            _("**Take {card}** from the discard pile: press the button, or type /draw from: discard.").format(
                card=face(view.upcard, view.wild_rank)
            )
        )
    told.append(_("After that you discard one card."))
    return told
