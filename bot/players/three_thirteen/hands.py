"""The value of a hand of Three Thirteen after each discard."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.players.three_thirteen.prospects import pack, points_left
from bot.rules.cards import Card, without
from bot.rules.three_thirteen.melds import PENALTIES

if TYPE_CHECKING:
    from bot.rules.three_thirteen.view import ThreeThirteenView


class Discarding(NamedTuple):
    """A discard, and the points outside melds of the cards kept: 0 if and only if all are in melds."""

    card: Card
    points: int


def points_outside(view: ThreeThirteenView, cards: tuple[Card, ...]) -> int:
    """The penalty points of the cards, arranged as the table's option scores them."""
    rank = view.wild_rank
    return points_left(pack(cards, rank), PENALTIES[rank], 0, view.arrangement != "fewest-points")


def discardings(view: ThreeThirteenView, cards: tuple[Card, ...]) -> list[Discarding]:
    """Every different discard, fewest points left first; ties by the more expensive card first.

    Wild cards come last among ties: they are worth more in the hand than they cost.
    """
    tried = [Discarding(card, points_outside(view, without(cards, card))) for card in dict.fromkeys(cards)]
    tried.sort(key=lambda it: (it.points, it.card.rank == view.wild_rank, -it.card.value))
    return tried
