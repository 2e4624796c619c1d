"""The hands left at the end of a single-round game, shared by Huxxy and Rummy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from bot.language import _
from bot.render.cards import faces
from bot.render.words import card_row, points_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.cards import Card
    from bot.rules.game import Outcome


class View(Protocol):
    """The part of a view needed here; `hands` are empty until the game is over."""

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]: ...
    @property
    def hand_sizes(self) -> tuple[int, ...]: ...
    @property
    def outcome(self) -> Outcome | None: ...


def cards_left(view: View, cast: Cast) -> Sequence[str]:
    """The cards left in each hand."""
    lines = [
        _("{name}: {cards}").format(name=cast.name(seat), cards=card_row(faces(cards), ""))
        for seat, cards in enumerate(view.hands)
    ]
    return ("\n".join(lines),) if lines else ()


def points_left(view: View, cast: Cast) -> Sequence[str]:
    """Who went out, and the points of the other hands, in the order of the result."""
    outcome = view.outcome
    if outcome is None:
        return ()
    lines = []
    for seat in outcome.order:
        if view.hand_sizes[seat] == 0:
            lines.append(_("{name} went out.").format(name=cast.name(seat)))
        else:
            left = points_in_words(outcome.scores[seat])
            lines.append(_("{name}: {points} left in hand").format(name=cast.name(seat), points=left))
    return ("\n".join(lines),)
