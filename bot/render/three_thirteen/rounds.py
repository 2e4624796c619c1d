"""The end of a round of Three Thirteen: everyone's arranged hand and its penalty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.language import _
from bot.render.cards import faces
from bot.render.words import points_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.three_thirteen.solver.arrangement import Arrangement
    from bot.rules.three_thirteen.view import ThreeThirteenView


def last_round(view: ThreeThirteenView, cast: Cast) -> Sequence[str]:
    """One block: who went out, then each seat's melds, cards left over and points in two lines."""
    result = view.last_round
    if result is None:
        return ()
    sentence = (
        _("**Round {round}** — nobody went out")
        if result.went_out is None
        else _("**Round {round}** — {name} went out first")
    )
    lines = [sentence.format(round=result.round, name=cast.name(result.went_out))]
    totals = tuple(sum(row[seat] for row in view.penalties) for seat in range(view.seats))
    for seat, hand in enumerate(result.arrangements):
        lines.append(
            _("{name}: +{points}, {total} in all").format(
                name=cast.name(seat), points=points_in_words(hand.penalty), total=totals[seat]
            )
        )
        lines.append(f"-# {_laid_out(hand, result.wild_rank)}")
    return ("\n".join(lines),)


def _laid_out(hand: Arrangement, wild: str) -> str:
    parts = [f"[{faces(meld, wild, ' ')}]" for meld in hand.melds]
    if hand.unplaced:
        parts.append(_("left over {cards}").format(cards=faces(hand.unplaced, wild, " ")))
    return " ".join(parts)
