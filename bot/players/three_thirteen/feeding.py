"""How much a discard of Three Thirteen helps the next seat, judged by what that seat took and what is unseen."""

from __future__ import annotations

from collections import Counter
from math import exp
from typing import TYPE_CHECKING

from bot.rules.three_thirteen.melds import POSITIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.cards import Card
    from bot.rules.three_thirteen.view import ThreeThirteenView


def serves_next(view: ThreeThirteenView, card: Card, unseen: Counter[Card]) -> float:
    """Approximate probability that the card fits the next seat's hand; 2 for a wild card, which always does.

    A card fits with two partners of its rank or next to it in its suit. Cards publicly known in the next seat's hand
    are certain; all other unseen cards are equally likely.
    """
    if card.rank == view.wild_rank:
        return 2.0
    seat = ((view.seat or 0) + 1) % view.seats
    known = Counter(view.taken[seat])
    share = (view.hand_sizes[seat] - known.total()) / max(1, unseen.total())
    held = {other: share * unseen[other] + known[other] for other in (*unseen, *known)}
    same_rank = sum(chance for other, chance in held.items() if other.rank == card.rank)
    wild = sum(chance for other, chance in held.items() if other.rank == view.wild_rank)
    around = _around(card, held)
    pairs = same_rank**2 / 2 + around[0] * around[1] + around[1] * around[2] + around[2] * around[3]
    with_wild = wild * (same_rank + sum(around))
    return 1 - exp(-pairs - with_wild)


def _around(card: Card, held: Mapping[Card, float]) -> tuple[float, float, float, float]:
    """Expected number of cards of the suit two and one below, and one and two above."""
    at = {POSITIONS[other.rank]: chance for other, chance in held.items() if other.suit == card.suit}
    position = POSITIONS[card.rank]
    return tuple(at.get(position + step, 0.0) for step in (-2, -1, 1, 2))  # type: ignore[return-value]
