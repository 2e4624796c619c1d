"""What a hand of Three Thirteen is worth after each discard."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.rules.cards import Card, without
from bot.rules.three_thirteen import Arrangement, best_arrangement

if TYPE_CHECKING:
    from bot.rules.three_thirteen.view import ThreeThirteenView


class Discarding(NamedTuple):
    """A discard and the best arrangement of the cards kept."""

    card: Card
    arrangement: Arrangement


def arrange(view: ThreeThirteenView, cards: tuple[Card, ...]) -> Arrangement:
    """The arrangement that the table's option would score."""
    return best_arrangement(cards, view.wild_rank, view.arrangement != "fewest-points")


def discardings(view: ThreeThirteenView, cards: tuple[Card, ...]) -> list[Discarding]:
    """Every different discard, the one that leaves the fewest points first; of equals the dearer card first.

    Wild cards are tried last among equals: they are worth more in the hand than they cost.
    """
    tried = [Discarding(card, arrange(view, without(cards, card))) for card in dict.fromkeys(cards)]
    tried.sort(key=lambda it: (it.arrangement.penalty, it.card.rank == view.wild_rank, -it.card.value))
    return tried
