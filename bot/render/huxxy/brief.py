"""Text beside Huxxy's pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.brief import SUIT_OR_RANK
from bot.render.hands_left import points_left

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.huxxy.view import HuxxyView


class HuxxyBrief:
    """Implements `Brief` for Huxxy."""

    hand_needs_table = True
    words_tell_table = True
    table_begins_with_hands = False
    sort_labels = SUIT_OR_RANK
    usual_order = "rank"

    def rounds(self, view: HuxxyView) -> Sequence[Sequence[int]]:
        return ()

    def table(self, view: HuxxyView, cast: Cast) -> Sequence[str]:
        """Nothing: the picture is complete."""
        return ()

    def hand(self, view: HuxxyView) -> Sequence[str]:
        """Nothing: the picture is complete, and the controls show what is missing."""
        return ()

    def round_end(self, view: HuxxyView, cast: Cast) -> Sequence[str]:
        """Who went out, and the hands of the others."""
        return points_left(view, cast)
