"""The words beside Huxxy's pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.hands_left import points_left

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.huxxy.view import HuxxyView as View

HAND_NEEDS_TABLE = True
WORDS_TELL_TABLE = True
TABLE_BEGINS_WITH_HANDS = False
HAND_IS_SORTED = True
IS_ONE_ROUND = True


def table(view: View, cast: Cast) -> Sequence[str]:
    """The picture says all."""
    return ()


def hand(view: View) -> Sequence[str]:
    """The picture says all; what is still missing stands beside the controls."""
    return ()


def round_end(view: View, cast: Cast) -> Sequence[str]:
    """Who went out, and what the others hold."""
    return points_left(view, cast)
