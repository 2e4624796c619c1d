"""Help for a position of Rummy: what the player can do, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.cards import face
from bot.render.words import points_in_words
from bot.rules.rummy.state import Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules.rummy.view import RummyView


def now(view: RummyView) -> Sequence[str]:
    """What the seat to act can do, one or two sentences per action."""
    return _draw(view) if view.phase is Phase.DRAW else [*_lay(view), _discard()]


def _draw(view: RummyView) -> list[str]:
    told = [_("**Draw from the stock**: press the button, or type /draw from: stock.")]
    if view.upcard is not None and view.laid_down[view.turn_seat]:
        told.append(
            _("**Take {card}** from the discard pile: press the button, or type /draw from: discard.").format(
                card=face(view.upcard)
            )
        )
    elif not view.laid_down[view.turn_seat]:
        told.append(_("You may take from the discard pile once you have laid down in an earlier turn."))
    return told


def _lay(view: RummyView) -> list[str]:
    if view.laid_down[view.turn_seat]:
        return [
            _("**Lay down** melds of any value: choose their cards, or type /lay."),
            _("**Lay off** single cards on anybody's melds, or **swap** a card for the joker that stands for it."),
        ]
    if view.round < view.first_laydown_round:
        return [
            _("Laying down begins in round {first}; this is round {round}.").format(
                first=view.first_laydown_round, round=view.round
            )
        ]
    return [
        _("**Lay down** melds worth at least {points} together: choose their cards, or type /lay.").format(
            points=points_in_words(view.minimum)
        )
    ]


def _discard() -> str:
    return _("**Discard one card**; that ends your turn. One card must be left for it.")
