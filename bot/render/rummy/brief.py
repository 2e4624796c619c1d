"""The words beside Rummy's pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.cards import face
from bot.render.hands_left import points_left
from bot.render.just_drawn import you_drew

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.rummy.view import RummyView as View

HAND_NEEDS_TABLE = True
WORDS_TELL_TABLE = True
TABLE_BEGINS_WITH_HANDS = False
HAND_IS_SORTED = True
IS_ONE_ROUND = True


def table(view: View, cast: Cast) -> Sequence[str]:
    """The picture says all."""
    return ()


def hand(view: View) -> Sequence[str]:
    """The card just drawn."""
    if view.drawn is None or view.seat != view.seat_to_act:
        return ()
    return (you_drew(face(view.drawn), taken=view.drew_discard),)


def round_end(view: View, cast: Cast) -> Sequence[str]:
    """Who went out, and what the others hold."""
    return points_left(view, cast)
