"""Text beside 6 Holes' pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.cards import face
from bot.render.just_drawn import you_drew
from bot.render.six_holes.rounds import how_it_ended, last_turn
from bot.render.words import points_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.six_holes.view import SixHolesView


class SixHolesBrief:
    """Text beside 6 Holes' pictures."""

    hand_needs_table = False
    words_tell_table = False
    table_begins_with_hands = True
    hand_is_sorted = False
    is_one_round = False

    def table(self, view: SixHolesView, cast: Cast) -> Sequence[str]:
        """A notice if this is the round's last turn."""
        sentence = last_turn(view)
        return (sentence,) if sentence else ()

    def hand(self, view: SixHolesView) -> Sequence[str]:
        """The card just drawn."""
        if view.drawn is None or view.seat != view.seat_to_act:
            return ()
        return (you_drew(face(view.drawn), taken=False),)

    def round_end(self, view: SixHolesView, cast: Cast) -> Sequence[str]:
        """Who or what ended the round, and both players' points and totals."""
        result = view.last_round
        if result is None:
            return ()
        lines = [how_it_ended(result, cast)]
        lines += [
            _("{seat} · {name}: {points}, {total} in all").format(
                seat=seat + 1, name=cast.name(seat), points=points_in_words(points), total=view.totals[seat]
            )
            for seat, points in enumerate(result.scores)
        ]
        return ("\n".join(lines),)
