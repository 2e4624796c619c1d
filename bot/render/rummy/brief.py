"""Text beside Rummy's pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.brief import SUIT_OR_RANK
from bot.render.cards import face, with_stand_ins
from bot.render.hands_left import points_left
from bot.render.just_drawn import you_drew
from bot.rules.rummy.jokers import stand_ins

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.rummy.melds import Meld
    from bot.rules.rummy.view import RummyView


class RummyBrief:
    """Implements `Brief` for Rummy."""

    hand_needs_table = True
    words_tell_table = True
    table_begins_with_hands = False
    sort_labels = SUIT_OR_RANK
    usual_order = "suit"

    def rounds(self, view: RummyView) -> Sequence[Sequence[int]]:
        return ()

    def table(self, view: RummyView, cast: Cast) -> Sequence[str]:
        """Nothing: the picture is complete."""
        return ()

    def hand(self, view: RummyView) -> Sequence[str]:
        """The card just drawn."""
        if view.drawn is None or view.seat != view.seat_to_act:
            return ()
        return (you_drew(face(view.drawn), taken=view.drew_discard),)

    def round_end(self, view: RummyView, cast: Cast) -> Sequence[str]:
        """Who went out, and the hands of the others."""
        return points_left(view, cast)


def meld_faces(meld: Meld) -> str:
    """A meld's cards in short form, its jokers with what they stand for."""
    return " ".join(with_stand_ins(meld, stand_ins(meld), face))
