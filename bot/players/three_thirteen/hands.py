"""What a hand of Three Thirteen is worth after each discard."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.players.three_thirteen.prospects import pack, points_left
from bot.rules.cards import Card, without
from bot.rules.three_thirteen.melds import PENALTIES

if TYPE_CHECKING:
    from bot.rules.three_thirteen.view import ThreeThirteenView


class Discarding(NamedTuple):
    """A discard, and the points outside the melds of the cards kept: 0 if and only if all are in melds."""

    card: Card
    points: int


def points_outside(view: ThreeThirteenView, cards: tuple[Card, ...]) -> int:
    """The penalty of the arrangement that the table's option would score."""
    rank = view.wild_rank
    return points_left(pack(cards, rank), PENALTIES[rank], 0, view.arrangement != "fewest-points")


def discardings(view: ThreeThirteenView, cards: tuple[Card, ...]) -> list[Discarding]:
    """Every different discard, the one that leaves the fewest points first; of equals the dearer card first.

    Wild cards are tried last among equals: they are worth more in the hand than they cost.
    """
    tried = [Discarding(card, points_outside(view, without(cards, card))) for card in dict.fromkeys(cards)]
    tried.sort(key=lambda it: (it.points, it.card.rank == view.wild_rank, -it.card.value))
    return tried
