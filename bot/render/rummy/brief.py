"""The words beside Rummy's pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _, ngettext
from bot.render.cards import face

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.rummy.view import RummyView as View

HAND_NEEDS_TABLE = True
WORDS_TELL_TABLE = True
HAND_IS_SORTED = True
IS_ONE_ROUND = True


def table(view: View, cast: Cast) -> Sequence[str]:
    """The picture says all."""
    return ()


def hand(view: View) -> Sequence[str]:
    """The card just drawn."""
    if view.drawn is None or view.seat != view.seat_to_act:
        return ()
    return (_("You drew **{card}**.").format(card=face(view.drawn)),)


def round_end(view: View, cast: Cast) -> Sequence[str]:
    """Who went out, and what the others hold."""
    if view.outcome is None:
        return ()
    lines = []
    for seat, points in enumerate(view.outcome.scores):
        if view.hand_sizes[seat] == 0:
            lines.append(_("{seat} · {name} went out.").format(seat=seat + 1, name=cast.name(seat)))
        else:
            left = ngettext(
                "{seat} · {name}: {points} point left in hand",
                "{seat} · {name}: {points} points left in hand",
                points,
            )
            lines.append(left.format(seat=seat + 1, name=cast.name(seat), points=points))
    return ("\n".join(lines),)
