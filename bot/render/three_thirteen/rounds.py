"""The end of a round of Three Thirteen: everyone's hand as it was arranged, and what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.cards import faces
from bot.render.words import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.render.cast import Cast
    from bot.rules.three_thirteen.arrangement import Arrangement
    from bot.rules.three_thirteen.view import ThreeThirteenView as View


def last_round(view: View, cast: Cast) -> Sequence[str]:
    """One block: who went out, and a seat's melds, left-over cards and points in two lines each."""
    result = view.last_round
    if result is None:
        return ()
    out = f"{cast.name(result.went_out)} went out first" if result.went_out is not None else "nobody went out"
    lines = [f"**Round {result.round}** — {out}"]
    totals = tuple(sum(row[seat] for row in view.penalties) for seat in range(view.seats))
    for seat, hand in enumerate(result.arrangements):
        lines.append(f"{cast.name(seat)}: +{plural(hand.penalty, 'point')}, {totals[seat]} in all")
        lines.append(f"-# {_laid_out(hand, result.wild_rank)}")
    return ("\n".join(lines),)


def _laid_out(hand: Arrangement, wild: str) -> str:
    parts = [f"[{faces(meld, wild, ' ')}]" for meld in hand.melds]
    if hand.unplaced:
        parts.append(f"left over {faces(hand.unplaced, wild, ' ')}")
    return " ".join(parts)
